// verdict: FAILED use-after-scope :18
// also: -O2 FAILED use-after-scope :18
/* At -O2 one object serves every turn of the loop; between two turns it is gone all the same. */
#include <pthread.h>
#include <semaphore.h>
static sem_t started;
static pthread_t t;
int g;
void use(int *p);
__attribute__((noinline)) void use(int *p)
{
    __atomic_store_n(p, 1, __ATOMIC_RELAXED);
}
static void *worker(void *a)
{
    int *p = a;
    sem_post(&started);
    g = __atomic_load_n(p, __ATOMIC_RELAXED);
    return NULL;
}
int main(void)
{
    sem_init(&started, 0, 0);
    for (int i = 0; i < 2; i++) {
        int x;
        use(&x);
        if (i) {
            pthread_join(t, NULL);
        } else {
            pthread_create(&t, NULL, worker, &x);
            sem_wait(&started);
        }
    }
    return 0;
}
