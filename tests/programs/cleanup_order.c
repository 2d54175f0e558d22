// verdict: VERIFIED
// Cleanup handlers run last in, first out at pthread_exit; a popped one does not run.
#include <assert.h>
#include <pthread.h>

static int order[3], count;

static void note(void *arg)
{
    order[count++] = *(int *)arg;
}

static void *work(void *arg)
{
    static int one = 1, two = 2, three = 3;
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_push(note, &three);
    pthread_cleanup_pop(0);
    pthread_exit(arg);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(count == 2 && order[0] == 2 && order[1] == 1);
    return 0;
}
