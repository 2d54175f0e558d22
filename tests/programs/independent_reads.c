// verdict: VERIFIED
// outcomes: 15
// Two readers of two writers cannot disagree on which wrote first.
#include <assert.h>
#include <pthread.h>

static volatile int x, y, a, b, c, d;

static void *write_x(void *arg)
{
    x = 1;
    return arg;
}

static void *write_y(void *arg)
{
    y = 1;
    return arg;
}

static void *read_xy(void *arg)
{
    a = x;
    b = y;
    return arg;
}

static void *read_yx(void *arg)
{
    c = y;
    d = x;
    return arg;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, write_x, NULL);
    pthread_create(&t[1], NULL, write_y, NULL);
    pthread_create(&t[2], NULL, read_xy, NULL);
    pthread_create(&t[3], NULL, read_yx, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(!(a == 1 && b == 0 && c == 1 && d == 0));
    return 0;
}
