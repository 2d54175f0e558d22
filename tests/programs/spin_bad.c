// verdict: FAILED deadlock
// Two spin locks taken in opposite orders.
#include <pthread.h>

static pthread_spinlock_t s, r;

static void *work(void *arg)
{
    pthread_spin_lock(&s);
    pthread_spin_lock(&r);
    pthread_spin_unlock(&r);
    pthread_spin_unlock(&s);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&s, 0);
    pthread_spin_init(&r, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_spin_lock(&r);
    pthread_spin_lock(&s);
    pthread_spin_unlock(&s);
    pthread_spin_unlock(&r);
    pthread_join(t, NULL);
    return 0;
}
