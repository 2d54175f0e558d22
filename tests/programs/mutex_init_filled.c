// verdict: VERIFIED
// also: -DHELD FAILED in-use :20
// A mutex is made in memory of a pool that was filled with numbers, or bytes, before; and again, while it is locked.
#include <pthread.h>
#include <string.h>

static union {
    int numbers[10];
    pthread_mutex_t lock;
} pool[3];

static void *make(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_t *lock = &pool[i].lock;

        pthread_mutex_init(lock, 0);
        pthread_mutex_lock(lock);
#ifdef HELD
        pthread_mutex_init(lock, 0);
#endif
        pthread_mutex_unlock(lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;

    for (int k = 0; k < 10; k++) {
        pool[0].numbers[k] = k + 1;
        pool[1].numbers[k] = 65535;
    }
    memset(&pool[2], 77, sizeof pool[2]);
    pthread_create(&t, 0, make, 0);
    pthread_join(t, 0);
    return 0;
}
