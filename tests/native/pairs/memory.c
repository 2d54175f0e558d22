// Shared memory by name, with a semaphore in it; another run begins without either.
// right: VERIFIED
// wrong: FAILED deadlock
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct place {
    sem_t free, full;
    int value;
} place;

static place *attach(int flags)
{
    int fd = shm_open("/heddle-test", flags, 0600);
    place *p;

    assert(fd >= 0);
    if (flags & O_CREAT)
        assert(ftruncate(fd, sizeof *p) == 0);
    p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return p;
}

int main(void)
{
    place *p = attach(O_RDWR | O_CREAT | O_EXCL);

    sem_init(&p->free, 1, 1);
    sem_init(&p->full, 1, 0);
    if (fork() == 0) {
        place *q;

        munmap(p, sizeof *p);
        q = attach(O_RDWR);
        for (int i = 1; i <= 2; i++) {
            sem_wait(&q->free);
            q->value = i;
            sem_post(&q->full);
        }
        _exit(0);
    }
    for (int i = 1; i <= 2; i++) {
        sem_wait(&p->full);
        assert(p->value == i);
#ifndef WRONG
        sem_post(&p->free);
#endif
    }
    wait(NULL);
    return 0;
}
