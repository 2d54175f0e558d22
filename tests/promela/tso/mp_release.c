// Message passing with a release store, which overtakes nothing.
// sc: VERIFIED
// tso: VERIFIED
// pso: VERIFIED
#include <assert.h>
#include <pthread.h>

int data, flag;

static void *writer(void *unused)
{
    data = 1;
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, writer, 0);
    if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
        assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
