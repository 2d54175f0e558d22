// verdict: FAILED relock :11
// A thread locks a spinlock that it holds.
#include <pthread.h>

static pthread_spinlock_t l;

int main(void)
{
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_spin_lock(&l);
    return 0;
}
