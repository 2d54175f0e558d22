/* Which steps of a failing run matter.  Patterns are looked for by the kind of the error:
 *
 *   - memory that is used after it was freed: who freed it, and where the user got it from;
 *   - threads that wait for each other in a circle, for one that is over and still holds a lock, or
 *     for what nothing can change any more;
 *   - a wake-up that came before anybody waited;
 *   - a std::thread that ends, or is assigned to, while its thread may still run;
 *   - accesses of two threads that do not go together (conflicts.c);
 *   - the last use of a lock before the one that fails, the last pointer to memory that is lost.
 *
 * Each sentence tells steps of the run with their numbers, so that it is true even where the cause
 * is another one. */
#include "report/summary.h"
#include "report/cxx.h"
#include "report/conflicts.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

void summary_name(summary *m, const told *t)
{
    if (t->step)
        vec_push(&m->named, t->d);
}

bool summary_names(const summary *m, const action *d)
{
    for (u32 i = 0; i < m->named.n; i++)
        if (m->named.at[i] == d)
            return true;
    return false;
}

void summary_free(summary *m)
{
    text_free(&m->said);
    vec_free(&m->named);
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

static void add_freed(const explanation *st, const told *free, const told *read, summary *m)
{
    text *out = &m->said;

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
    summary_name(m, free);
    if (free->actor != st->failing)
        summary_name(m, read);
}

/* Of several that were freed the last one that the failing thread knows. */
static void add_use(const explanation *st, summary *m)
{
    told free = told_last(st, told_end(st), frees, NULL), first = free;

    for (; free.step; free = told_last(st, free.step, frees, NULL)) {
        pointer_read by = {st->failing, free.d->where};
        told read = told_last(st, told_end(st), reads_pointer, &by);

        if (read.step || free.actor == st->failing) {
            add_freed(st, &free, &read, m);
            return;
        }
    }
    if (first.step && !told_last(st, first.step, frees, NULL).step)
        add_freed(st, &first, &(told){0}, m);
}

/* The end of a scope at this line. */
static bool ends_scope(const told *t, const void *line)
{
    return frees(t, NULL) && !*t->d->call && t->d->line == *(const u32 *)line;
}

/* `... made at scope.c:3, ended at scope.c:5` */
static void add_scope(const explanation *st, summary *m)
{
    const char *ended = strstr(st->message, "ended at "),
               *colon = ended ? strrchr(ended, ':') : NULL;
    u32 line = colon ? (u32)atoi(colon + 1) : 0;
    told end = told_last(st, told_end(st), ends_scope, &line);

    if (!end.step)
        return;
    text_addf(&m->said, "the scope of %s ended in T%d at step %u, and T%d still uses it",
              end.d->where, end.actor, end.step, st->failing);
    summary_name(m, &end);
}

/* The last pointer to something that was written over. */
static bool forgets(const told *t, const void *by)
{
    (void)by;
    return told_writes(t->d) && *t->d->where && strncmp(t->d->old, "malloc#", 7) == 0 &&
           strcmp(t->d->old, t->d->now) != 0;
}

static void add_leak(const explanation *st, summary *m)
{
    told write = told_last(st, told_end(st), forgets, NULL);

    if (!write.step)
        return;
    text_addf(&m->said, "T%d wrote over %s at step %u, which pointed to %s", write.actor,
              write.d->where, write.step, write.d->old);
    summary_name(m, &write);
}

/* Threads that wait. */

/* A wait: what for, as the system says it, and who is in the way. */
typedef struct wait {
    text reason; /* without ", held by T1" */
    int next;    /* that actor; -1: none is known */
    told taken;  /* the step in which it took what is waited for */
} wait;

static void free_wait(wait *w)
{
    text_free(&w->reason);
}

static int slot_of(const explanation *st, int who)
{
    for (u32 slot = 0; slot < st->actor_of.n; slot++)
        if (st->actor_of.at[slot] == who)
            return (int)slot;
    return -1;
}

static bool can_move(sys *s, u16 slot)
{
    move_list moves = {0};
    bool can = false;

    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n && !can; i++)
        can = moves.at[i].thread == slot && moves.at[i].flags & MOVE_ENABLED;
    vec_free(&moves);
    return can;
}

/* A thread that has not begun has no frames either. */
static bool is_over(const explanation *st, sys *s, int who)
{
    int slot = slot_of(st, who);
    frame_shown top = {0};
    u32 frames = slot < 0 ? 0 : sys_stack(s, (u16)slot, 1, &top);

    text_free(&top.locals);
    return !frames && (slot < 0 || !can_move(s, (u16)slot));
}

/* A use of the object with this name by another thread than `but`, or by `actor` where it is named.
 */
typedef struct object_use {
    const char *name;
    size_t n;
    int actor, but;
} object_use;

static bool takes_or_gives(event_kind kind)
{
    return kind == EV_LOCK || kind == EV_TRYLOCK || kind == EV_READ_LOCK || kind == EV_UNLOCK ||
           kind == EV_SEM_WAIT || kind == EV_SEM_POST;
}

static bool uses_object(const told *t, const void *by)
{
    const object_use *u = by;

    return takes_or_gives(t->d->kind) && t->actor != u->but &&
           (u->actor < 0 || t->actor == u->actor) && strlen(t->d->where) == u->n &&
           strncmp(t->d->where, u->name, u->n) == 0;
}

/* The one that took the object and gave it back never: of a lock its holder, else the last one.
 * `sem_wait(&a)`, `semop(set 0, 1)`. */
static void find_taker(const explanation *st, int who, wait *w)
{
    const char *open = strchr(text_str(&w->reason), '('), *close = open ? strchr(open, ')') : NULL;
    object_use by = {.actor = w->next, .but = who};
    told last;

    if (!close)
        return;
    by.name = open + 1 + (open[1] == '&');
    by.n = (size_t)(close - by.name);
    last = told_last(st, told_end(st), uses_object, &by);
    if (!last.step || last.d->kind == EV_UNLOCK || last.d->kind == EV_SEM_POST)
        return;
    w->next = last.actor;
    w->taken = last;
}

/* What the thread waits for. */
static void find_wait(const explanation *st, sys *s, int who, wait *w)
{
    int slot = slot_of(st, who);
    const char *held, *joins;

    *w = (wait){.next = -1};
    if (slot < 0)
        return;
    cxx_waits_for(s, (u16)slot, &w->reason);
    held = strstr(text_str(&w->reason), ", held by T");
    joins = strstr(text_str(&w->reason), "join(T");
    if (joins)
        w->next = atoi(joins + strlen("join(T"));
    else if (held)
        w->next = atoi(held + strlen(", held by T"));
    if (held) {
        w->reason.n = (size_t)(held - w->reason.at);
        w->reason.at[w->reason.n] = 0;
    }
    if (!joins)
        find_taker(st, who, w);
}

static int next_waiting(const explanation *st, sys *s, int who)
{
    wait w;
    int next;

    find_wait(st, s, who, &w);
    next = w.next;
    free_wait(&w);
    return next;
}

static void add_wait(const explanation *st, sys *s, int who, bool first, summary *m)
{
    wait w;

    find_wait(st, s, who, &w);
    text_addf(&m->said, first ? "T%d waits in %s for T%d" : "T%d in %s for T%d", who,
              text_str(&w.reason), w.next);
    if (w.taken.step)
        text_addf(&m->said, " (has it since step %u)", w.taken.step);
    summary_name(m, &w.taken);
    free_wait(&w);
}

static void add_waits(const explanation *st, sys *s, int from, u32 length, summary *m)
{
    int who = from;

    for (u32 i = 0; i < length; i++, who = next_waiting(st, s, who)) {
        text_add(&m->said, i ? ", " : "");
        add_wait(st, s, who, i == 0, m);
    }
}

/* A circle of waits that the thread is in, or its wait for a thread that is over. */
static bool add_chain(const explanation *st, sys *s, int from, summary *m)
{
    int at = next_waiting(st, s, from);
    u32 length = 1;

    if (at >= 0 && at != from && is_over(st, s, at)) {
        add_waits(st, s, from, 1, m);
        text_add(&m->said, ", which is over");
        return true;
    }
    for (; at >= 0 && at != from && length < st->actors.n; length++)
        at = next_waiting(st, s, at);
    if (at != from)
        return false;
    add_waits(st, s, from, length, m);
    return true;
}

static bool add_circle(const explanation *st, sys *s, summary *m)
{
    for (u32 who = 0; who < st->actors.n; who++)
        if (!is_over(st, s, (int)who) && add_chain(st, s, (int)who, m))
            return true;
    return false;
}

/* A wake-up that nobody got. */

static bool signals_nobody(const told *t, const void *by)
{
    return (t->d->kind == EV_SIGNAL || t->d->kind == EV_BROADCAST) &&
           told_same_object(t->d, ((const told *)by)->d) && t->actor != ((const told *)by)->actor &&
           strcmp(t->d->now, "wakes nobody") == 0;
}

static bool waits_last(const told *t, const void *by)
{
    return t->actor == *(const int *)by && (t->d->kind == EV_WAIT || t->d->kind == EV_WOKEN);
}

static bool add_lost_wakeup(const explanation *st, summary *m)
{
    for (int who = 0; who < (int)st->actors.n; who++) {
        told waits = told_last(st, told_end(st), waits_last, &who), signal;

        if (!waits.step || waits.d->kind != EV_WAIT || slot_of(st, who) < 0)
            continue;
        signal = told_last(st, waits.step, signals_nobody, &waits);
        if (!signal.step)
            continue;
        text_addf(&m->said,
                  "T%d signalled %s at step %u, when nobody waited; T%d waits since step %u",
                  signal.actor, signal.d->where, signal.step, who, waits.step);
        summary_name(m, &signal);
        summary_name(m, &waits);
        return true;
    }
    return false;
}

/* It goes round in a loop. */
static bool goes_round(const char *reason)
{
    return strncmp(reason, "spins", 5) == 0 || strncmp(reason, "turns in a loop", 15) == 0;
}

/* Threads that do so for ever: where, and while what is so. */
static bool add_spinning(const explanation *st, sys *s, summary *m)
{
    u32 n = 0;

    for (u32 slot = 0; slot < st->actor_of.n; slot++) {
        text reason = {0};

        if (st->actor_of.at[slot] < 0)
            continue;
        cxx_waits_for(s, (u16)slot, &reason);
        if (goes_round(text_str(&reason)))
            text_addf(&m->said, "%sT%d %s", n++ ? ", " : "", st->actor_of.at[slot], reason.at);
        text_free(&reason);
    }
    if (n)
        text_add(&m->said, ", and nothing can change that any more");
    return n;
}

static void add_stuck(const explanation *st, sys *s, summary *m)
{
    if (!add_lost_wakeup(st, m) && !add_spinning(st, s, m))
        add_circle(st, s, m);
}

/* The last call of a thread, when it ends or takes over a std::thread whose own still runs. */
static bool ends_thread(const told *t, const void *by)
{
    const char *const *call = by;

    return strncmp(t->d->call, *call, strlen(*call)) == 0;
}

static void add_joinable(const explanation *st, summary *m)
{
    static const struct {
        const char *call, *how;
    } ways[] = {{"std::thread::~thread(", "is destroyed"},
                {"std::thread::operator=(", "is given another thread"}};

    for (u32 i = 0; i < LENGTH(ways); i++) {
        told last = told_last(st, st->steps.n + 1, ends_thread, &ways[i].call);

        if (last.step != st->steps.n || last.actor != st->failing)
            continue;
        text_addf(&m->said, "a std::thread that was neither joined nor detached %s", ways[i].how);
        return;
    }
}

/* Misuse of a lock or its like. */

static bool used_before(const told *t, const void *by)
{
    return told_same_object(t->d, by) && *t->d->call && !told_writes(t->d) && t->d->kind != EV_READ;
}

static bool synchronises(const told *t, const void *by)
{
    return t->actor == *(const int *)by && *t->d->where && *t->d->call;
}

static void add_misuse(const explanation *st, summary *m)
{
    told use = told_last(st, told_end(st), synchronises, &st->failing), before;

    if (use.step != st->steps.n)
        return;
    before = told_last(st, use.step, used_before, use.d);
    if (!before.step)
        return;
    text_addf(&m->said, "before that, %s was used by T%d at step %u: %s", use.d->where,
              before.actor, before.step, before.d->call);
    summary_name(m, &before);
}

void summary_make(const explanation *st, sys *s, summary *m)
{
    *m = (summary){0};
    switch (st->error) {
    case ERR_USE_AFTER_FREE:
    case ERR_DOUBLE_FREE:
        add_use(st, m);
        break;
    case ERR_USE_AFTER_SCOPE:
        add_scope(st, m);
        break;
    case ERR_LEAK:
        add_leak(st, m);
        break;
    case ERR_DEADLOCK:
    case ERR_PARTIAL:
    case ERR_HANG:
        add_stuck(st, s, m);
        break;
    case ERR_RACE:
        conflicts_race(st, m);
        break;
    case ERR_UNLOCK:
    case ERR_RELOCK:
    case ERR_IN_USE:
    case ERR_DESTROYED:
    case ERR_WAIT_UNLOCKED:
        add_misuse(st, m);
        break;
    case ERR_ASSERTION:
    case ERR_INVARIANT:
    case ERR_OBSERVER:
        conflicts_add(st, true, m);
        break;
    case ERR_NULL_POINTER:
    case ERR_WILD_POINTER:
    case ERR_OUT_OF_BOUNDS:
    case ERR_INVALID_FREE:
    case ERR_UNINITIALISED:
    case ERR_DIVISION:
    case ERR_SHIFT:
    case ERR_OVERFLOW:
    case ERR_BAD_CALL:
        conflicts_add(st, false, m);
        break;
    case ERR_TERMINATE:
        add_joinable(st, m);
        break;
    default:
        break;
    }
}

static void add_summary(const explanation *st, sys *s, source *src, const report_options *o,
                        text *out)
{
    summary m;

    (void)src, (void)o;
    summary_make(st, s, &m);
    text_add(out, text_str(&m.said));
    summary_free(&m);
}

const char *report_summary(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_summary, out);
}
