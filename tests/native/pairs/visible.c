// right: VERIFIED
// wrong: FAILED assertion
// options: --visible get:1:read --visible put:1:write
// A count through functions that were declared visible; the wrong one locks nothing.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int get(int *from)
{
    return *from;
}

static void put(int *to, int value)
{
    *to = value;
}

static void *add(void *unused)
{
#ifndef WRONG
    pthread_mutex_lock(&m);
#endif
    put(&count, get(&count) + 1);
#ifndef WRONG
    pthread_mutex_unlock(&m);
#endif
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
}
