// verdict: VERIFIED
// executions: 2
// A constructor that throws leaves the variable to whoever comes next.
#include <cassert>
#include <pthread.h>

static int tries, published;

struct Data {
    Data()
    {
        if (!tries++)
            throw 1;
        published = 42;
    }
};

static void *run(void *)
{
    try {
        static Data d;
        assert(published == 42 && tries == 2);
    } catch (int) {
    }
    return nullptr;
}

int main()
{
    pthread_t t[2];

    for (auto &x : t)
        pthread_create(&x, nullptr, run, nullptr);
    for (auto x : t)
        pthread_join(x, nullptr);
    assert(tries == 2);
}
