// verdict: VERIFIED
// also: -DHASTY FAILED deadlock
// A semaphore that looks some times before it sleeps, and wakes only as many as sleep.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
class semaphore
{
    std::atomic<int> count{0};
    std::mutex m;
    std::condition_variable c;
    int woken = 0;

public:
    void wait()
    {
        for (int spin = 0; spin < 3; spin++) {
            int old = count.load(std::memory_order_relaxed);

            if (old > 0 && count.compare_exchange_strong(old, old - 1, std::memory_order_acquire))
                return;
        }
        if (count.fetch_sub(1, std::memory_order_acquire) > 0)
            return;
        std::unique_lock<std::mutex> l(m);
        c.wait(l, [this] { return woken > 0; });
        woken--;
    }

    void signal()
    {
#ifdef HASTY
        bool sleeps = count.load() < 0;
        count.fetch_add(1, std::memory_order_release);
#else
        bool sleeps = count.fetch_add(1, std::memory_order_release) < 0;
#endif
        if (!sleeps)
            return;
        std::lock_guard<std::mutex> g(m);
        woken++;
        c.notify_one();
    }
};
int main()
{
    semaphore s;
    int x = 0;
    std::thread t([&] {
        x = 1;
        s.signal();
    });

    s.wait();
    assert(x == 1);
    t.join();
}
