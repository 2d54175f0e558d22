// verdict: VERIFIED
// flags: --races error
// also: -std=c++20 FAILED data-race
// also: -std=gnu++23 FAILED data-race
// also: -std=c++20 -DRELEASES VERIFIED
// A relaxed store of the thread that released goes on with its release sequence, before C++20.
#include <atomic>
#include <thread>

#ifdef RELEASES
static constexpr std::memory_order later = std::memory_order_release;
#else
static constexpr std::memory_order later = std::memory_order_relaxed;
#endif
static std::atomic<int> flag;
static int data;

int main()
{
    std::thread t([] {
        data = 1;
        flag.store(1, std::memory_order_release);
        flag.store(2, later);
    });

    if (flag.load(std::memory_order_acquire) == 2)
        data = 2;
    t.join();
}
