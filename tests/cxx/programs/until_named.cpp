// verdict: VERIFIED
// flags: -std=c++20
// also: -DSHORT FAILED deadlock
// also: -O2 VERIFIED
// also: -O2 -DSHORT FAILED deadlock
// Functions of the program's that are called until, with types of its own: no waits of the library's.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

struct counter {
    std::mutex m;
    std::condition_variable changed;
    int n = 0;

    template <class P> void wait_until(P there)
    {
        std::unique_lock lock(m);
        std::function<bool()> asked = [&] { return there(); };

        while (!asked())
            changed.wait(lock);
    }
};

struct counted {
    counter *of;
    bool operator()() const { return of->n >= 2; }
};

template <class T> static void count_until(T &c, int n)
{
    std::thread counts([&c, n] {
        for (int i = 0; i < n; i++) {
            std::lock_guard lock(c.m);

            c.n++;
        }
        c.changed.notify_all();
    });

    c.wait_until(counted{&c});
    counts.join();
}

int main()
{
    counter c;

#ifdef SHORT
    count_until(c, 1);
#endif
    count_until(c, 2);
    assert(c.n == 2);
}
