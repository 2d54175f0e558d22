// right: VERIFIED
// wrong: FAILED deadlock
// A futex used by hand; the wrong one wakes before it sets the word.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *waker(void *unused)
{
#ifdef WRONG
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    sched_yield();
    atomic_store(&word, 1);
#else
    atomic_store(&word, 1);
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#endif
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waker, NULL);
    while (!atomic_load(&word))
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    pthread_join(t, NULL);
}
