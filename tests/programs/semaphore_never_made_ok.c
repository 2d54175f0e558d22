// verdict: VERIFIED
// Semaphores that begin with 0, with 1 and with the most there may be.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

static sem_t none, one, most;

static int value(sem_t *s)
{
    int n;
    assert(sem_getvalue(s, &n) == 0);
    return n;
}

int main(void)
{
    assert(sem_init(&none, 0, 0) == 0 && sem_init(&one, 0, 1) == 0);
    assert(sem_init(&most, 0, SEM_VALUE_MAX) == 0);
    assert(sem_init(&none, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
    assert(value(&none) == 0 && value(&one) == 1 && value(&most) == SEM_VALUE_MAX);
    assert(sem_trywait(&none) == -1 && errno == EAGAIN);
    assert(sem_post(&most) == -1 && errno == EOVERFLOW);
    assert(sem_wait(&one) == 0 && value(&one) == 0);
    assert(sem_post(&none) == 0 && value(&none) == 1);
    assert(sem_wait(&none) == 0 && sem_wait(&most) == 0 && value(&most) == SEM_VALUE_MAX - 1);
    assert(sem_destroy(&none) == 0 && sem_destroy(&one) == 0 && sem_destroy(&most) == 0);
    return 0;
}
