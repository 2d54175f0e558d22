// with : VERIFIED
// with -DRELAXED: FAILED data-race
// with -DPLAIN: FAILED data-race
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex m;
static std::atomic<int> ready;
static int value, sum;

struct base {
    virtual ~base() = default;
    virtual int get() { return 1; }
};
struct derived : base {
    int get() override { return 2; }
};

static int made()
{
    static derived *d = new derived;
    return d->get();
}

int main()
{
    auto counted = std::make_shared<int>(3);
    std::thread t([counted] {
        value = *counted + 1;
#ifdef RELAXED
        ready.store(1, std::memory_order_relaxed);
#else
        ready.store(1, std::memory_order_release);
#endif
#ifdef PLAIN
        sum++;
#else
        std::lock_guard<std::mutex> g(m);
        sum += made();
#endif
    });

    if (ready.load(std::memory_order_acquire))
        assert(value == 4);
    {
        std::lock_guard<std::mutex> g(m);
        sum += made();
    }
    t.join();
    assert(sum == 4);
}
