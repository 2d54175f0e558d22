// verdict: FAILED deadlock
// flags: -std=c++20
// Two wait, one is woken.
#include <atomic>
#include <thread>
static std::atomic<int> go{0};
int main()
{
    std::thread a([] { go.wait(0); }), b([] { go.wait(0); });
    go = 1;
    go.notify_one();
    a.join();
    b.join();
}
