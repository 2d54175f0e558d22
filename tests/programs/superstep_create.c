// verdict: VERIFIED
// outcomes: 4
// A thread is created between two stores, and another between two more: each may run at once.
#include <pthread.h>

static int x, seen[2];

static void *look(void *arg)
{
    *(int *)arg = x;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    x = 1;
    pthread_create(&a, NULL, look, &seen[0]);
    x = 2;
    pthread_create(&b, NULL, look, &seen[1]);
    pthread_join(a, NULL);
    x = 3;
    pthread_join(b, NULL);
    return 0;
}
