// A clock does not run backwards from who creates to the thread or process, and from their ends to who waits for them.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long begun, *last;

static long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *worker(void *unused)
{
    assert(now() >= begun);
    usleep(30000);
    *last = now();
    return unused;
}

int main(void)
{
    pthread_t t;

    last = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    usleep(50000);
    begun = now();
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(now() >= *last);
    if (fork() == 0) {
        worker(NULL);
        _exit(0);
    }
    wait(NULL);
#ifdef WRONG
    assert(now() < *last);
#else
    assert(now() >= *last);
#endif
    return 0;
}
