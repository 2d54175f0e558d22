// verdict: VERIFIED
// outcomes: 3
// also: --memory tso VERIFIED
// also: --memory pso VERIFIED
// A store is answered before its thread goes on: it may leave the buffer between any two steps.
#include <pthread.h>
#include <stdatomic.h>

#define STORE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define LOAD(x)     atomic_load_explicit(&(x), memory_order_relaxed)

static atomic_int x, y;
static int answer;

static void *asks(void *arg)
{
    STORE(x, 1);
    answer = LOAD(y);
    return arg;
}

static void *answers(void *arg)
{
    if (LOAD(x))
        STORE(y, 1);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, asks, NULL);
    pthread_create(&t[1], NULL, answers, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return answer + x + y > 3;
}
