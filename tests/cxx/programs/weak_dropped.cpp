// verdict: VERIFIED
// flags: --races error --leaks
// The last owner and the last observer let go at the same time: no race, whoever is the last.
#include <memory>
#include <thread>
int main()
{
    auto p = std::make_shared<int>(1);
    std::weak_ptr<int> w = p;
    std::thread t([p = std::move(p)]() mutable { p.reset(); });

    w.reset();
    t.join();
}
