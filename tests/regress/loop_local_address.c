// verdict: VERIFIED
/* Locals with an address, made anew in each turn of an endless loop: finitely many states. */
#include <pthread.h>
static int g, n = 3;
static void flip(int *p)
{
    *p = !*p;
}
static void *worker(void *a)
{
    (void)a;
    for (;;) {
        int x = g, v[n];
        flip(&x);
        v[0] = x;
        g = v[0];
    }
    return NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
