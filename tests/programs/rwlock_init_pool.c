// verdict: VERIFIED
// also: -DHELD FAILED in-use :28
// A read-write lock is made in memory that held flags before, which look like a writer's number beside the sign; and
// again, where a thread holds it for writing.
#include <pthread.h>

static union {
    unsigned flags[14];
    pthread_rwlock_t lock;
} pool[2];

static void use(pthread_rwlock_t *lock)
{
    pthread_rwlock_wrlock(lock);
    pthread_rwlock_unlock(lock);
}

int main(void)
{
    for (unsigned i = 0; i < 2; i++) {
        for (int k = 0; k < 14; k++)
            pool[i].flags[k] = i ? 0x8000ffff : 0x80000001;
        pthread_rwlock_init(&pool[i].lock, 0);
        use(&pool[i].lock);
    }
#ifdef HELD
    pthread_rwlock_wrlock(&pool[1].lock);
    pthread_rwlock_init(&pool[1].lock, 0);
#endif
    return 0;
}
