// verdict: FAILED assertion
// also: -DOTHERS VERIFIED
// A wait that was signalled may be cancelled as long as the thread has not left it.  It does not use
// up the signal then, if others wait there (-DOTHERS): one of them has it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tokens;

static void unlock(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&lock);
}

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, NULL);
    while (!tokens)
        pthread_cond_wait(&changed, &lock);
    tokens--;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t first;
    void *result;

    pthread_create(&first, NULL, take, NULL);
#ifdef OTHERS
    pthread_t second;

    pthread_create(&second, NULL, take, NULL);
#endif
    pthread_mutex_lock(&lock);
    tokens = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_cancel(first);
    pthread_join(first, &result);
#ifdef OTHERS
    if (result != PTHREAD_CANCELED) {
        pthread_mutex_lock(&lock);
        tokens++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(second, NULL);
#else
    assert(!tokens);
#endif
}
