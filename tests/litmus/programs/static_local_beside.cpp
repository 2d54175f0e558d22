// verdict: FAILED data-race :30
// The constructor publishes by a flag of its own, which is relaxed: who looks at that instead of the variable is too
// early.
#include <atomic>
#include <pthread.h>

static int published;
static std::atomic<bool> made;

struct Data {
    Data()
    {
        published = 42;
        made.store(true, std::memory_order_relaxed);
    }
};

static void *run(void *)
{
    static Data d;
    return &d;
}

int main()
{
    pthread_t t;
    int seen = 0;

    pthread_create(&t, nullptr, run, nullptr);
    seen = made.load(std::memory_order_relaxed) ? published : 0;
    pthread_join(t, nullptr);
    return seen > 42;
}
