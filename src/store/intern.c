/* The intern table: strings of 32-bit words, each stored once.  The strings lie one after another
 * in a stretch of address space that is reserved at once and filled as needed, so their numbers,
 * which are word indices, stay valid; a table of 8-byte slots (hash tag and number) finds them by
 * linear probing.  A number is never 0: word 0 is not used. */
#include "store/intern.h"

#include "base/halt.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const u64 most_words = (u64)1 << 32, least_words = (u64)1 << 16;

/* How much address space the process may still get; UINT64_MAX: as much as there is. */
static u64 addresses_left(void)
{
    struct rlimit most;
    unsigned long long pages = 0;
    FILE *f;

    if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%llu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    u64 used = pages * (u64)sysconf(_SC_PAGE_SIZE);

    return used < most.rlim_cur ? most.rlim_cur - used : 0;
}

/* Reserves a stretch of addresses.  Where they are limited, a third of what is left: slots, other
 * tables and the search need some too. */
static void reserve(intern *t)
{
    u64 left = addresses_left();

    t->room = most_words;
    while (t->room > least_words && t->room * 4 > left / 3)
        t->room /= 2;
    for (;; t->room /= 2) {
        t->words = mmap(NULL, t->room * 4, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (t->words != MAP_FAILED)
            return;
        if (t->room <= least_words)
            halt("no %llu bytes of addresses are left for states", (unsigned long long)t->room * 4);
    }
}

void intern_open(intern *t, u64 limit_bytes)
{
    *t = (intern){.used = 1, .limit = limit_bytes ? limit_bytes : UINT64_MAX};
    reserve(t);
    t->mask = (1 << 12) - 1;
    t->slots = mem_alloc((t->mask + 1) * 8);
}

void intern_close(intern *t)
{
    munmap(t->words, t->room * 4);
    mem_free(t->slots);
    *t = (intern){0};
}

/* Doubles the slots.  The tag keeps 32 bits of the hash, enough to place a slot without its string.
 */
static void grow(intern *t)
{
    u64 mask = t->mask * 2 + 1;
    u64 *slots = mem_alloc((mask + 1) * 8);
    u64 moved = 0;

    for (u64 i = 0; i <= t->mask; i++) {
        u64 slot = t->slots[i];

        if (!slot)
            continue;
        u64 at = (slot >> 32) & mask;

        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = slot;
        moved++;
    }
    assert(moved == t->count);
    mem_free(t->slots);
    t->slots = slots;
    t->mask = mask;
}

static u32 append(intern *t, const u32 *words, u32 n)
{
    u64 id = t->used;

    if (id + n + 1 > t->room)
        halt("the table of states is full: it has room for %llu words of 4 bytes",
             (unsigned long long)t->room);
    t->words[id] = n;
    memcpy(t->words + id + 1, words, (size_t)n * 4);
    t->used += n + 1;
    t->count++;
    if (intern_bytes(t) > t->limit)
        t->full = true;
    assert(id && id <= UINT32_MAX);
    return (u32)id;
}

u32 intern_put(intern *t, const u32 *words, u32 n, bool *fresh)
{
    u64 tag = hash_words(words, n) >> 32;
    u64 at = tag & t->mask;

    for (; t->slots[at]; at = (at + 1) & t->mask) {
        u64 slot = t->slots[at];
        u32 id = (u32)slot;

        if (slot >> 32 == tag && t->words[id] == n &&
            !memcmp(t->words + id + 1, words, (size_t)n * 4)) {
            if (fresh)
                *fresh = false;
            return id;
        }
    }
    u32 id = append(t, words, n);

    t->slots[at] = tag << 32 | id;
    if (fresh)
        *fresh = true;
    if (t->count * 4 > t->mask * 3)
        grow(t);
    return id;
}

u64 intern_bytes(const intern *t)
{
    return t->used * 4 + (t->mask + 1) * 8;
}
