// verdict: FAILED assertion
// flags: --allow-hang
// also: -DBEFORE FAILED assertion
// also: -DMENDED VERIFIED
// The read of a thread that spins is no step where it waits: it covers nothing that is apart from it.
// And (BEFORE) a branch that ends covers what is left of a sequence only where the step that the
// sequence is to come before does not sleep.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int before, spun, seen;
static void *close_it(void *arg)
{
    x = 2;
    return arg;
}
static void *open_it(void *arg)
{
    before = x;
    x = 1;
    return arg;
}
static void *spin(void *arg)
{
    int now;

    while ((now = x) == 2)
        ;
    spun = now;
    return arg;
}
static void *see(void *arg)
{
    seen = x;
    return arg;
}
int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], 0, close_it, 0);
    pthread_create(&t[1], 0, open_it, 0);
    pthread_create(&t[2], 0, spin, 0);
    pthread_create(&t[3], 0, see, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
#ifdef MENDED
    assert(!(before == 2 && spun == 2));
#elif defined BEFORE
    assert(!(before == 2 && spun == 0 && seen == 0));
#else
    assert(!(before == 2 && spun == 1 && seen == 2));
#endif
    return 0;
}
