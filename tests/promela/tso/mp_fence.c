// A store behind a release fence overtakes none before it, and later ones do not either.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <assert.h>
#include <pthread.h>

int data, flag, late;

static void *writer(void *unused)
{
    data = 1;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&late, 1, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, writer, 0);
    if (__atomic_load_n(&late, __ATOMIC_ACQUIRE) || __atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
