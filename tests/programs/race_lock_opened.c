// verdict: FAILED data-race
// flags: --races error
// A lock is given back by hand while another thread waits for it.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *take(void *arg)
{
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&thread, NULL, take, NULL);
    *(volatile int *)&lock = 0;
    pthread_join(thread, NULL);
    return 0;
}
