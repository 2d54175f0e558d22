// default: UNKNOWN
// Locks by a hash of a heap address.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t lk[4];
struct o {
    int n;
};
static unsigned h(const void *p)
{
    uintptr_t x = (uintptr_t)p;
    x ^= x >> 16;
    x *= 0x9e3779b97f4a7c15ull;
    return (x >> 60) & 3;
}
static void *w(void *p)
{
    struct o *o = p;
    pthread_mutex_lock(&lk[h(o)]);
    o->n++;
    pthread_mutex_unlock(&lk[h(o)]);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    struct o *a = calloc(1, sizeof *a);
    for (int i = 0; i < 4; i++)
        pthread_mutex_init(&lk[i], 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, a);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(a->n == 2);
    free(a);
    return 0;
}
