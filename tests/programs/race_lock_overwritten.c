// verdict: FAILED data-race
// flags: --races error
// A lock is set by hand while another thread is about to take it.
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
    pthread_create(&thread, NULL, take, NULL);
    *(volatile int *)&lock = 5;
    *(volatile int *)&lock = 0;
    pthread_join(thread, NULL);
    return 0;
}
