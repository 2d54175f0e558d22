// verdict: VERIFIED
// outcomes: 3
// What one thread stores while another is awaited is seen by main in every state.
#include <pthread.h>

static int x, y, seen;

static void *brief(void *arg)
{
    y = 1;
    return arg;
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
    pthread_create(&a, NULL, brief, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    seen = x;
    pthread_join(b, NULL);
    return 0;
}
