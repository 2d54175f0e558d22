// verdict: FAILED assertion
// also: -DMENDED VERIFIED
// also: --no-spurious VERIFIED
// An event that wakes one waiter, with a count of those who wait: a wait that returns without a signal is taken for one.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
class event
{
    std::mutex m;
    std::condition_variable c;
    int status = 0; /* 1: signalled; -n: so many wait */
    int signals = 0;

public:
    void signal()
    {
        std::lock_guard<std::mutex> g(m);
        if (status == 1)
            return;
        if (status++ < 0) {
            signals++;
            c.notify_one();
        }
    }

    void wait()
    {
        std::unique_lock<std::mutex> l(m);
        if (status-- == 1)
            return;
#ifdef MENDED
        c.wait(l, [this] { return signals > 0; });
        signals--;
#else
        c.wait(l);
#endif
    }
};
int main()
{
    event e;
    int x = 0;
    std::thread t([&] {
        x = 1;
        e.signal();
    });

    e.wait();
    assert(x == 1);
    t.join();
}
