// verdict: VERIFIED
// outcomes: 3
/* A handle kept in a global looks the same in every engine's outcome. */
#include <pthread.h>
pthread_t t;
int sum;
static void *worker(void *a)
{
    *(int *)a += 1;
    return a;
}
int main(void)
{
    int x = 1;
    pthread_create(&t, NULL, worker, &x);
    x += 10;
    pthread_join(t, NULL);
    sum = x;
    return 0;
}
