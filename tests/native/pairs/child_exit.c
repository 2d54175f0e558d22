// A process ends in the midst of what its thread does: before it, or after.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static sem_t *s;

static void *post(void *unused)
{
    sem_post(s);
    sem_post(s);
    return unused;
}

int main(void)
{
    int value;

    s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(s, 1, 0);
    if (fork() == 0) {
        pthread_t t;

        pthread_create(&t, NULL, post, NULL);
#ifdef WRONG
        _exit(0);
#endif
        pthread_join(t, NULL);
        _exit(0);
    }
    wait(NULL);
    sem_getvalue(s, &value);
#ifdef WRONG
    assert(value != 1);
#else
    assert(value == 2);
#endif
    return 0;
}
