// A destructor gets what its thread kept: here a pointer to a reading.
// mutant: CLOSE_DESTRUCTOR
// flags: --input-errors fail
// says: destructor.c:17: the assertion may fail: it depends on inputs, by 'v'
// closed: FAILED: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int read_sensor(void);
static pthread_key_t key;

static void at_end(void *p)
{
    int v = *(int *)p;

    free(p);
    assert(v != 7);
}

static void *worker(void *unused)
{
    int *v = malloc(sizeof *v);

    *v = read_sensor();
    pthread_setspecific(key, v);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_key_create(&key, at_end);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
