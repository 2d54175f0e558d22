// verdict: FAILED in-use
// also: -DMENDED VERIFIED
// A spinlock is initialised again while a thread holds it.
#include <pthread.h>

static pthread_spinlock_t l;

int main(void)
{
    pthread_spin_init(&l, 0);
    pthread_spin_lock(&l);
#ifdef MENDED
    pthread_spin_unlock(&l);
    pthread_spin_destroy(&l);
#endif
    pthread_spin_init(&l, 0);
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    return 0;
}
