// verdict: FAILED data-race
// flags: --races error
// also: -DRIGHT VERIFIED
// A robust mutex whose state was not made consistent is lost: who is told so did not get it, and comes after nobody.
#include <errno.h>
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t m;
static int data;

static void *dies(void *arg)
{
    pthread_mutex_lock(&m);
    return arg;
}

static void *loses(void *arg)
{
    data = 1;
    if (pthread_mutex_lock(&m) == EOWNERDEAD) {
#ifdef RIGHT
        pthread_mutex_consistent(&m);
#endif
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *is_told(void *arg)
{
    int e = pthread_mutex_lock(&m);

    if (e == ENOTRECOVERABLE)
        data = 2;
    else
        pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_mutexattr_t attr;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    heddle_choose(2);
    pthread_create(&a, NULL, dies, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, loses, NULL);
    pthread_create(&c, NULL, is_told, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
