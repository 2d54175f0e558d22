// verdict: FAILED destroyed
// A semaphore that sem_init never saw has no count, not even 0.
#include <semaphore.h>

static sem_t s[2];

int main(void)
{
    sem_post(&s[1]);
    sem_wait(&s[1]);
    return 0;
}
