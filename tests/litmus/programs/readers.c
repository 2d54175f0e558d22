// verdict: VERIFIED
// executions: 1024
// Ten readers and a writer: each reads before or after it.
#include <pthread.h>
#include <stdatomic.h>

enum { N = 10 };
static atomic_int x;
static int seen[N];

static void *reader(void *arg)
{
    *(int *)arg = atomic_load(&x);
    return NULL;
}

static void *writer(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}

int main(void)
{
    pthread_t t[N], w;
    pthread_create(&w, NULL, writer, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, reader, &seen[i]);
    pthread_join(w, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
