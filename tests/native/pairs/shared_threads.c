// Threads of two processes meet at objects in memory that these share.
// right: VERIFIED
// wrong: FAILED deadlock
// options: --no-spurious
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct place {
    pthread_mutex_t lock;
    pthread_cond_t full;
    pthread_barrier_t all;
    int n;
} place;

static place *p;

static void *produce(void *unused)
{
    pthread_barrier_wait(&p->all);
    pthread_mutex_lock(&p->lock);
    p->n++;
    pthread_cond_signal(&p->full);
    pthread_mutex_unlock(&p->lock);
    return unused;
}

static void consume(void)
{
    pthread_mutex_lock(&p->lock);
#ifdef WRONG
    pthread_cond_wait(&p->full, &p->lock);
#else
    while (!p->n)
        pthread_cond_wait(&p->full, &p->lock);
#endif
    p->n--;
    pthread_mutex_unlock(&p->lock);
}

int main(void)
{
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_barrierattr_t b;
    pthread_t t;

    p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&m);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&p->lock, &m);
    pthread_condattr_init(&c);
    pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&p->full, &c);
    pthread_barrierattr_init(&b);
    pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&p->all, &b, 2);
    if (fork() == 0) {
        pthread_create(&t, NULL, produce, NULL);
        pthread_join(t, NULL);
        _exit(0);
    }
    pthread_create(&t, NULL, (void *(*)(void *))pthread_barrier_wait, &p->all);
    consume();
    pthread_join(t, NULL);
    wait(NULL);
    return 0;
}
