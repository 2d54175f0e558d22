// verdict: FAILED data-race
// flags: --races error
// Main reads before it has joined.
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
    seen = result;
    pthread_join(a, NULL);
    return seen > 6;
}
