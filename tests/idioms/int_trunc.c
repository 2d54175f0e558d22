// default: UNKNOWN
// Small numbers of pointers.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int ids[4];
static void *w(void *p)
{
    int id = (int)(long)p;
    ids[id & 3] = id + 1;
    return 0;
}
static int key(const void *p)
{
    return (int)(((intptr_t)p >> 4) & 0x7fffffff);
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, (void *)2L);
    pthread_join(t, 0);
    assert(ids[2] == 3);
    int x;
    int k = key(&x);
    assert(k == key(&x));
    if (k < 0)
        abort();
    return 0;
}
