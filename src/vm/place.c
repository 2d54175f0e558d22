/* Where threads are, as far as propositions ask.
 *
 * A thread is at a place when a frame of it is at an instruction of that line.  Between two
 * instructions that differ there it rests, unless nobody else may run: at a MARK, after a return or
 * a longjmp.  So a step changes a thread's places with its last act only, and to know whether it
 * did the places at its beginning are compared with those at its end.
 *
 * Others may come between an operation that they can see and a change that a later instruction
 * makes: once the step has had such an operation, or has created a thread, it rests before that
 * instruction too.  A call of the library is one instruction.  Nor may a step that had such an
 * operation create a thread, whose number its place among all creations gives, while propositions
 * ask for a number as high. */
#include "vm/machine.h"

#include "base/mutant.h"

static const query *place_query(const machine *m, u32 k)
{
    const query *q = &m->prog->queries.at[k];

    return q->kind == QUERY_PLACE ? q : NULL;
}

void place_open(machine *m)
{
    for (u32 k = 0; k < m->prog->queries.n; k++) {
        const query *q = place_query(m, k);

        if (!q)
            continue;
        m->place.asked = true;
        if (q->thread < 0)
            m->place.any |= (u64)1 << q->place;
        else if ((u32)q->thread >= m->place.named)
            m->place.named = (u32)q->thread + 1;
    }
    m->place.of = mem_alloc((m->place.named + 1) * sizeof *m->place.of);
    for (u32 k = 0; k < m->prog->queries.n; k++) {
        const query *q = place_query(m, k);

        if (q && q->thread >= 0)
            m->place.of[q->thread] |= (u64)1 << q->place;
    }
}

void place_born(machine *m, thread *t)
{
    t->number = m->place.numbers;
    if (m->place.numbers < m->place.named)
        m->place.numbers++;
}

/* Where the thread is, of what counts for it. */
static u64 place_set(const machine *m, u16 slot)
{
    const thread *t = &m->threads.at[slot];
    u64 set = 0;

    if (m->done)
        return 0;
    for (u32 k = 0; k < t->frames.n; k++) {
        const u64 *places = m->prog->funcs.at[t->frames.at[k].func]->places;

        if (places)
            set |= places[t->frames.at[k].pc];
    }
    return set & (m->place.any | m->place.of[t->number]);
}

void place_begin(machine *m)
{
    m->place.before = place_set(m, m->running);
    m->step.spawned = false;
    m->step.visible_first = m->step.allow;
}

/* Nobody else may run, or nobody looks. */
static bool held(const machine *m)
{
    return m->step.quiet || m->atomic_owner || m->query.asked;
}

bool place_changed(machine *m)
{
    if (held(m) || place_set(m, m->running) == m->place.before)
        return false;
    return this_thread(m)->local = true;
}

bool place_left(const machine *m, const thread *t)
{
    const frame *f = &t->frames.at[t->frames.n - 1], *g = f - 1;
    const u64 *from = m->prog->funcs.at[f->func]->places, *to;

    if ((from && from[f->pc]) || t->frames.n < 2)
        return from && from[f->pc];
    to = m->prog->funcs.at[g->func]->places;
    return to && to[g->pc] != to[g->pc + 1];
}

bool place_waits(machine *m)
{
    if (held(m) || MUTANT(PLACE_BETWEEN) ||
        !(m->step.spawned || (m->step.visible_first && !m->step.allow)))
        return false;
    return this_thread(m)->local = true;
}

bool place_creates(machine *m)
{
    return m->place.numbers < m->place.named && place_waits(m);
}

void place_stepped(machine *m, taken *out)
{
    if (!m->done && place_set(m, m->running) == m->place.before)
        return;
    if (!out->events.n)
        vm_event(m, EV_NONE, 0, 0, 0);
    out->events.at[0].flags |= EVF_WATCHED | EVF_LETTER;
}

bool place_holds(const machine *m, const query *q)
{
    for (u32 k = 0; k < m->threads.n; k++)
        if (place_set(m, (u16)k) >> q->place & 1)
            return true;
    return false;
}
