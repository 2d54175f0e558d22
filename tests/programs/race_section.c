// verdict: FAILED data-race
// flags: --races error
// Atomic sections do not order what comes after them.
#include <heddle.h>
#include <pthread.h>

static int flag, data;

static void *writer(void *arg)
{
    heddle_atomic_begin();
    flag = 1;
    heddle_atomic_end();
    data = 1;
    return arg;
}

int main(void)
{
    pthread_t a;
    int seen;
    pthread_create(&a, NULL, writer, NULL);
    heddle_atomic_begin();
    seen = flag;
    heddle_atomic_end();
    if (seen)
        data++;
    pthread_join(a, NULL);
    return data > 2;
}
