// verdict: VERIFIED
// outcomes: 3
// But never fewer than two.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *arg)
{
    for (int i = 0; i < 2; i++)
        counter++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter >= 2 && counter <= 4);
    return 0;
}
