/* The intern table: strings of 32-bit words, each stored once.  The strings lie one after another
 * in a stretch of address space that is reserved at once and filled as needed, so their numbers,
 * which are word indices, stay valid; a table of 8-byte slots (hash tag and number) finds them by
 * linear probing.  A number is never 0: word 0 is not used. */
#include "store/intern.h"

#include "base/hash.h"

#include <string.h>
#include <sys/mman.h>

static const u64 reserve_words = (u64)1 << 32;

static void *reserve(u64 bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);

    if (p == MAP_FAILED)
        fail(EXIT_UNKNOWN, "heddle: cannot reserve %llu bytes of address space for states",
             (unsigned long long)bytes);
    return p;
}

void intern_open(intern *t, u64 limit_bytes)
{
    *t =
        (intern){.used = 1, .room = reserve_words, .limit = limit_bytes ? limit_bytes : UINT64_MAX};
    t->words = reserve(t->room * 4);
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

    for (u64 i = 0; i <= t->mask; i++) {
        u64 slot = t->slots[i];

        if (!slot)
            continue;
        u64 at = (slot >> 32) & mask;

        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = slot;
    }
    mem_free(t->slots);
    t->slots = slots;
    t->mask = mask;
}

static u32 append(intern *t, const u32 *words, u32 n)
{
    u64 id = t->used;

    if (id + n + 1 > t->room)
        fail(EXIT_UNKNOWN, "heddle: UNKNOWN: more than 2^32 words of states");
    t->words[id] = n;
    memcpy(t->words + id + 1, words, (size_t)n * 4);
    t->used += n + 1;
    t->count++;
    if (intern_bytes(t) > t->limit)
        t->full = true;
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
