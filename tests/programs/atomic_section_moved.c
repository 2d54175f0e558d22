// What an atomic section touches depends on what it finds: the second section of `both` adds to p only where v is
// not 1 yet, and is then ordered with the section of `one`.
// verdict: VERIFIED
// outcomes: 3
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int v;
static int p, a1, a2, a3;

static void *set(void *unused)
{
    atomic_store(&v, 1);
    return unused;
}

static void *one(void *unused)
{
    heddle_atomic_begin();
    a1 = p++;
    heddle_atomic_end();
    return unused;
}

static void *both(void *unused)
{
    heddle_atomic_begin();
    a2 = p++;
    heddle_atomic_end();
    heddle_atomic_begin();
    heddle_assume(v != 1);
    a3 = p++;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    void *(*const run[])(void *) = {set, one, both};
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
