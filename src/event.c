/* Names of events and errors, and the one relation between events that every reduction rests on:
 * dependent(a, b) is false only when the two, done by different threads in either order, are both
 * possible either way and lead to the same state.  Where that is unknown it answers true. */
#include "event.h"
#include "base/mutant.h"

#include <string.h>

const char *const event_names[EV_COUNT] = {
#define EVENT(name, word, reads, writes) word,
    EVENT_KINDS(EVENT)
#undef EVENT
};

const char *const error_names[ERR_COUNT] = {
    "none",
#define ERROR(name, word, meaning) word,
#include "errors.def"
};

const char *const error_meanings[ERR_COUNT] = {
    "no error",
#define ERROR(name, word, meaning) meaning,
#include "errors.def"
};

enum { READS = 1, WRITES = 2 };

static const u8 access[EV_COUNT] = {
#define EVENT(name, word, reads, writes) (reads ? READS : 0) | (writes ? WRITES : 0),
    EVENT_KINDS(EVENT)
#undef EVENT
};

bool event_reads(const event *e)
{
    return access[e->kind] & READS;
}

bool event_writes(const event *e)
{
    return access[e->kind] & WRITES;
}

/* Ends the run, or what it touches is not known beforehand. */
static bool touches_all(const event *e)
{
    return e->flags & EVF_OPAQUE || (e->kind == EV_EXIT && !MUTANT(DEPENDENT_EXIT));
}

/* Changes or reads the table of threads: two of them may take or free the same slot. */
static bool touches_threads(const event *e)
{
    if (MUTANT(DEPENDENT_THREADS))
        return false;
    return e->kind == EV_CREATE || e->kind == EV_JOIN || e->kind == EV_THREAD_EXIT ||
           e->kind == EV_CANCEL;
}

/* Two that touch threads, where slots are not used again: creations keep their order, since it
 * names the threads.  The end of a thread meets another when one of them may be the last: not while
 * the first thread lives. */
static bool threads_meet(const event *a, const event *b)
{
    if (a->kind == EV_THREAD_EXIT && b->kind == EV_THREAD_EXIT)
        return !a->thread || !b->thread || a->value <= 2 || b->value <= 2;
    if (a->kind == EV_THREAD_EXIT)
        return b->kind != EV_CREATE && b->value == a->thread;
    if (b->kind == EV_THREAD_EXIT)
        return a->kind != EV_CREATE && a->value == b->thread;
    return a->kind == b->kind ? a->kind == EV_CREATE || a->value == b->value : a->value == b->value;
}

/* Aims at the thread of the other, whatever that does: creates or cancels it.  (A join depends on
 * the end of a thread only.) */
static bool aims_at(const event *a, const event *b)
{
    return (a->kind == EV_CREATE || a->kind == EV_CANCEL) && a->value == b->thread;
}

/* Falls asleep at a condition, or leaves the sleep. */
static bool waits(const event *e)
{
    return e->kind == EV_WAIT || e->kind == EV_WOKEN;
}

static bool overlap(const event *a, const event *b)
{
    if (a->object == 0 || a->object != b->object)
        return false;
    if (MUTANT(DEPENDENT_FREE) && (a->kind == EV_FREE || b->kind == EV_FREE))
        return false;
    if (MUTANT(DEPENDENT_OVERLAP))
        return a->offset == b->offset;
    if (a->kind == EV_FREE || b->kind == EV_FREE || a->kind == EV_ALLOC || b->kind == EV_ALLOC)
        return true;
    return a->offset < (u64)b->offset + b->size && b->offset < (u64)a->offset + a->size;
}

bool event_guard_holds(u64 guard, u32 word)
{
    u32 value = (u32)guard;

    switch (guard >> 32 & GUARD_MASK) {
    case GUARD_EQ:
        return word == value;
    case GUARD_NE:
        return word != value;
    case GUARD_GE:
        return (i32)word >= (i32)value;
    case GUARD_GT:
        return (i32)word > (i32)value;
    case GUARD_SHARE:
        return (i32)word >= 0 || word == value || word >= LOCK_MARKS;
    case GUARD_LOCK:
        return !word || word == value || word >= LOCK_MARKS;
    default:
        return true;
    }
}

bool dependent(const event *a, const event *b)
{
    if (a->thread == b->thread || touches_all(a) || touches_all(b))
        return true;
    if (touches_threads(a) && touches_threads(b) &&
        (!(a->flags & b->flags & EVF_LASTING) || threads_meet(a, b)))
        return true;
    if (aims_at(a, b) || aims_at(b, a))
        return true;
    if (a->flags & b->flags & EVF_WATCHED) /* a query may tell the orders apart */
        return true;
    if (a->flags & b->flags & EVF_LASTING && waits(a) && waits(b)) /* who waits is a set */
        return false;
    return (event_writes(a) || event_writes(b)) && overlap(a, b);
}

bool error_named(const char *name, error_kind *out)
{
    for (u32 k = 0; k < ERR_COUNT; k++)
        if (strcmp(name, error_names[k]) == 0) {
            *out = (error_kind)k;
            return true;
        }
    return false;
}
