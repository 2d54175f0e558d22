// verdict: FAILED destroyed :9
// A semaphore in static memory, which is all zero, is waited at without sem_init.
#include <semaphore.h>

static sem_t s;

int main(void)
{
    sem_wait(&s);
    return 0;
}
