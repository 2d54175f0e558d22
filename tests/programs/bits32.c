// verdict: VERIFIED
// flags: -m32
// A 32-bit program: sizes, pointers, threads.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long counter;
static uint64_t wide = 1;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    counter++;
    wide <<= 20;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
    pthread_t a, b;
    int *p = malloc(2 * sizeof *p);
    p[1] = 5;
    uintptr_t u = (uintptr_t)p + 4;
    assert(*(int *)u == 5);
    pthread_create(&a, NULL, work, p);
    pthread_create(&b, NULL, work, p);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2 && wide == 1ull << 40);
    free(p);
    return 0;
}
