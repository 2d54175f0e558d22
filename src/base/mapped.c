/* Bytes that processes share: of no file, or of one that each of them opens by its name. */
#include "base/mapped.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static u8 *map(int file, size_t n)
{
    int flags = MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0);
    void *at = mmap(NULL, n, PROT_READ | PROT_WRITE, flags, file, 0);

    return at == MAP_FAILED ? NULL : at;
}

u8 *mapped_open(const char *path, size_t n)
{
    int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
    u8 *at;

    if (path && file < 0)
        return NULL;
    at = path && ftruncate(file, (off_t)n) ? NULL : map(file, n);
    if (file >= 0)
        close(file);
    return at;
}

void mapped_close(u8 *at, size_t n)
{
    munmap(at, n);
}
