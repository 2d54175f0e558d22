// verdict: UNKNOWN --max-depth
// flags: --max-depth 60
// Only runs that begin with the first store and not with the second are too long.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, count;

static void *stores(void *a)
{
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    return a;
}

static void *looks(void *a)
{
    if (atomic_load(&first) && !atomic_load(&second))
        for (int i = 0; i < 100; i++)
            atomic_fetch_add(&count, 1);
    return a;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, stores, NULL);
    pthread_create(&u, NULL, looks, NULL);
    atomic_fetch_add(&count, 1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
