/* Which steps of a failing run matter.
 *
 * Four patterns are looked for, by the kind of the error:
 *
 *   - memory that is used after it was freed: who freed it, and where the user got it from;
 *   - threads that wait for each other in a circle, or for one that is over and still holds a lock;
 *   - a wake-up that came before anybody waited;
 *   - a thread that read a variable and wrote it later, or read it again, with a write of another
 *     thread between: of the variables that the failing line read where it read some, else of any.
 *
 * Each sentence tells steps of the run with their numbers, so that it is true even where the cause
 * is another one. */
#include "report/summary.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* An action with the number of its step, from 1; step 0: there is none. */
typedef struct told {
    u32 step;
    int actor;
    const action *d;
} told;

typedef bool chosen(const told *t, const void *by);

/* The last action before the step `before` that is chosen. */
static told last_action(const explanation *st, u32 before, chosen *is, const void *by)
{
    for (u32 i = before - 1; i-- > 0;) {
        const explained_step *step = &st->steps.at[i];

        for (u32 k = step->actions.n; k-- > 0;) {
            told t = {i + 1, step->actor, &step->actions.at[k]};

            if (is(&t, by))
                return t;
        }
    }
    return (told){0};
}

static u32 end_of(const explanation *st)
{
    return st->steps.n + 1;
}

static bool same_object(const action *a, const action *b)
{
    return a->object && a->object == b->object && a->offset == b->offset;
}

/* Memory that was freed. */

static bool frees(const told *t, const void *by)
{
    (void)by;
    return t->d->kind == EV_FREE && *t->d->where;
}

/* A read by the failing thread of a pointer to what was freed. */
typedef struct pointer_read {
    int actor;
    const char *to;
} pointer_read;

/* "malloc#2" and "malloc#2 (freed)" alike. */
static bool names(const char *value, const char *object)
{
    size_t n = strlen(object);

    return strncmp(value, object, n) == 0 && (!value[n] || value[n] == ' ');
}

static bool reads_pointer(const told *t, const void *by)
{
    const pointer_read *r = by;

    return t->actor == r->actor && (t->d->kind == EV_READ || t->d->kind == EV_UPDATE) &&
           *t->d->where && names(t->d->kind == EV_UPDATE ? t->d->old : t->d->now, r->to);
}

static void add_freed(const explanation *st, const told *free, const told *read, text *out)
{
    if (free->actor == st->failing)
        text_addf(out, "T%d freed %s itself at step %u", free->actor, free->d->where, free->step);
    else if (!read->step)
        text_addf(out, "T%d freed %s at step %u, and T%d still uses it", free->actor,
                  free->d->where, free->step, st->failing);
    else if (read->step < free->step)
        text_addf(out, "T%d read %s from %s at step %u, T%d freed it at step %u, T%d still uses it",
                  st->failing, free->d->where, read->d->where, read->step, free->actor, free->step,
                  st->failing);
    else
        text_addf(out, "T%d freed %s at step %u, but T%d read it from %s at step %u", free->actor,
                  free->d->where, free->step, st->failing, read->d->where, read->step);
}

/* Of several that were freed the last one that the failing thread knows. */
static void add_use(const explanation *st, text *out)
{
    told free = last_action(st, end_of(st), frees, NULL), first = free;

    for (; free.step; free = last_action(st, free.step, frees, NULL)) {
        pointer_read by = {st->failing, free.d->where};
        told read = last_action(st, end_of(st), reads_pointer, &by);

        if (read.step || free.actor == st->failing) {
            add_freed(st, &free, &read, out);
            return;
        }
    }
    if (first.step && !last_action(st, first.step, frees, NULL).step)
        add_freed(st, &first, &(told){0}, out);
}

/* Threads that wait. */

/* The thread that slot's thread waits for, by what the system says; -1: none is named. */
static int awaited(sys *s, u32 slot, text *reason)
{
    const char *at;

    sys_waits_for(s, (u16)slot, reason);
    at = strstr(text_str(reason), "held by T");
    if (at)
        return atoi(at + strlen("held by T"));
    at = strstr(text_str(reason), "pthread_join(T");
    return at ? atoi(at + strlen("pthread_join(T")) : -1;
}

static int slot_of(const explanation *st, int who)
{
    for (u32 slot = 0; slot < st->actor_of.n; slot++)
        if (st->actor_of.at[slot] == who)
            return (int)slot;
    return -1;
}

static bool is_over(const explanation *st, sys *s, int who)
{
    int slot = slot_of(st, who);
    frame_shown top = {0};
    u32 frames = slot < 0 ? 0 : sys_stack(s, (u16)slot, 1, &top);

    text_free(&top.locals);
    return !frames;
}

/* The actor whose wait the one of `who` depends on. */
static int next_waiting(const explanation *st, sys *s, int who)
{
    int slot = slot_of(st, who), next;
    text reason = {0};

    next = slot < 0 ? -1 : awaited(s, (u32)slot, &reason);
    text_free(&reason);
    return next;
}

static void add_wait(const explanation *st, sys *s, int who, bool first, text *out)
{
    text reason = {0};
    int next = awaited(s, (u32)slot_of(st, who), &reason);
    const char *comma = strstr(text_str(&reason), ", held by");
    size_t n = comma ? (size_t)(comma - reason.at) : reason.n;

    text_addf(out, first ? "T%d waits in %.*s for T%d" : "T%d in %.*s for T%d", who, (int)n,
              text_str(&reason), next);
    text_free(&reason);
}

static void add_waits(const explanation *st, sys *s, int from, u32 length, text *out)
{
    int who = from;

    for (u32 i = 0; i < length; i++, who = next_waiting(st, s, who)) {
        text_add(out, i ? ", " : "");
        add_wait(st, s, who, i == 0, out);
    }
}

/* A circle of waits that the thread is in, or its wait for a thread that is over. */
static bool add_chain(const explanation *st, sys *s, int from, text *out)
{
    int at = next_waiting(st, s, from);
    u32 length = 1;

    if (at >= 0 && at != from && is_over(st, s, at)) {
        add_waits(st, s, from, 1, out);
        text_add(out, ", which is over");
        return true;
    }
    for (; at >= 0 && at != from && length < st->actors.n; length++)
        at = next_waiting(st, s, at);
    if (at != from)
        return false;
    add_waits(st, s, from, length, out);
    return true;
}

static bool add_circle(const explanation *st, sys *s, text *out)
{
    for (u32 who = 0; who < st->actors.n; who++)
        if (!is_over(st, s, (int)who) && add_chain(st, s, (int)who, out))
            return true;
    return false;
}

/* A wake-up that nobody got. */

static bool signals_nobody(const told *t, const void *by)
{
    return (t->d->kind == EV_SIGNAL || t->d->kind == EV_BROADCAST) &&
           same_object(t->d, ((const told *)by)->d) && t->actor != ((const told *)by)->actor &&
           strcmp(t->d->now, "wakes nobody") == 0;
}

static bool waits_last(const told *t, const void *by)
{
    return t->actor == *(const int *)by && (t->d->kind == EV_WAIT || t->d->kind == EV_WOKEN);
}

static bool add_lost_wakeup(const explanation *st, text *out)
{
    for (int who = 0; who < (int)st->actors.n; who++) {
        told wait = last_action(st, end_of(st), waits_last, &who), signal;

        if (!wait.step || wait.d->kind != EV_WAIT || slot_of(st, who) < 0)
            continue;
        signal = last_action(st, wait.step, signals_nobody, &wait);
        if (!signal.step)
            continue;
        text_addf(out, "T%d signalled %s at step %u, when nobody waited; T%d waits since step %u",
                  signal.actor, signal.d->where, signal.step, who, wait.step);
        return true;
    }
    return false;
}

/* A write between a read and a write. */

static bool writes(const action *d)
{
    return (d->kind == EV_WRITE || (d->kind == EV_UPDATE && !d->failed)) && !d->quiet;
}

static bool overwrites(const told *t, const void *by)
{
    return t->d->kind == EV_WRITE && writes(t->d) && *t->d->where && (!by || same_object(t->d, by));
}

static bool foreign_write(const told *t, const void *by)
{
    const told *own = by;

    return t->actor != own->actor && writes(t->d) && same_object(t->d, own->d);
}

static bool own_access(const told *t, const void *by)
{
    const told *own = by;

    return t->actor == own->actor && same_object(t->d, own->d) &&
           (t->d->kind == EV_READ || writes(t->d));
}

static bool add_lost_write(const explanation *st, const told *write, text *out)
{
    told other = last_action(st, write->step, foreign_write, write);
    told read = last_action(st, write->step, own_access, write);

    if (!other.step || !read.step || read.d->kind != EV_READ || read.step > other.step)
        return false;
    text_addf(out,
              "T%d read %s at step %u and wrote it at step %u; the write of T%d between them, at "
              "step %u, is lost",
              write->actor, write->d->where, read.step, write->step, other.actor, other.step);
    return true;
}

static bool lost_write(const explanation *st, const action *of, text *out)
{
    told write = last_action(st, end_of(st), overwrites, of);

    for (; write.step; write = last_action(st, write.step, overwrites, of))
        if (add_lost_write(st, &write, out))
            return true;
    return false;
}

/* A read by the failing thread, of that object. */
typedef struct own_read {
    int actor;
    const action *of; /* NULL: of any */
} own_read;

static bool reads_own(const told *t, const void *by)
{
    const own_read *r = by;

    return t->actor == r->actor && t->d->kind == EV_READ && *t->d->where && !t->d->quiet &&
           (!r->of || same_object(t->d, r->of));
}

/* The failing thread looked twice, and another wrote between. */
static bool two_looks(const explanation *st, const action *of, text *out)
{
    own_read by = {st->failing, of};
    told again = last_action(st, end_of(st), reads_own, &by), other, first;

    for (; again.step; again = last_action(st, again.step, reads_own, &by)) {
        other = last_action(st, again.step, foreign_write, &again);
        first = other.step ? last_action(st, other.step, own_access, &again) : (told){0};
        if (!first.step || first.d->kind != EV_READ)
            continue;
        text_addf(out,
                  "T%d read %s at step %u and again at step %u; T%d wrote it between them, at step "
                  "%u",
                  st->failing, again.d->where, first.step, again.step, other.actor, other.step);
        return true;
    }
    return false;
}

/* Of what the failing line read, or of anything where it read nothing. */
static void add_atomicity(const explanation *st, text *out)
{
    u32 n = st->reads.n ? st->reads.n : 1;
    bool told_one = false;

    for (u32 i = 0; i < n && !told_one; i++)
        told_one = lost_write(st, st->reads.n ? &st->reads.at[i] : NULL, out);
    for (u32 i = 0; i < n && !told_one; i++)
        told_one = two_looks(st, st->reads.n ? &st->reads.at[i] : NULL, out);
}

void summary_add(const explanation *st, sys *s, text *out)
{
    switch (st->error) {
    case ERR_USE_AFTER_FREE:
    case ERR_DOUBLE_FREE:
        add_use(st, out);
        break;
    case ERR_DEADLOCK:
    case ERR_PARTIAL:
        if (!add_lost_wakeup(st, out))
            add_circle(st, s, out);
        break;
    case ERR_ASSERTION:
        add_atomicity(st, out);
        break;
    default:
        break;
    }
}

static void add_summary(const explanation *st, sys *s, source *src, const report_options *o,
                        text *out)
{
    (void)src, (void)o;
    summary_add(st, s, out);
}

const char *report_summary(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_summary, out);
}
