// verdict: VERIFIED
// flags: -std=c++20
#include <atomic>
#include <thread>
static std::atomic<int> go{0};
int main()
{
    std::thread a([] { go.wait(0); }), b([] { go.wait(0); });
    go = 1;
    go.notify_all();
    a.join();
    b.join();
}
