// Memory without a name is handed to a program that is executed, by its descriptor.
// right: VERIFIED
// wrong: FAILED assertion
// The wrong one closes when it is executed.
#define _GNU_SOURCE
#include <assert.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef WRONG
#define FLAGS MFD_CLOEXEC
#else
#define FLAGS 0
#endif

static sem_t *map(int fd)
{
    void *at = mmap(NULL, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    assert(at != MAP_FAILED);
    return at;
}

int main(int argc, char **argv)
{
    char number[16];
    sem_t *s;
    int fd;

    if (argc > 1)
        return sem_post(map(atoi(argv[1])));
    fd = memfd_create("memory", FLAGS);
    assert(ftruncate(fd, sizeof *s) == 0);
    s = map(fd);
    sem_init(s, 1, 0);
    snprintf(number, sizeof number, "%d", fd);
    if (fork() == 0) {
        execl(argv[0], argv[0], number, (char *)NULL);
        _exit(127);
    }
    sem_wait(s);
    wait(NULL);
    return 0;
}
