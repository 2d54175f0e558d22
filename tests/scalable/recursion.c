/* Two threads call N deep, each call with a variable that the next one is given. */
#include <pthread.h>

#ifndef N
#define N 9000
#endif

static int down(int n, int *above)
{
    int own = *above + 1;
    return n ? down(n - 1, &own) + own : own;
}
static void *run(void *arg)
{
    int first = 0;
    return down(N, &first) ? arg : NULL;
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
