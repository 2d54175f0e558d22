// Two processes count in memory that they share; -DADD: by one atomic operation.
#include <assert.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef TYPE
#define TYPE int
#endif

int main(void)
{
    TYPE *n = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();

#ifdef ADD
    atomic_fetch_add(n, 1);
#else
    *n = *n + 1;
#endif
    if (child == 0)
        _exit(0);
    wait(NULL);
    assert(*n == 2);
    return 0;
}
