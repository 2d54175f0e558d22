// default: UNKNOWN
// Locks in the order of their addresses.
#include <assert.h>
#include <pthread.h>

struct acc {
    pthread_mutex_t m;
    int bal;
};
static struct acc a = {PTHREAD_MUTEX_INITIALIZER, 10}, b = {PTHREAD_MUTEX_INITIALIZER, 10};
static void move_(struct acc *x, struct acc *y, int n)
{
    struct acc *f = x < y ? x : y, *s = x < y ? y : x;
    pthread_mutex_lock(&f->m);
    pthread_mutex_lock(&s->m);
    x->bal -= n;
    y->bal += n;
    pthread_mutex_unlock(&s->m);
    pthread_mutex_unlock(&f->m);
}
static void *w(void *u)
{
    move_(&b, &a, 3);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    move_(&a, &b, 5);
    pthread_join(t, 0);
    assert(a.bal + b.bal == 20);
    return 0;
}
