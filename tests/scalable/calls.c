/* Two threads make N calls, each with a variable in memory. */
#include <pthread.h>

#ifndef N
#define N 20000
#endif

static int look(const int *p) { return *p; }
static int call(int k) { int own = k; return look(&own); }
static void *run(void *arg)
{
    int sum = 0;
    for (int k = 0; k < N; k++)
        sum += call(k) & 1;
    return sum ? arg : NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
