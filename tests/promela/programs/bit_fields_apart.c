// Behind a field of no bits another number begins: stores to the two do not meet.
// verdict: VERIFIED
#include <assert.h>
#include <pthread.h>

struct flags {
    unsigned one : 1;
    unsigned : 0;
    unsigned two : 1;
};
static struct flags all;

static void *first(void *unused)
{
    all.one = 1;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, first, 0);
    all.two = 1;
    pthread_join(t, 0);
    assert(all.one && all.two);
    return 0;
}
