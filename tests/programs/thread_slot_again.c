// verdict: VERIFIED
// outcomes: 6
// A thread ends and is joined, and a new one takes its place, while others go on.
#include <pthread.h>

static int x, seen[2];

static void *look(void *arg)
{
    *(int *)arg = x;
    return NULL;
}

static void *writer(void *arg)
{
    x = 1;
    x = 2;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&b, NULL, writer, NULL);
    pthread_create(&a, NULL, look, &seen[0]);
    pthread_join(a, NULL);
    pthread_create(&a, NULL, look, &seen[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
