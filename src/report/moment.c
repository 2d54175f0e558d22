/* What an event left behind.  Only the state at the end of a step can be looked at, and a step may
 * be long: after the last join it is the rest of the program.  What a lock or a semaphore held in
 * between is told by the writes that follow the operation: the last one that belongs to it, or,
 * when it wrote nothing, what the first later one overwrote; without any it is what is there now.
 */
#include "report/moment.h"

enum { WORD = 4 };

static bool plain_access(const event *e)
{
    return e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE;
}

static bool has_word(const event *e)
{
    return e->object &&
           (e->kind == EV_LOCK || e->kind == EV_TRYLOCK || e->kind == EV_UNLOCK ||
            e->kind == EV_READ_LOCK || e->kind == EV_SEM_WAIT || e->kind == EV_SEM_POST);
}

static bool writes_word(const event *e, const event *of)
{
    return plain_access(e) && event_writes(e) && e->flags & EVF_VALUE &&
           !(e->flags & EVF_UNDEFINED) && e->object == of->object && e->offset == of->offset &&
           e->size >= WORD;
}

/* The operation is over where the next one on the same place begins, or the user's own code goes
 * on. */
static bool ends_operation(const event *e, const event *of)
{
    return !(e->flags & EVF_RUNTIME) || (!plain_access(e) && e->object == of->object);
}

static bool word_after(const taken *t, u32 i, u64 *value)
{
    const event *of = &t->events.at[i];
    bool over = false, found = false;

    for (u32 k = i + 1; k < t->events.n && !(over && found); k++) {
        const event *e = &t->events.at[k];

        over |= ends_operation(e, of);
        if (!writes_word(e, of) || (over && found))
            continue;
        *value = (u32)(over ? e->old : e->value);
        found = true;
    }
    return found;
}

static bool overlaps(const event *a, const event *b)
{
    return a->object == b->object && a->offset < (u64)b->offset + b->size &&
           b->offset < (u64)a->offset + a->size;
}

static bool settled(const taken *t, u32 i)
{
    const event *of = &t->events.at[i];
    bool over = !event_writes(of);

    for (u32 k = i + 1; k < t->events.n; k++) {
        const event *e = &t->events.at[k];

        over |= ends_operation(e, of);
        if (over && event_writes(e) && overlaps(e, of))
            return false;
    }
    return true;
}

event moment_of(const taken *t, u32 i)
{
    event e = t->events.at[i];

    if (has_word(&e) && word_after(t, i, &e.value))
        e.flags |= EVF_VALUE;
    else if (plain_access(&e) && (!(e.flags & EVF_VALUE) || e.flags & EVF_UNDEFINED) &&
             settled(t, i))
        e.flags |= EVF_SETTLED;
    return e;
}
