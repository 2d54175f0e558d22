// verdict: VERIFIED
// sem_timedwait ends with ETIMEDOUT when no post can come.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t s;
    struct timespec until;
    sem_init(&s, 0, 1);
    clock_gettime(CLOCK_REALTIME, &until);
    assert(sem_timedwait(&s, &until) == 0);
    assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
    return 0;
}
