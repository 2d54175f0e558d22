// An operation on a lock, a semaphore, a condition, a barrier or a once is an access to it: whoever frees the object races
// with it.
// with -DPOST: FAILED use-after-free / FAILED data-race
// with -DLOCK: FAILED use-after-free / FAILED data-race
// with -DSIGNAL: FAILED use-after-free / FAILED data-race
// with -DREAD_LOCK: FAILED use-after-free / FAILED data-race
// with -DWRITE_LOCK: FAILED use-after-free / FAILED data-race
// with -DSPIN: FAILED use-after-free / FAILED data-race
// with -DBARRIER: FAILED use-after-free / FAILED data-race
// with -DONCE: FAILED use-after-free / FAILED data-race
// with : VERIFIED / VERIFIED
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#if defined READ_LOCK
#define ONE pthread_rwlock_rdlock(&b->r)
#elif defined WRITE_LOCK
#define ONE pthread_rwlock_wrlock(&b->r)
#elif defined SPIN
#define ONE pthread_spin_lock(&b->l)
#elif defined BARRIER
#define ONE pthread_barrier_wait(&b->meet)
#elif defined ONCE
#define ONE pthread_once(&b->once, nothing)
#endif

typedef struct box {
    pthread_mutex_t m;
    pthread_cond_t c;
    sem_t s;
#ifdef ONE
    pthread_rwlock_t r;
    pthread_spinlock_t l;
    pthread_barrier_t meet;
    pthread_once_t once;
#endif
    int users, ready;
} box;

static void nothing(void)
{
}

static void leave(box *b)
{
    int left;

    pthread_mutex_lock(&b->m);
    left = --b->users;
    pthread_mutex_unlock(&b->m);
    if (left)
        return;
    pthread_cond_destroy(&b->c);
    pthread_mutex_destroy(&b->m);
    sem_destroy(&b->s);
    free(b);
}

static void *worker(void *arg)
{
    box *b = arg;

#if defined POST
    sem_post(&b->s);
#elif defined LOCK
    pthread_mutex_lock(&b->m);
    pthread_mutex_unlock(&b->m);
#elif defined SIGNAL
    pthread_cond_signal(&b->c);
#elif defined ONE
    ONE;
#else
    pthread_mutex_lock(&b->m);
    b->ready = 1;
    pthread_cond_signal(&b->c);
    pthread_mutex_unlock(&b->m);
    sem_post(&b->s);
    leave(b);
#endif
    return NULL;
}

int main(void)
{
    box *b = calloc(1, sizeof *b);
    pthread_t t;

    pthread_mutex_init(&b->m, NULL);
    pthread_cond_init(&b->c, NULL);
    sem_init(&b->s, 0, 0);
    b->users = 2;
#ifdef ONE
    pthread_rwlock_init(&b->r, NULL);
    pthread_spin_init(&b->l, 0);
    pthread_barrier_init(&b->meet, NULL, 1);
    b->once = (pthread_once_t)PTHREAD_ONCE_INIT;
#endif
    pthread_create(&t, NULL, worker, b);
#if defined POST || defined LOCK || defined SIGNAL || defined ONE
    free(b);
#else
    pthread_mutex_lock(&b->m);
    while (!b->ready)
        pthread_cond_wait(&b->c, &b->m);
    pthread_mutex_unlock(&b->m);
    sem_wait(&b->s);
    leave(b);
#endif
    pthread_join(t, NULL);
    return 0;
}
