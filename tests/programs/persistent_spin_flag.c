// verdict: VERIFIED
// outcomes: 2
// A thread spins until another tells it to stop; a third is put off meanwhile, but not for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, rounds;
static int x, seen;

static void *spinner(void *arg)
{
    while (!atomic_load(&stop))
        atomic_fetch_xor(&rounds, 1);
    atomic_store(&rounds, 0);
    seen = x;
    return arg;
}

static void *stopper(void *arg)
{
    atomic_store(&stop, 1);
    return arg;
}

static void *writer(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, spinner, NULL);
    pthread_create(&b, NULL, stopper, NULL);
    pthread_create(&c, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
