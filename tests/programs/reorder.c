// verdict: FAILED assertion :18
// A checker sees one of two stores done and the other not.
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *setter(void *arg)
{
    a = 1;
    b = -1;
    return arg;
}

static void *checker(void *arg)
{
    int x = a, y = b;
    assert((x == 0 && y == 0) || (x == 1 && y == -1));
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, setter, NULL);
    pthread_create(&t[1], NULL, setter, NULL);
    pthread_create(&t[2], NULL, checker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
