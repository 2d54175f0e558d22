// verdict: FAILED data-race or use-after-free or double-free or null-pointer or assertion
// flags: --races error
// One shared_ptr object is read by one thread and reset by another.
#include <memory>
#include <thread>
static std::shared_ptr<int> p = std::make_shared<int>(1);
int main()
{
    std::thread t([] { p.reset(); });
    std::shared_ptr<int> q = p;
    t.join();
}
