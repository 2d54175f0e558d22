/* Under --memory tso and pso a store waits in its thread's buffer.  A run owes its error to that
 * where another thread read the old value meanwhile, and the one that stored had gone on to
 *
 *   - a read, of something that the other one had stored or stored later (the store buffers of
 *     x86: both go past their own stores);
 *   - a store that reached memory first, and that the other one read (pso alone).
 *
 * A read of the old value alone says nothing: it could have come before the store. */
#include "report/delays.h"

static bool flush(const explanation *st, const told *t)
{
    return st->steps.at[t->step - 1].kind == MOVE_FLUSH;
}

/* In the order of the run. */
static bool before(const told *a, const told *b)
{
    return a->step < b->step || (a->step == b->step && a->d < b->d);
}

typedef struct store {
    const explanation *st;
    told put, out; /* into the buffer and to memory; out.step 0: never */
} store;

/* When a store reaches memory: those of one thread to one object keep their order. */
static told reaches(const explanation *st, const told *put)
{
    u32 waiting = 0;

    for (u32 i = 0; i < st->steps.n; i++) {
        const explained_step *step = &st->steps.at[i];

        for (u32 k = 0; step->actor == put->actor && k < step->actions.n; k++) {
            told t = {i + 1, step->actor, &step->actions.at[k]};

            if (!told_same_object(t.d, put->d))
                continue;
            if (t.d->kind == EV_BUFFER && !before(put, &t))
                waiting++;
            else if (flush(st, &t) && --waiting == 0 && before(put, &t))
                return t;
        }
    }
    return (told){0};
}

static bool waits_at(const store *s, const told *when)
{
    return before(&s->put, when) && (!s->out.step || before(when, &s->out));
}

static bool buffers_other(const told *t, const void *by)
{
    const told *read = by;

    return t->d->kind == EV_BUFFER && t->actor != read->actor && *t->d->where &&
           told_same_object(t->d, read->d);
}

/* The store of another thread that this read came too early for. */
static bool overlooked(const explanation *st, const told *read, store *s)
{
    s->st = st;
    s->put = told_last(st, read->step, buffers_other, read);
    if (!s->put.step)
        return false;
    s->out = reaches(st, &s->put);
    return waits_at(s, read);
}

/* What the thread of a store did behind it, while it waited. */
typedef struct behind {
    const store *s;
    const told *read; /* of another thread's, that overlooked the store */
} behind;

static bool stored_by(const told *t, const void *by)
{
    const behind *b = by;

    return t->d->kind == EV_BUFFER && t->actor == b->read->actor &&
           told_same_object(t->d, b->s->put.d);
}

/* A read, of what the other thread stores before its own read, and that this one does not see. */
static bool reads_past(const told *t, const void *by)
{
    const behind *b = by;
    const explanation *st = b->s->st;
    store other = {.st = st};

    if (t->d->kind != EV_READ || t->actor != b->s->put.actor || !*t->d->where ||
        told_same_object(t->d, b->s->put.d) || !waits_at(b->s, t))
        return false;
    other.put =
        told_last(st, b->read->step + 1, stored_by, &(behind){&(store){.put = *t}, b->read});
    if (!other.put.step || !before(&other.put, b->read))
        return false;
    other.out = reaches(st, &other.put);
    return !other.out.step || before(t, &other.out);
}

/* A store that reached memory first, and that the other thread read before. */
static bool stores_past(const told *t, const void *by)
{
    const behind *b = by;
    told out;

    if (t->d->kind != EV_BUFFER || t->actor != b->s->put.actor || !*t->d->where ||
        told_same_object(t->d, b->s->put.d) || !waits_at(b->s, t))
        return false;
    out = reaches(b->s->st, t);
    return out.step && before(&out, b->read);
}

static bool reads_it(const told *t, const void *by)
{
    const behind *b = by;

    return t->d->kind == EV_READ && t->actor == b->read->actor && before(t, b->read) &&
           before(&b->s->out, t) && told_same_object(t->d, b->s->put.d);
}

static void say_late(const store *s, text *out)
{
    if (s->out.step)
        text_addf(out, "reached memory at step %u only", s->out.step);
    else
        text_add(out, "has not reached memory");
}

static bool add_read_past(const store *s, const told *read, summary *m)
{
    told past = told_last(s->st, told_end(s->st), reads_past, &(behind){s, read});

    if (!past.step)
        return false;
    text_addf(&m->said, "T%d wrote %s at step %u and read %s at step %u, but the write ",
              s->put.actor, s->put.d->where, s->put.step, past.d->where, past.step);
    say_late(s, &m->said);
    text_addf(&m->said, "; T%d read the old %s at step %u", read->actor, read->d->where,
              read->step);
    summary_name(m, &s->put);
    summary_name(m, &past);
    summary_name(m, read);
    return true;
}

static bool add_stored_past(const store *s, const told *read, summary *m)
{
    store later = {.st = s->st};
    told seen;

    later.put = told_last(s->st, told_end(s->st), stores_past, &(behind){s, read});
    if (!later.put.step)
        return false;
    later.out = reaches(s->st, &later.put);
    seen = told_last(s->st, read->step + 1, reads_it, &(behind){&later, read});
    if (!seen.step)
        return false;
    text_addf(&m->said,
              "T%d wrote %s at step %u and then %s, which reached memory first, at step %u; T%d "
              "read it at step %u, and the old %s at step %u",
              s->put.actor, s->put.d->where, s->put.step, later.put.d->where, later.out.step,
              read->actor, seen.step, read->d->where, read->step);
    summary_name(m, &s->put);
    summary_name(m, &later.out);
    summary_name(m, &seen);
    summary_name(m, read);
    return true;
}

static bool reads_named(const told *t, const void *by)
{
    (void)by;
    return t->d->kind == EV_READ && *t->d->where && !t->d->quiet;
}

static bool buffers(const told *t, const void *by)
{
    (void)by;
    return t->d->kind == EV_BUFFER;
}

/* Of long runs not all is looked at. */
enum { MANY = 64 };

bool delays_add(const explanation *st, summary *m)
{
    told read;
    store s;
    u32 late = 0;

    if (!told_last(st, told_end(st), buffers, NULL).step)
        return false;
    read = told_last(st, told_end(st), reads_named, NULL);
    for (; read.step && late < MANY; read = told_last(st, read.step, reads_named, NULL))
        if (overlooked(st, &read, &s) && ++late &&
            (add_read_past(&s, &read, m) || add_stored_past(&s, &read, m)))
            return true;
    return false;
}
