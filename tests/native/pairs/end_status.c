// The process ends in one of two ways, and the status of each counts.
// right: VERIFIED
// wrong: FAILED exit-status
// options: --exit-status
#include <pthread.h>
#include <unistd.h>

#ifdef WRONG
enum { STATUS = 1 };
#else
enum { STATUS = 0 };
#endif

static void *ends(void *arg)
{
    _exit(STATUS);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, ends, NULL);
    _exit(0);
}
