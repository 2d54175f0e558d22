// default: UNKNOWN
// Heap objects locked in the order of their addresses.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct acc {
    pthread_mutex_t m;
    int bal;
};
static struct acc *a, *b;
static void move_(struct acc *x, struct acc *y, int n)
{
    if ((uintptr_t)x < (uintptr_t)y) {
        pthread_mutex_lock(&x->m);
        pthread_mutex_lock(&y->m);
    } else {
        pthread_mutex_lock(&y->m);
        pthread_mutex_lock(&x->m);
    }
    x->bal -= n;
    y->bal += n;
    pthread_mutex_unlock(&x->m);
    pthread_mutex_unlock(&y->m);
}
static void *w(void *u)
{
    move_(b, a, 3);
    return u;
}
static struct acc *mk(void)
{
    struct acc *x = malloc(sizeof *x);
    pthread_mutex_init(&x->m, 0);
    x->bal = 10;
    return x;
}
int main(void)
{
    pthread_t t;
    a = mk();
    b = mk();
    pthread_create(&t, 0, w, 0);
    move_(a, b, 5);
    pthread_join(t, 0);
    assert(a->bal + b->bal == 20);
    free(a);
    free(b);
    return 0;
}
