// default: VERIFIED
// Pthread_self as an owner's number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned long owner;
static int depth, cnt;
static void lock(void)
{
    unsigned long me = (unsigned long)pthread_self(), z = 0;
    if (atomic_load(&owner) == me) {
        depth++;
        return;
    }
    while (!atomic_compare_exchange_weak(&owner, &z, me))
        z = 0;
    depth = 1;
}
static void unlock(void)
{
    if (--depth == 0)
        atomic_store(&owner, 0);
}
static void *w(void *u)
{
    lock();
    lock();
    cnt++;
    unlock();
    unlock();
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    w(0);
    pthread_join(t, 0);
    assert(cnt == 2);
    return 0;
}
