// verdict: FAILED assertion :23
// A local variable becomes shared when its address is stored.
#include <assert.h>
#include <pthread.h>

static int *where;

static void *writer(void *arg)
{
    if (where)
        *where = 2;
    return arg;
}

int main(void)
{
    pthread_t t;
    int local = 1;
    pthread_create(&t, NULL, writer, NULL);
    assert(local == 1);
    where = &local;
    local = 1;
    assert(local == 1);
    pthread_join(t, NULL);
    return 0;
}
