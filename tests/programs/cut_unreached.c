// verdict: VERIFIED
// What is not understood does no harm where no run comes to it: functions and variables that are
// nowhere defined, by name and in tables, inline assembly, thread-local variables.
#include <assert.h>
#include <pthread.h>

struct hidden;
extern struct hidden somewhere;
extern int elsewhere, many[];
extern _Thread_local int own;
int missing(int);
static int twice(int n)
{
    return 2 * n;
}
static int (*const table[])(int) = {missing, twice};
static void *const addresses[] = {&somewhere, &elsewhere, many, (void *)missing};
static int x, which = 1;

static void *worker(void *arg)
{
    __atomic_add_fetch(&x, table[which](3), __ATOMIC_SEQ_CST);
    if (x > 100) {
        __asm__ __volatile__("cli");
        own = missing(elsewhere + many[3]);
    }
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(x == 12);
    assert(addresses[0] != addresses[1] && addresses[3] == (void *)table[0] && addresses[2]);
    return 0;
}
