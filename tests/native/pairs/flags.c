// right: VERIFIED
// wrong: FAILED assertion
// A descriptor that one thread makes nonblocking is so for the other too; the wrong one forgets that.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *unused)
{
    char c;
    int got = (int)read(ends[0], &c, 1);

#ifdef WRONG
    assert(got == 1);
#endif
    assert(got == 1 || got == -1);
    return unused;
}

int main(void)
{
    pthread_t t;

    pipe(ends);
    pthread_create(&t, NULL, reader, NULL);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    write(ends[1], "x", 1);
    pthread_join(t, NULL);
}
