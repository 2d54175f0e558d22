// The end comes before the other thread frees what it alone holds; or that one loses it.
// verdict: FAILED leak
// flags: --leaks
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int stage;

static void *loses(void *arg)
{
    atomic_store(&stage, 1);
    free(malloc(4));
    atomic_store(&stage, 2);
    if (malloc(8) && atomic_load(&stage) == 3)
        return arg;
    return 0;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, loses, 0);
    atomic_store(&stage, 3);
    _exit(0);
}
