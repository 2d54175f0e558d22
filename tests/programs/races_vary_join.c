// verdict: FAILED assertion
// flags: --races off
// The same with a join that does not wait.
#define _GNU_SOURCE
#include <heddle.h>
#include <pthread.h>
static pthread_t second;
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *first_thread(void *arg)
{
    pthread_mutex_lock(&lock);
    x = 2;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *second_thread(void *arg)
{
    return arg;
}
int main(void)
{
    pthread_t first;
    int got;
    pthread_create(&first, 0, first_thread, 0);
    pthread_create(&second, 0, second_thread, 0);
    got = x;
    heddle_atomic_begin();
    if (pthread_mutex_trylock(&lock) == 0)
        pthread_mutex_unlock(&lock);
    else
        got = got * 3 + (pthread_tryjoin_np(second, 0) == 0);
    heddle_atomic_end();
    heddle_assert(got != 7);
    pthread_exit(0);
}
