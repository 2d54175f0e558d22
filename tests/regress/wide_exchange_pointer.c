// verdict: VERIFIED
// outcomes: 4
// also: -O2 VERIFIED
/* A pointer in one half of a 16-byte atomic exchange stays a pointer, and shares what it points to. */
#include <pthread.h>
#include <stdlib.h>
struct pair {
    int *p;
    long n;
} __attribute__((aligned(16)));
static struct pair g;
int out;
static void *worker(void *a)
{
    struct pair d;
    (void)a;
    __atomic_load(&g, &d, __ATOMIC_SEQ_CST);
    if (d.p)
        out = *d.p;
    return NULL;
}
int main(void)
{
    pthread_t t;
    int *p = malloc(sizeof *p);
    struct pair d = {p, 1}, e;
    *p = 1;
    pthread_create(&t, NULL, worker, NULL);
    __atomic_exchange(&g, &d, &e, __ATOMIC_SEQ_CST);
    *p = 2;
    *p = 3;
    pthread_join(t, NULL);
    return 0;
}
