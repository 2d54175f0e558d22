// verdict: VERIFIED
// A spinlock is made in memory that held a number before: any word may look like one that is held.
#include <pthread.h>

static pthread_spinlock_t pool[2] = {1, 2};

int main(void)
{
    pthread_spin_init(&pool[0], 0);
    pthread_spin_lock(&pool[0]);
    pthread_spin_unlock(&pool[0]);
    return 0;
}
