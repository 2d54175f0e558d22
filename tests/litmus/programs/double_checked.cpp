// verdict: VERIFIED
// executions: 4
// Double-checked locking by hand: who finds the pointer finds what it points to.
#include <atomic>
#include <cassert>
#include <mutex>
#include <pthread.h>

#ifndef LOOK
#define LOOK    std::memory_order_acquire
#define PUBLISH std::memory_order_release
#endif

struct Data {
    int value;
    Data() : value(42) {}
};

static std::atomic<Data *> instance;
static std::mutex m;

static Data *get()
{
    Data *d = instance.load(LOOK);

    if (d)
        return d;
    std::lock_guard<std::mutex> hold(m);
    d = instance.load(std::memory_order_relaxed);
    if (!d) {
        d = new Data;
        instance.store(d, PUBLISH);
    }
    return d;
}

static void *run(void *)
{
    assert(get()->value == 42);
    return nullptr;
}

int main()
{
    pthread_t t[2];

    for (auto &x : t)
        pthread_create(&x, nullptr, run, nullptr);
    for (auto x : t)
        pthread_join(x, nullptr);
    delete instance.load();
}
