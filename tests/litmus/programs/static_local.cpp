// verdict: VERIFIED
// executions: 4
// A local static variable: who comes second waits for whoever makes it, and then sees what its constructor did. Each
// looks at the guard before or after it is set: two executions for each of two orders.
#include <cassert>
#include <pthread.h>

static int published;

struct Data {
    int *p;
    Data() : p(&published) { published = 42; }
};

static Data &get()
{
    static Data d;
    return d;
}

static void *run(void *)
{
    assert(*get().p == 42 && published == 42);
    return nullptr;
}

int main()
{
    pthread_t t[2];

    for (auto &x : t)
        pthread_create(&x, nullptr, run, nullptr);
    for (auto x : t)
        pthread_join(x, nullptr);
}
