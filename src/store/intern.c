/* The intern table: strings of 32-bit words, each stored once.  The strings lie one after another
 * in a stretch of address space that is reserved at once and filled as needed, so their numbers,
 * which are word indices, stay valid; a table of 8-byte slots (hash tag and number) finds them by
 * linear probing.  A number is never 0: word 0 is not used.
 *
 * Several processes fill a shared table without locks.  Each writes strings into words that it
 * reserved, many at a time, and publishes one by setting a free slot; who finds that another was
 * faster with the same string forgets its own.  A string is in the table once, so that its number
 * is the same for all.  When the slots become few one process doubles them while the others are
 * kept outside: each says when it is inside (`busy`), none enters while the table grows.  The slots
 * of each size lie behind those of all smaller ones, in one stretch. */
#define _GNU_SOURCE
#include "store/intern.h"

#include "base/halt.h"
#include "base/hash.h"
#include "base/sealed.h"
#include "store/shared.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const u64 most_words = (u64)1 << 32, least_words = (u64)1 << 16;

enum { FIRST_BITS = 12, MOST_BITS = 30, RESERVED_WORDS = 1 << 14 };

struct intern_shared {
    _Atomic u64 used, count;
    _Atomic u32 bits; /* so many of a hash choose a slot */
    _Atomic u32 growing;
    struct {
        _Alignas(64) _Atomic u32 busy;
    } processes[SHARED_MOST];
};

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

static u64 slots_reserved(void)
{
    return ((u64)2 << MOST_BITS) * sizeof(u64);
}

bool intern_open_shared(intern *t, u64 limit_bytes)
{
    *t = (intern){.limit = limit_bytes ? limit_bytes : UINT64_MAX, .room = most_words};
    t->words = shared_reserve(t->room * 4);
    t->slots = shared_reserve(slots_reserved());
    t->shared = shared_reserve(sizeof *t->shared);
    if (!t->words || !t->slots || !t->shared) {
        intern_close(t);
        return false;
    }
    t->shared->used = 1;
    t->shared->bits = FIRST_BITS;
    return true;
}

void intern_close(intern *t)
{
    if (t->words)
        munmap(t->words, t->room * 4);
    if (t->shared)
        shared_release(t->slots, slots_reserved());
    else
        mem_free(t->slots);
    if (t->shared)
        shared_release(t->shared, sizeof *t->shared);
    *t = (intern){0};
}

void intern_forget(intern *t)
{
    t->mine = t->mine_end = 0;
}

u64 intern_used_shared(const intern *t)
{
    return t->shared->used;
}

static _Atomic u64 *slots_of(const intern *t, u32 bits)
{
    return (_Atomic u64 *)t->slots + ((u64)1 << bits);
}

void intern_clear_shared(intern *t)
{
    intern_shared *s = t->shared;

    shared_wipe(t->words, (s->used < t->room ? s->used : t->room) * sizeof *t->words);
    shared_wipe((void *)(uintptr_t)slots_of(t, FIRST_BITS),
                (((u64)2 << s->bits) - ((u64)1 << FIRST_BITS)) * sizeof(u64));
    s->used = 1;
    s->count = 0;
    s->bits = FIRST_BITS;
}

/* From here until leave() the table does not grow. */
static void enter(intern *t)
{
    intern_shared *s = t->shared;
    _Atomic u32 *busy = &s->processes[shared_self()].busy;

    for (u32 times = 0;; times++) {
        *busy = 1;
        if (!s->growing)
            return;
        *busy = 0;
        shared_rest(times);
    }
}

static void leave(intern *t)
{
    atomic_store_explicit(&t->shared->processes[shared_self()].busy, 0, memory_order_release);
}

static void await_others(const intern *t)
{
    for (u32 i = 0, times = 0; i < SHARED_MOST; times++) {
        if (t->shared->processes[i].busy)
            shared_rest(times);
        else
            i++;
    }
}

/* One process does it, with all others outside; `bits` is what it was when it seemed too small. */
static void grow_shared(intern *t, u32 bits)
{
    intern_shared *s = t->shared;
    u32 idle = 0;
    u64 mask = ((u64)2 << bits) - 1;
    _Atomic u64 *from = slots_of(t, bits), *to = slots_of(t, bits + 1);

    if (bits != s->bits || !atomic_compare_exchange_strong(&s->growing, &idle, 1))
        return;
    await_others(t);
    if (bits == s->bits) {
        if (bits == MOST_BITS) {
            s->growing = 0; /* nobody waits for this process */
            halt("the table of states is full: it has %llu slots",
                 (unsigned long long)mask / 2 + 1);
        }
        for (u64 i = 0; i < (u64)1 << bits; i++) {
            u64 slot = from[i], at = (slot >> 32) & mask;

            while (slot && to[at])
                at = (at + 1) & mask;
            if (slot)
                atomic_store_explicit(&to[at], slot, memory_order_relaxed);
        }
        s->bits = bits + 1;
        madvise((void *)(uintptr_t)from, ((u64)1 << bits) * sizeof *from, MADV_REMOVE);
    }
    s->growing = 0;
}

/* Where this process may write a string of so many words. */
static u32 own_place(intern *t, u32 n)
{
    if (t->self != shared_self() || t->mine_end - t->mine < n + 1) {
        u64 size = n + 1 > RESERVED_WORDS ? n + 1 : RESERVED_WORDS;

        t->self = shared_self();
        t->mine = atomic_fetch_add(&t->shared->used, size);
        t->mine_end = t->mine + size;
    }
    if (t->mine_end > t->room) {
        leave(t);
        halt("the table of states is full: it has room for %llu words of 4 bytes",
             (unsigned long long)t->room);
    }
    return (u32)t->mine;
}

static bool same_string(const intern *t, u32 id, const u32 *words, u32 n)
{
    return t->words[id] == n && !memcmp(t->words + id + 1, words, (size_t)n * 4);
}

/* The number that the string has, or gets, in the table as it is. */
static u32 put_inside(intern *t, const u32 *words, u32 n, u64 tag, bool *fresh)
{
    u64 mask = ((u64)1 << t->shared->bits) - 1;
    _Atomic u64 *slots = slots_of(t, t->shared->bits);
    u32 id = 0;

    for (u64 at = tag & mask;; at = (at + 1) & mask) {
        u64 slot = atomic_load_explicit(&slots[at], memory_order_acquire);

        if (!slot) {
            if (!id) {
                id = own_place(t, n);
                t->words[id] = n;
                memcpy(t->words + id + 1, words, (size_t)n * 4);
            }
            if (atomic_compare_exchange_strong(&slots[at], &slot, tag << 32 | id)) {
                t->mine += n + 1;
                *fresh = true;
                return id;
            }
        }
        if (slot >> 32 == tag && same_string(t, (u32)slot, words, n))
            return (u32)slot;
    }
}

static u32 put_shared(intern *t, const u32 *words, u32 n, bool *fresh)
{
    bool new = false;
    u32 id, bits;

    enter(t);
    bits = t->shared->bits;
    id = put_inside(t, words, n, hash_words(words, n) >> 32, &new);
    leave(t);
    if (fresh)
        *fresh = new;
    if (new && atomic_fetch_add(&t->shared->count, 1) * 4 > ((u64)3 << bits))
        grow_shared(t, bits);
    return id;
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
    if (t->shared)
        return put_shared(t, words, n, fresh);

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
    if (t->shared)
        return t->shared->used * 4 + ((u64)8 << t->shared->bits);
    return t->used * 4 + (t->mask + 1) * 8;
}

void intern_write(const intern *t, struct sealed *to)
{
    assert(!t->shared);
    sealed_put64(to, t->used);
    sealed_put64(to, t->count);
    sealed_put(to, t->words + 1, (t->used - 1) * sizeof *t->words);
}

/* The slots of all strings, which lie one behind the other. */
static bool find_strings(intern *t, u64 count)
{
    u64 mask = t->mask, at;

    while (count * 4 > mask * 3)
        mask = mask * 2 + 1;
    mem_free(t->slots);
    t->slots = mem_alloc((mask + 1) * 8);
    t->mask = mask;
    t->count = 0;
    for (u64 id = 1; id < t->used; id += t->words[id] + 1) {
        u64 tag = hash_words(t->words + id + 1, t->words[id]) >> 32;

        if (id + t->words[id] >= t->used || ++t->count > count)
            return false;
        for (at = tag & mask; t->slots[at]; at = (at + 1) & mask)
            ;
        t->slots[at] = tag << 32 | id;
    }
    return t->count == count;
}

bool intern_read(intern *t, struct sealed *from)
{
    u64 used, count, before = t->used;
    u32 *words;
    bool same;

    if (!sealed_get64(from, &used) || !sealed_get64(from, &count) || used < before ||
        used > t->room)
        return false;
    words = mem_alloc((before - 1) * sizeof *words + 1);
    memcpy(words, t->words + 1, (before - 1) * sizeof *words);
    same = sealed_get(from, t->words + 1, (used - 1) * sizeof *words) &&
           memcmp(words, t->words + 1, (before - 1) * sizeof *words) == 0;
    mem_free(words);
    t->used = used;
    return same && find_strings(t, count);
}
