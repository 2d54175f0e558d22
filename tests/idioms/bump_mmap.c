// default: VERIFIED
// A bump allocator in mapped memory.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static char *base, *cur, *end;
static void *alloc(size_t n)
{
    char *p = (char *)(((uintptr_t)cur + 15) & ~15ul);
    if (p + n > end)
        return NULL;
    cur = p + n;
    return p;
}
int main(void)
{
    base = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return 1;
    assert(((uintptr_t)base & 4095) == 0);
    cur = base;
    end = base + 4096;
    int *a = alloc(5), *b = alloc(8);
    *b = 3;
    *(char *)a = 1;
    assert((char *)b - (char *)a == 16);
    munmap(base, 4096);
    return 0;
}
