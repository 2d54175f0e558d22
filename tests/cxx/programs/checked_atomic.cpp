// verdict: VERIFIED
// flags: --races error
// Double-checked locking with an atomic pointer.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
struct thing {
    int value = 3;
};
static std::mutex m;
static std::atomic<thing *> made;
static int use()
{
    thing *p = made.load(std::memory_order_acquire);
    if (!p) {
        std::lock_guard<std::mutex> g(m);
        p = made.load(std::memory_order_relaxed);
        if (!p)
            made.store(p = new thing, std::memory_order_release);
    }
    return p->value;
}
int main()
{
    std::thread t([] { assert(use() == 3); });
    assert(use() == 3);
    t.join();
    delete made.load();
}
