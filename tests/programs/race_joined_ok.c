// verdict: VERIFIED
// flags: --races error
// Main reads when it has joined.
#include <pthread.h>

static int result;

static void *worker(void *arg)
{
    result = 6;
    return arg;
}

int main(void)
{
    pthread_t a;
    int seen;
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    seen = result;
    return seen > 6;
}
