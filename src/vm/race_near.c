/* Data races without clocks (vm_options.races_near): where two accesses that conflict can stand
 * next to each other.
 *
 * Let whatever decides how a thread goes on also come before it, in the sense of race_order.c:
 * every value that it reads and every lock, semaphore, barrier, once or join that lets it go on.
 * Then a program has a data race just if in some state two threads are about to make accesses that
 * conflict. One way round nothing stands between the two that could order them.  For the other take
 * a run with a race of a and b, such that no two accesses before b race, and of it the steps that
 * come before a or before b, without these two, in their order.  They are a run: each read among
 * them finds what it found, since the last write there comes before it and is among them, and
 * others that are left out only were overwritten; a lock that one of them gets was given back by
 * one of them, or by nobody; a semaphore has at least what it had.  Behind that run both threads
 * are about to make a and b.
 *
 * So nothing need be kept of the past, and there are no more states than without races.  A step
 * says which accesses it made (taken.accesses); whoever looks ahead compares those of different
 * threads (wrap/look_ahead.c argues that none is lost).  Spurious wake-ups must be possible: a wait
 * that ends by a signal does not come after it, but could have ended without.
 *
 * `beyond` says what a step found that does not come before it: a relaxed access, a trylock, a
 * time-out, a post to a semaphore that is full, a mutex that is lost, a plain access to a lock or
 * to what is compared and exchanged, an atomic one to a lock, state of the library, an atomic
 * section.  Then all that was explored is worth nothing, and the search begins anew with clocks. (A
 * post may have found room only because of waits that are left out.  The first one that finds none
 * without them is such a step, and the steps up to it are a run.) */
#include "vm/race.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/mutant.h"

#include <string.h>

#define PLAIN_BITS (1u << 14)
#define LARGE      4096u /* bytes: as good as everywhere */

typedef struct race_near {
    const char *beyond; /* NULL: nothing so far */
    bool detached;      /* a thread was: nobody need know of its end */
    bool unordered;     /* inside an operation that has neither acquired nor released so far */
    bool updates;       /* inside one that reads, and then may write */
    map atomics;        /* by 8 bytes of an object: 4 bits a byte, the size of those from there */
    map operated; /* the same: a bit a byte, that operations of the library or compare-exchanges
                     are on */
    map words;    /* the same, of the library's operations alone */
    u64 plain[PLAIN_BITS / 64]; /* by 8 bytes of an object, hashed: others are to them */
} race_near;

static bool meddles(const func *f)
{
    static const u32 builtins[] = {BI_polls, BI_cancel, BI_reset, BI_handles};

    for (u32 pc = 0; f->runtime && pc < f->ncode; pc++)
        for (u32 k = 0; k < LENGTH(builtins) && f->code[pc].op == OP_BUILTIN; k++)
            if (f->code[pc].y == builtins[k])
                return true;
    return false;
}

/* False: the program has what needs clocks. */
bool race_near_open(machine *m)
{
    for (u32 k = 0; k < m->prog->funcs.n; k++)
        if (meddles(m->prog->funcs.at[k]))
            return false;
    m->near = mem_alloc(sizeof *m->near);
    return true;
}

void race_near_close(machine *m)
{
    if (!m->near)
        return;
    map_free(&m->near->atomics);
    map_free(&m->near->operated);
    map_free(&m->near->words);
    mem_free(m->near);
}

void race_near_detached(machine *m)
{
    m->near->detached = true;
}

bool race_near_alone(const machine *m)
{
    bool others = m->near->detached || several_threads(m);

    for (u32 k = 0; k < m->threads.n && !others; k++)
        others = m->threads.at[k].state == TS_OVER && !m->threads.at[k].joined;
    return !others;
}

void race_beyond(machine *m, const char *what)
{
    if (!m->near->beyond && !race_near_alone(m) && !MUTANT(RACE_BEYOND))
        m->near->beyond = what;
}

const char *vm_beyond(const sys *s)
{
    const machine *m = vm_of(s);

    return m->near ? m->near->beyond : NULL;
}

static bool hidden(const machine *m, u64 id)
{
    return id && id <= m->mem.nstatic && m->prog->objects.at[id].hidden &&
           !m->prog->objects.at[id].constant;
}

/* The object, or where such are made. */
static u64 object_name(const machine *m, u64 p)
{
    const object *o = &m->objects.at[POINTER_OBJECT(p)];

    return hash_mix(POINTER_OBJECT(p) <= m->mem.nstatic ? POINTER_OBJECT(p)
                                                        : (u64)o->made_func << 32 | o->made_pc);
}

/* Of 8 bytes, those that are from..to. */
static u64 bytes_of(u32 eight, u32 from, u32 to)
{
    u32 low = from > eight * 8 ? from - eight * 8 : 0, high = to < eight * 8 + 8 ? to % 8 : 8;

    high = high ? high : 8;
    return ((1u << high) - 1) & ~((1u << low) - 1);
}

/* A thread that is blocked is not about to do anything, though its operation will be an access that
 * comes before what lets it go on.  And what others make of a lock may let it go on, or not.  A
 * compare-exchange that writes may find another value, and write nothing, where it is next to the
 * access that it races with. */
static void mixes(machine *m)
{
    race_beyond(m, "an access to what operations of the library are on");
}

static void note_bytes(map *to_map, u64 name, u32 from, u32 to)
{
    for (u32 k = from / 8; from < to && k <= (to - 1) / 8; k++) {
        u64 bytes = 0;

        map_get(to_map, name + k, &bytes);
        map_put(to_map, name + k, bytes | bytes_of(k, from, to));
    }
}

static bool noted_at(const map *of, u64 name, u32 from, u32 to)
{
    u64 bytes = 0;

    for (u32 k = from / 8; to - from <= LARGE && k <= (to - 1) / 8; k++)
        if (map_get(of, name + k, &bytes) && bytes & bytes_of(k, from, to))
            return true;
    return to - from > LARGE && of->keys.n;
}

/* Are there atomic accesses of compiled code to one of these bytes? */
static bool atomic_at(const race_near *r, u64 name, u32 from, u32 to)
{
    for (u32 eight = from / 8; eight <= (to - 1) / 8; eight++) {
        u64 sizes = 0;

        if (map_get(&r->atomics, name + eight, &sizes))
            for (u32 k = 0; k < 8; k++) {
                u32 size = sizes >> 4 * k & 15, at = eight * 8 + k;

                if (size && at < to && from < at + size)
                    return true;
            }
    }
    return false;
}

void race_near_exchanges(machine *m, u64 p, u32 size)
{
    u64 name = object_name(m, p);
    u32 from = POINTER_OFFSET(p), to = from + size;

    for (u32 k = from / 8; size && k <= (to - 1) / 8; k++) {
        u32 bit = (u32)hash_mix(name + k) % PLAIN_BITS;

        if (m->near->plain[bit / 64] >> bit % 64 & 1)
            mixes(m);
    }
    note_bytes(&m->near->operated, name, from, to);
}

/* An atomic access to a lock finds what an operation wrote that released nothing: that it is taken.
 * Who waits at a word, and who wakes it, writes nothing; the guard of a static variable of C++ is
 * written where its initialisation is released (runtime/cxx/guard.cc). */
static bool writes_alone(event_kind kind, u32 size)
{
    return kind != EV_WAIT && kind != EV_SIGNAL && !(kind == EV_ONCE && size == 8);
}

void race_near_operates(machine *m, event_kind kind, u64 p, u32 size)
{
    u64 name = object_name(m, p);
    u32 from = POINTER_OFFSET(p), to = from + size;

    race_near_exchanges(m, p, size);
    if (!size || !writes_alone(kind, size) || MUTANT(RACE_PEEKED))
        return;
    if (atomic_at(m->near, name, from, to))
        mixes(m);
    note_bytes(&m->near->words, name, from, to);
}

void race_near_compares(machine *m, u64 p, u32 size)
{
    if (m->near->updates)
        race_near_exchanges(m, p, size);
}

static void note_plain(race_near *r, u64 name, u32 from, u32 to)
{
    if (to - from > LARGE)
        memset(r->plain, 0xff, sizeof r->plain);
    for (u32 k = from / 8; to - from <= LARGE && k <= (to - 1) / 8; k++) {
        u32 bit = (u32)hash_mix(name + k) % PLAIN_BITS;

        r->plain[bit / 64] |= (u64)1 << bit % 64;
    }
}

static void touch_plainly(machine *m, u64 p, u32 size)
{
    u64 name = object_name(m, p);
    u32 from = POINTER_OFFSET(p), to = from + size;

    note_plain(m->near, name, from, to);
    if (m->near->operated.keys.n && noted_at(&m->near->operated, name, from, to))
        mixes(m);
}

void race_near_touch(machine *m, u64 p, u32 size, u32 how)
{
    u32 id = POINTER_OBJECT(p);

    if (hidden(m, id) && how & ACCESSED_WRITES)
        race_beyond(m, "state of the library");
    if (!several_threads(m) || !size || object_fresh(m, id))
        return;
    vec_push(&m->step.out->accesses,
             (accessed){object_birth(m, id), POINTER_OFFSET(p), POINTER_OFFSET(p) + size, how});
    if (!(how & (ACCESSED_ATOMIC | ACCESSED_FREES)) && !MUTANT(RACE_OPERATED))
        touch_plainly(m, p, size);
}

/* Atomic accesses to parts of what others are to are not ordered by them. */
void race_near_atomic(machine *m, u64 p, u32 size, bool strong)
{
    u64 key = object_name(m, p) + POINTER_OFFSET(p) / 8, sizes = 0;
    u32 at = POINTER_OFFSET(p) % 8;

    if (!strong)
        race_beyond(m, "an access that is relaxed");
    map_get(&m->near->atomics, key, &sizes);
    for (u32 k = 0; k < 8; k++) {
        u32 other = sizes >> 4 * k & 15;

        if (at + size > 8 ||
            (other && (k != at || other != size) && k < at + size && at < k + other))
            race_beyond(m, "atomic accesses of several sizes");
    }
    map_put(&m->near->atomics, key, sizes | (u64)size << 4 * at);
    if (m->near->words.keys.n &&
        noted_at(&m->near->words, object_name(m, p), POINTER_OFFSET(p), POINTER_OFFSET(p) + size))
        mixes(m);
}

/* Who asks for a lock and does not wait may find it taken. */
void race_near_begins(machine *m, event_kind kind)
{
    if (kind == EV_LOCK || kind == EV_READ_LOCK || kind == EV_SEM_WAIT)
        race_beyond(m, "an attempt at a lock or a semaphore");
    m->near->unordered = kind == EV_SEM_POST;
    m->near->updates = kind == EV_UPDATE;
}

void race_near_orders(machine *m)
{
    m->near->unordered = false;
}

void race_near_ends(machine *m)
{
    if (m->near->unordered)
        race_beyond(m, "a post to a semaphore that is full");
    m->near->unordered = false;
}

/* What the events of a step tell. */
void race_near_stepped(machine *m, const taken *t)
{
    for (u32 k = 0; k < t->events.n; k++) {
        const event *e = &t->events.at[k];

        if (e->flags & EVF_OPAQUE && e->kind != EV_THREAD_EXIT)
            race_beyond(m, "a step that may do anything");
        else if (hidden(m, e->object) && !(e->flags & EVF_OWN) && e->kind != EV_READ &&
                 e->kind != EV_SYNC)
            race_beyond(m, "state of the library");
    }
    if (t->accesses.n > 1 && t->renamed)
        race_beyond(m, "objects that get other numbers");
}
