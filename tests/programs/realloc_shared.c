// verdict: FAILED use-after-free :12
// A growing array moves while another thread reads its old place.
#include <pthread.h>
#include <stdlib.h>

static int *array;
static int seen;

static void *reader(void *arg)
{
    int *a = array;
    seen = a[0];
    return arg;
}

int main(void)
{
    pthread_t t;
    array = malloc(sizeof *array);
    array[0] = 1;
    pthread_create(&t, NULL, reader, NULL);
    array = realloc(array, 2 * sizeof *array);
    pthread_join(t, NULL);
    free(array);
    return 0;
}
