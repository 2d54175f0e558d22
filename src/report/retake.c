/* Names at the moment of each event.
 *
 * A step goes on after its visible operation up to the next one.  In between the thread returns
 * from the call that made the operation, changes its variables, and may be at the same call again,
 * with other arguments.  So a step is taken twice: first as a whole, which tells what there is to
 * tell of it, then in a copy of the system, which stops at each event that has an action.  What the
 * event touches and which call it is part of are asked there.  So is its value, if the event has
 * it; what an operation leaves behind only the end of the step tells (moment.h).
 *
 * Invariant: between steps the copy is in the state of the explanation. */
#include "report/retake.h"
#include "base/mutant.h"
#include "report/moment.h"
#include "report/truth.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What was in the place of an action before its step. */
typedef struct former {
    u32 action;
    char *where, *value;
} former;

struct retake {
    sys *s;
    taken again;
    shown view;
    VEC(u32) events; /* that have actions, ascending */
    const taken *done;
    explained_step *step;
    explanation *st;
    truth *truth; /* NULL: nothing is checked */
    VEC(former) before;
};

retake *retake_open(sys *s, truth *checked)
{
    retake *r;

    if (!sys_notifies(s))
        return NULL;
    r = mem_alloc(sizeof *r);
    r->s = sys_clone(s);
    sys_reset(r->s);
    r->truth = checked;
    return r;
}

void retake_close(retake *r)
{
    if (!r)
        return;
    sys_close(r->s);
    taken_free(&r->again);
    shown_free(&r->view);
    vec_free(&r->events);
    vec_free(&r->before);
    mem_free(r);
}

static int ascending(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;

    return (x > y) - (x < y);
}

static void list_events(retake *r)
{
    u32 n = 0;

    vec_clear(&r->events);
    for (u32 i = 0; i < r->step->actions.n; i++)
        vec_push(&r->events, r->step->actions.at[i].event);
    for (u32 i = 0; i < r->st->reads.n; i++)
        vec_push(&r->events, r->st->reads.at[i].event);
    if (r->events.n)
        qsort(r->events.at, r->events.n, sizeof *r->events.at, ascending);
    for (u32 i = 0; i < r->events.n; i++)
        if (i == 0 || r->events.at[i] != r->events.at[n - 1])
            r->events.at[n++] = r->events.at[i];
    r->events.n = n;
    for (u32 i = 1; i < n; i++)
        assert(r->events.at[i - 1] < r->events.at[i]);
}

static void put(char **to, const text *from)
{
    mem_free(*to);
    *to = mem_strdup(text_str(from));
}

/* The event has its value, or reads what is there at this moment. */
static bool tells_value(const event *e)
{
    bool access = e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE ||
                  e->kind == EV_BUFFER || e->kind == EV_FORWARD;

    return access && (e->flags & EVF_VALUE || e->kind == EV_READ);
}

static void amend(const retake *r, const event *e, action *d)
{
    put(&d->where, &r->view.where);
    put(&d->call, &r->view.call);
    d->piece = r->view.piece;
    d->goes_on = r->view.goes_on;
    if (tells_value(e)) {
        put(&d->now, &r->view.value);
        put(&d->old, &r->view.old);
    }
}

static void amend_all(const retake *r, const event *e, u32 index, action *actions, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        if (actions[i].event != index)
            continue;
        if (!MUTANT(REPORT_LATE))
            amend(r, e, &actions[i]);
        if (r->truth)
            truth_now(r->truth, r->s, e, &actions[i]);
    }
}

static void happens(void *of, u32 k)
{
    retake *r = of;
    u32 index = r->events.at[k];
    event e = moment_of(r->done, index);

    if (e.kind == EV_READ && !(e.flags & EVF_VALUE))
        e.flags |= EVF_SETTLED;
    shown_clear(&r->view);
    sys_show(r->s, &e, &r->view);
    amend_all(r, &e, index, r->step->actions.at, r->step->actions.n);
    amend_all(r, &e, index, r->st->reads.at, r->st->reads.n);
}

static bool written_before(const taken *t, u32 index)
{
    const event *e = &t->events.at[index];

    for (u32 i = 0; i < index; i++) {
        const event *x = &t->events.at[i];

        if (x->object == e->object && (event_writes(x) || x->kind == EV_SYNC))
            return true;
    }
    return false;
}

/* The values in the state before the step, by the names that the end of the step gives.  A name may
 * still change (amend), and then nothing is compared. */
static void look_before(retake *r)
{
    vec_clear(&r->before);
    for (u32 i = 0; r->truth && i < r->step->actions.n; i++) {
        const action *d = &r->step->actions.at[i];
        text value = {0};

        if (!written_before(r->done, d->event) &&
            truth_before(r->s, &r->done->events.at[d->event], d->where, &value))
            vec_push(&r->before, (former){i, mem_strdup(d->where), mem_strdup(text_str(&value))});
        text_free(&value);
    }
}

static void check_before(retake *r)
{
    for (u32 i = 0; i < r->before.n; i++) {
        former *f = &r->before.at[i];
        const action *d = &r->step->actions.at[f->action];

        if (strcmp(d->where, f->where) == 0)
            truth_old(d, f->value);
        mem_free(f->where);
        mem_free(f->value);
    }
}

void retake_step(retake *r, u16 slot, const trace_move *tm, const taken *done, explained_step *step,
                 explanation *st)
{
    notice what = {.happens = happens, .of = r};

    r->done = done;
    r->step = step;
    r->st = st;
    list_events(r);
    look_before(r);
    what.events = r->events.at;
    what.n = r->events.n;
    sys_notify(r->s, &what);
    sys_step(r->s, slot, tm->kind, tm->choice, &r->again);
    if (r->again.events.n != done->events.n || r->again.outcome != done->outcome)
        die("a step taken again does something else");
    check_before(r);
    if (r->again.outcome == OUT_RAN)
        sys_save(r->s);
}
