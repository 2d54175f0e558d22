// Of two threads that wait at semaphores both may be cancelled before either is posted.
// verdict: VERIFIED
// outcomes: 8
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s, q;
static atomic_int x;
static int first, second;

static void left(void *to)
{
    *(int *)to = 1 + atomic_load(&x);
}

static void *one(void *arg)
{
    pthread_cleanup_push(left, &first);
    sem_wait(&s);
    pthread_cleanup_pop(0);
    return arg;
}

static void *two(void *arg)
{
    pthread_cleanup_push(left, &second);
    sem_wait(&q);
    pthread_cleanup_pop(0);
    return arg;
}

static void *posts(void *arg)
{
    atomic_store(&x, 1);
    sem_post(&s);
    sem_post(&q);
    return arg;
}

int main(void)
{
    pthread_t a, b, c;

    sem_init(&s, 0, 0);
    sem_init(&q, 0, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_create(&c, 0, posts, 0);
    pthread_cancel(a);
    pthread_cancel(b);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
