// verdict: FAILED unlock :10
// A thread unlocks a spinlock that main holds.
#include <pthread.h>

static pthread_spinlock_t l;

static void *work(void *arg)
{
    (void)arg;
    pthread_spin_unlock(&l);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
