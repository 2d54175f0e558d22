// verdict: FAILED double-free :14
// The count is taken down and tested in two steps: both threads see zero.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 2;
static int *object;

static void *drop(void *arg)
{
    references--;
    if (references == 0)
        free(object);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    object = malloc(sizeof *object);
    pthread_create(&a, NULL, drop, NULL);
    pthread_create(&b, NULL, drop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
