/* The heap.  Every allocation is an object of the machine, so there are no addresses to reuse and
 * no arena: bounds, double frees and use after free are checked by the machine itself.  With
 * --malloc-may-fail each allocation is a choice: it succeeds, or returns NULL with ENOMEM.  Sizes
 * beyond PTRDIFF_MAX always fail.  Memory of size 0 is an object without bytes.
 *
 * In some layouts of --addresses layout memory that was freed comes back, so that whoever kept a
 * pointer to it has one to the new object: the last objects that were freed are kept in a list, and
 * one of the same size is taken from it, the last one or the first one.  Any two operations on the
 * heap then depend on each other. */
#include "heddle_runtime.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 16, PAGE = 4096 };

static int fails(size_t size)
{
    if (size <= PTRDIFF_MAX && !(__heddle_option(OPTION_MALLOC_MAY_FAIL) && __heddle_choose(2)))
        return 0;
    errno = ENOMEM;
    return 1;
}

/* Another value when the program is loaded with --addresses layout. */
const volatile int __heddle_reuses = 0;
enum { FREED = 8 };
static void *freed[FREED]; /* the last one first */

static int reuses(void)
{
    return __heddle_reuses ? __heddle_option(OPTION_REUSE) : REUSE_NONE;
}

static void move_freed(int from, int to, int count)
{
    __builtin_memmove(freed + to, freed + from, (size_t)count * sizeof *freed);
}

void __heddle_release(void *pointer, int family)
{
    if (reuses() == REUSE_NONE) {
        __heddle_free(pointer, family);
        return;
    }
    __heddle_visible(EV_SYNC, freed, sizeof freed);
    __heddle_free(pointer, family);
    move_freed(0, 1, FREED - 1);
    freed[0] = pointer;
    __heddle_op_end();
}

static void *take_freed(int k, size_t size, size_t alignment, int zeroed)
{
    void *memory = freed[k];
    if (!memory || !__heddle_revive(memory, size, alignment, zeroed))
        return NULL;
    move_freed(k + 1, k, FREED - 1 - k);
    freed[FREED - 1] = NULL;
    return memory;
}

static void *allocate(size_t size, size_t alignment, int zeroed)
{
    int how = reuses();
    void *memory = NULL;
    if (how == REUSE_NONE)
        return __heddle_alloc(size, alignment, zeroed);
    __heddle_visible(EV_SYNC, freed, sizeof freed);
    for (int k = 0; k < FREED && !memory; k++)
        memory = take_freed(how == REUSE_LAST ? k : FREED - 1 - k, size, alignment, zeroed);
    if (!memory)
        memory = __heddle_alloc(size, alignment, zeroed);
    __heddle_op_end();
    return memory;
}

static void release(void *pointer)
{
    __heddle_release(pointer, HEAP_MALLOC);
}

void *__heddle_make(size_t size, size_t alignment, int zeroed)
{
    return fails(size) ? NULL : allocate(size, alignment, zeroed);
}

static void *make(size_t size, size_t alignment, int zeroed)
{
    return __heddle_make(size, alignment, zeroed);
}

static int power_of_two(size_t n)
{
    return n && !(n & (n - 1));
}

void *malloc(size_t size)
{
    return make(size, ALIGNMENT, 0);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        bytes = SIZE_MAX;
    return make(bytes, ALIGNMENT, 1);
}

void free(void *pointer)
{
    if (pointer)
        release(pointer);
}

void cfree(void *pointer)
{
    free(pointer);
}

static void *resize(void *old, size_t size)
{
    size_t had = __heddle_object_size(old);
    if (size == 0) {
        release(old);
        return NULL;
    }
    void *made = make(size, ALIGNMENT, 0);
    if (!made)
        return NULL;
    __builtin_memcpy(made, old, had < size ? had : size);
    release(old);
    return made;
}

void *realloc(void *old, size_t size)
{
    return old ? resize(old, size) : make(size, ALIGNMENT, 0);
}

void *reallocarray(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}

void *memalign(size_t alignment, size_t size)
{
    if (!power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return make(size, alignment < ALIGNMENT ? ALIGNMENT : alignment, 0);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    if (!power_of_two(alignment) || alignment % sizeof(void *))
        return EINVAL;
    int before = errno;
    void *made = memalign(alignment, size);
    errno = before;
    if (!made)
        return ENOMEM;
    *out = made;
    return 0;
}

void *valloc(size_t size)
{
    return make(size, PAGE, 0);
}

void *pvalloc(size_t size)
{
    return make((size + PAGE - 1) & ~(size_t)(PAGE - 1), PAGE, 0);
}

size_t malloc_usable_size(void *pointer)
{
    return pointer ? __heddle_object_size(pointer) : 0;
}

static char *copy(const char *text, size_t n)
{
    char *made = malloc(n + 1);
    if (!made)
        return NULL;
    __builtin_memcpy(made, text, n);
    made[n] = 0;
    return made;
}

char *strdup(const char *text)
{
    return copy(text, __heddle_strlen(text));
}

char *__strdup(const char *text)
{
    return copy(text, __heddle_strlen(text));
}

char *strndup(const char *text, size_t limit)
{
    size_t n = 0;
    while (n < limit && text[n])
        n++;
    return copy(text, n);
}

char *__strndup(const char *text, size_t limit)
{
    return strndup(text, limit);
}

/* Memory maps: anonymous ones, whole; their bytes are heap like others. */
void *mmap(void *wanted, size_t size, int protection, int flags, int fd, off_t offset)
{
    (void)wanted, (void)fd, (void)offset;
    if (size == 0) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (!(flags & MAP_ANONYMOUS) || flags & MAP_FIXED || protection != (PROT_READ | PROT_WRITE))
        __heddle_unsupported("mmap() of other than anonymous memory to read and write");
    void *memory = make((size + PAGE - 1) & ~(size_t)(PAGE - 1), PAGE, 1);
    return memory ? memory : MAP_FAILED;
}

int munmap(void *memory, size_t size)
{
    int mapped = __heddle_is_pointer(memory);
    if (size == 0 || (!mapped && (uintptr_t)memory % PAGE)) {
        errno = EINVAL;
        return -1;
    }
    if (!mapped)
        return 0; /* nothing is there */
    if (__heddle_object_size(memory) != ((size + PAGE - 1) & ~(size_t)(PAGE - 1)))
        __heddle_unsupported("munmap() of a part of a mapping");
    release(memory);
    return 0;
}
