// right: VERIFIED
// wrong: FAILED assertion
// A descriptor that one thread closes before, or after, the other writes to it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *unused)
{
    int got = (int)write(ends[1], "x", 1);

#ifdef WRONG
    assert(got == -1);
#endif
    assert(got == 1 || got == -1);
    return unused;
}

int main(void)
{
    pthread_t t;

    pipe(ends);
    pthread_create(&t, NULL, writer, NULL);
    close(ends[1]);
    pthread_join(t, NULL);
}
