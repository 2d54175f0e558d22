/* Memory whose addresses follow from what each thread did itself, so that an object has the same
 * address however the threads are interleaved: each thread takes from a stretch of its own, and
 * what it frees, whoever made it, it alone uses again.  Sizes are powers of two. */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/preload/control.h"
#include "native/preload/memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HEAP_BASE  0x100000000000ull
#define HEAP_SPACE (16ull << 30) /* of a thread */
#define CLASSES    34u
#define LEAST      5u /* 32 bytes, the header included */
#define LIVE       0x4c495645u
#define FREED      0x46524545u

typedef struct block {
    uint64_t class : 8, caller : 56; /* of whoever made it */
    uint32_t mark;
    uint32_t shift; /* from the block's first byte to the user's, of an aligned one */
} block;

typedef struct heap {
    char *next;
    block *spare[CLASSES];
} heap;

static heap heaps[NATIVE_THREADS];
static char *base;

static bool ready(void)
{
    void *at;

    if (base)
        return true;
    at = mmap((void *)HEAP_BASE, HEAP_SPACE * NATIVE_THREADS, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (at != (void *)HEAP_BASE)
        return false;
    base = at;
    return true;
}

static uint32_t class_of(size_t bytes)
{
    return bytes <= 1u << LEAST ? LEAST : 64 - (uint32_t)__builtin_clzll(bytes - 1);
}

/* The user's next pointer of a free block lies behind its header. */
static block **link_of(block *b)
{
    return (block **)(b + 1);
}

static block *fresh_block(heap *h, uint32_t slot, uint32_t class)
{
    block *b;

    if (!h->next)
        h->next = base + slot * HEAP_SPACE;
    if ((size_t)1 << class > (size_t)(base + (slot + 1) * HEAP_SPACE - h->next))
        return NULL;
    b = (block *)h->next;
    h->next += (size_t)1 << class;
    return b;
}

static size_t room_of(const block *b)
{
    return ((size_t)1 << b->class) - sizeof(block) - b->shift;
}

static block *take(size_t bytes, bool *fresh, uint64_t caller)
{
    uint32_t class = class_of(bytes + sizeof(block));
    heap *h = &heaps[control_self];
    block *b;

    if (bytes > HEAP_SPACE / 2 || class >= CLASSES || !ready()) {
        errno = ENOMEM;
        return NULL;
    }
    b = h->spare[class];
    *fresh = !b;
    if (b) {
        h->spare[class] = *link_of(b);
        if (!control->reused)
            control->reused = caller;
    } else {
        b = fresh_block(h, control_self, class);
    }
    if (!b) {
        errno = ENOMEM;
        return NULL;
    }
    access_given(b + 1, *fresh ? bytes : ((size_t)1 << class) - sizeof *b, !*fresh, caller);
    b->class = class & 255u;
    b->caller = caller & ((1ull << 56) - 1);
    b->mark = LIVE;
    b->shift = 0;
    return b;
}

static bool ours(const void *p)
{
    return base && (const char *)p >= base && (const char *)p < base + HEAP_SPACE * NATIVE_THREADS;
}

uint64_t heap_made(uint64_t address, uint64_t *offset)
{
    uint64_t slot = (address - HEAP_BASE) / HEAP_SPACE;
    const char *at = base + slot * HEAP_SPACE;

    if (!ours((const void *)address))
        return 0;
    while (heaps[slot].next && at < heaps[slot].next) {
        const block *b = (const block *)at;

        at += (size_t)1 << b->class;
        if (address >= (uint64_t)at)
            continue;
        *offset = address - (uint64_t)(b + 1) - b->shift;
        return (uint64_t)(b + 1) + b->shift <= address ? b->caller : 0;
    }
    return 0;
}

static block *block_of(void *p, uint64_t caller)
{
    block *b = (block *)p - 1;

    if (!ours(p) || (uintptr_t)p % sizeof(block) || (b->mark != LIVE && b->mark != FREED))
        control_end(END_INVALID_FREE, 0, "", caller);
    if (b->mark == FREED)
        control_end(END_DOUBLE_FREE, 0, "", caller);
    return b;
}

EXPORT void *malloc(size_t bytes)
{
    bool fresh;
    block *b = take(bytes, &fresh, CALLER);

    return b ? b + 1 : NULL;
}

EXPORT void *calloc(size_t n, size_t size)
{
    size_t bytes;
    bool fresh;
    block *b;

    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    b = take(bytes, &fresh, CALLER);
    if (b && !fresh)
        memset(b + 1, 0, bytes);
    return b ? b + 1 : NULL;
}

static void give_back(void *p, uint64_t caller)
{
    block *b, *first;

    access_freed(p, room_of(block_of(p, caller)), caller);
    b = block_of(p, caller); /* others may have run */
    b->mark = FREED;
    first = (block *)((char *)b - b->shift);
    first->class = b->class;
    first->mark = FREED;
    *link_of(first) = heaps[control_self].spare[b->class];
    heaps[control_self].spare[b->class] = first;
}

EXPORT void free(void *p)
{
    if (p)
        give_back(p, CALLER);
}

EXPORT void *realloc(void *p, size_t bytes)
{
    size_t room = p ? room_of(block_of(p, CALLER)) : 0;
    void *q;

    if (p && bytes && bytes <= room) {
        access_kept(p, bytes, CALLER);
        return p;
    }
    if (p && !bytes) {
        give_back(p, CALLER);
        return NULL;
    }
    q = malloc(bytes);
    if (p && q) {
        memcpy(q, p, room < bytes ? room : bytes);
        give_back(p, CALLER);
    }
    return q;
}

EXPORT void *reallocarray(void *p, size_t n, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(p, bytes);
}

EXPORT void *memalign(size_t alignment, size_t bytes)
{
    bool fresh;
    block *b, *inner;
    uintptr_t at;

    if (alignment <= sizeof(block))
        return malloc(bytes);
    b = take(bytes + alignment, &fresh, CALLER);
    if (!b)
        return NULL;
    at = ((uintptr_t)(b + 1) + alignment - 1) & ~(alignment - 1);
    inner = (block *)at - 1;
    if (inner != b)
        *inner = (block){b->class, b->caller, LIVE, (uint32_t)((char *)inner - (char *)b)};
    b->shift = inner->shift;
    return (void *)at;
}

EXPORT void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

EXPORT int posix_memalign(void **out, size_t alignment, size_t bytes)
{
    if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment)
        return EINVAL;
    *out = memalign(alignment, bytes);
    return *out ? 0 : ENOMEM;
}

EXPORT void *valloc(size_t bytes)
{
    return memalign((size_t)sysconf(_SC_PAGESIZE), bytes);
}

EXPORT size_t malloc_usable_size(void *p)
{
    return p ? room_of((block *)p - 1) : 0;
}
