// verdict: VERIFIED
// flags: --races error
// The owner frees what another thread has read and released.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void *reader(void *arg)
{
    int wrong = *(int *)arg != 3;
    atomic_fetch_add_explicit(&done, 1, memory_order_release);
    return wrong ? arg : NULL;
}

int main(void)
{
    pthread_t a;
    int *p = malloc(sizeof *p);
    *p = 3;
    pthread_create(&a, NULL, reader, p);
    while (!atomic_load_explicit(&done, memory_order_acquire)) { }
    free(p);
    pthread_join(a, NULL);
    return 0;
}
