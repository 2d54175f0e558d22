// right: VERIFIED
// wrong: FAILED assertion
// A mutex and a count in memory that processes share; the wrong ones lock none.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct both {
    pthread_mutex_t m;
    int n;
};

static void add(struct both *b)
{
    int n;

#ifndef WRONG
    pthread_mutex_lock(&b->m);
#endif
    n = b->n;
    sched_yield();
    b->n = n + 1;
#ifndef WRONG
    pthread_mutex_unlock(&b->m);
#endif
}

int main(void)
{
    struct both *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t a;

    pthread_mutexattr_init(&a);
    pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&b->m, &a);
    if (fork() == 0) {
        add(b);
        _exit(0);
    }
    add(b);
    wait(NULL);
    assert(b->n == 2);
}
