// verdict: FAILED assertion :36
// A signal wakes any waiter, not the one that came first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int arrived, tokens, first_out;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    int me = ++arrived;
    while (!tokens)
        pthread_cond_wait(&c, &m);
    tokens--;
    if (!first_out)
        first_out = me;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        tokens++;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(first_out == 1);
    return 0;
}
