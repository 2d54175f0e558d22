/* Replays a trace and keeps what each step did.  Every move is looked up among the moves of the
 * state before it, so that a trace of another program is told at the first step that is not
 * possible, and so that a switch between threads is known for what it is: a preemption only when
 * the thread that was left could have gone on.
 *
 * Of a run that never ends the loop is taken once.  Which threads could have moved in it is counted
 * on the way: it tells those that are left out from those that are stuck.
 *
 * Invariant: events are shown right after the step that made them, in that state; nothing of the
 * system's strings but names that live as long as it are kept. */
#include "report/explanation.h"
#include "base/map.h"
#include "report/cxx.h"
#include "report/moment.h"
#include "report/retake.h"
#include "report/truth.h"

#include <string.h>

enum { FRAMES = 32 }; /* that a thread's name is looked for in */
enum { LAST_READS = 64, QUIET_MOST = 64, QUIET_WINDOW = 1024 };
enum { TOLD_MOST = 2048 }; /* of a step from its begin, and to its end */

/* Who wrote a stretch of memory last. */
typedef struct written {
    u64 object;
    u32 offset, size;
    u32 step; /* 0: before others could see it */
    int actor;
} written;

enum { HEAP_STEPS = 500 }; /* of which the heap is kept */

typedef struct replayer {
    explanation *st;
    sys *s;
    const trace *t;
    const report_options *o;
    births names;
    move_list moves;
    taken done;
    shown view;
    VEC(written) writes;
    map shared;      /* objects that a visible event named */
    truth *truth;    /* NULL: what is said is not checked */
    retake *moments; /* NULL: the system tells of an event after its step as well as at it */
    text *problem;
} replayer;

static const char *another_way(replayer *w, const char *format, const char *what)
{
    text_clear(w->problem);
    text_addf(w->problem, "step %u of the trace: ", w->st->steps.n + 1);
    text_addf(w->problem, format, what);
    return w->problem->at;
}

/* Actors. */

static int actor_at(const explanation *st, u32 slot)
{
    return slot < st->actor_of.n ? st->actor_of.at[slot] : -1;
}

static void add_actor(replayer *w, u32 slot)
{
    explanation *st = w->st;
    text name = {0};

    sys_thread_name(w->s, (u16)slot, &name);
    while (st->actor_of.n <= slot)
        vec_push(&st->actor_of, -1);
    st->actor_of.at[slot] = (int)st->actors.n;
    vec_push(&st->actors, (actor){.name = mem_strdup(text_str(&name)),
                                  .birth = mem_strdup(w->names.names.at[slot]),
                                  .created = st->actors.n ? st->steps.n + 1 : 0});
    text_free(&name);
}

/* The first function of the user's that a thread of C++ runs: its outermost frame, or where it did
 * something, if it is over. */
static void name_by_function(replayer *w, u16 slot, const explained_step *step, text *out)
{
    frame_shown frames[FRAMES] = {0};
    u32 n = sys_stack(w->s, slot, FRAMES, frames);

    if (n && frames[n - 1].function)
        cxx_say_name(frames[n - 1].function, out);
    for (u32 i = 0; i < n; i++)
        text_free(&frames[i].locals);
    for (u32 i = 0; i < step->actions.n && !out->n; i++) {
        const action *d = &step->actions.at[i];

        if (d->function && d->line && !cxx_call(d->function))
            cxx_say_name(d->function, out);
    }
}

/* What a thread runs may be known only when it does. */
static void name_later(replayer *w, u16 slot, const explained_step *step)
{
    int who = actor_at(w->st, slot);
    char **known = who < 0 ? NULL : &w->st->actors.at[who].name;
    text name = {0};

    if (known && strcmp(*known, "thread") == 0)
        sys_thread_name(w->s, slot, &name);
    else if (known && cxx_call(*known))
        name_by_function(w, slot, step, &name);
    if (name.n) {
        mem_free(*known);
        *known = mem_strdup(name.at);
    }
    text_free(&name);
}

/* Deeds. */

static bool plain_access(event_kind k)
{
    return k == EV_READ || k == EV_WRITE || k == EV_UPDATE || k == EV_BUFFER || k == EV_FORWARD;
}

/* Of what an atomic section touches only that which others can see: nothing in it is visible by
 * itself. */
static bool known_shared(const replayer *w, const event *e)
{
    if (e->object >> 32 == 0)
        return e->object != 0;
    return map_find(&w->shared, e->object) != NO_NUMBER;
}

/* What the runtime does to the library's own state, or to a large object of the user's: told when
 * it is the operation that the step is about. */
static bool library_access(const replayer *w, const event *e)
{
    if (e != w->done.events.at || w->st->actors.n == 1)
        return false;
    for (u32 i = 1; i < w->done.events.n; i++) {
        const event *x = &w->done.events.at[i];

        if (x->kind == EV_CREATE && x->func == e->func && x->pc == e->pc)
            return false;
    }
    return true;
}

static bool worth_showing(const replayer *w, const event *e, bool atomic)
{
    if (e->kind == EV_OUTPUT)
        return e->text && *e->text;
    if (e->kind == EV_FAIL || e->flags & EVF_ASIDE ||
        (e->kind == EV_NONE && !(e->flags & EVF_TOLD)))
        return false;
    if (e->kind == EV_THREAD_EXIT)
        return e == w->done.events.at; /* others can see its variables go */
    if (e->kind == EV_CREATE)
        return true;
    if (e->kind == EV_SYNC && w->st->actors.n == 1)
        return false; /* set up before there is anybody to share it with */
    if (e->kind == EV_FREE)
        return e == w->done.events.at || known_shared(w, e);
    if (!(e->flags & EVF_VISIBLE))
        return atomic && plain_access(e->kind) && !(e->flags & EVF_RUNTIME) && known_shared(w, e);
    return !(plain_access(e->kind) && e->flags & EVF_RUNTIME) || library_access(w, e);
}

static bool touches(const written *x, const action *d)
{
    return x->object == d->object && x->offset < (u64)d->offset + d->size &&
           d->offset < (u64)x->offset + x->size;
}

/* The step of another thread that last wrote what `e` reads; 0: its own thread, or none. */
static u32 writer_of(const replayer *w, const action *d, int self)
{
    for (u32 i = w->writes.n; i-- > 0;)
        if (touches(&w->writes.at[i], d))
            return w->writes.at[i].actor == self ? 0 : w->writes.at[i].step;
    return 0;
}

static void note_write(replayer *w, const event *e, bool told, u32 step, int self)
{
    if (event_writes(e) && !(e->flags & EVF_FAILED) && e->object)
        vec_push(&w->writes, (written){e->object, e->offset, e->size, told ? step : 0, self});
}

/* More of the same printed text: putchar and printf come in pieces.  What an exception says comes
 * behind its type. */
static bool joins_output(explained_step *step, const action *d)
{
    action *last = step->actions.n ? &vec_last(&step->actions) : NULL;
    bool what = d->output && (i32)d->value == CXX_WHAT;
    text both = {0};

    if (!d->output || !last || !last->output || last->line != d->line ||
        (what ? (i32)last->value != CXX_THROWS : last->value != d->value))
        return false;
    text_addf(&both, "%s%s%s", last->output, what ? " " : "", d->output);
    mem_free(last->output);
    last->output = mem_strdup(both.at);
    text_free(&both);
    return true;
}

static void free_action(action *d)
{
    mem_free(d->where);
    mem_free(d->now);
    mem_free(d->old);
    mem_free(d->call);
    mem_free(d->output);
}

static action make_action(replayer *w, u32 index, int self)
{
    event copy = moment_of(&w->done, index), *e = &copy;
    shown *v = &w->view;
    action d = {.kind = e->kind,
                .event = index,
                .value = e->value,
                .target = -1,
                .object = e->object,
                .offset = e->offset,
                .size = e->size,
                .pointer = e->flags & EVF_POINTER,
                .failed = e->flags & EVF_FAILED,
                .spends = e->flags & EVF_SPENDS};

    shown_clear(v);
    v->column = 0;
    sys_show(w->s, e, v);
    d.file = v->file;
    d.line = v->line;
    d.column = v->column;
    d.function = v->function;
    d.where = mem_strdup(text_str(&v->where));
    d.now = mem_strdup(text_str(&v->value));
    d.old = mem_strdup(text_str(&v->old));
    d.call = mem_strdup(text_str(&v->call));
    d.piece = v->piece;
    d.goes_on = v->goes_on;
    d.library = plain_access(e->kind) && e->flags & EVF_RUNTIME && !*d.where;
    if (e->kind == EV_OUTPUT)
        d.output = mem_strndup(e->text, e->size ? e->size : strlen(e->text));
    if (e->kind == EV_CREATE || e->kind == EV_JOIN || e->kind == EV_CANCEL)
        d.target = actor_at(w->st, (u32)e->value);
    if (e->kind == EV_READ || e->kind == EV_UPDATE)
        d.from = writer_of(w, &d, self);
    return d;
}

/* What the runtime does before main or after the thread's own code. */
static bool without_place(const action *d)
{
    return d->line == 0 && (!*d->where || d->kind == EV_FREE) && d->kind != EV_START &&
           d->kind != EV_CREATE && d->kind != EV_OUTPUT && d->kind != EV_EXIT &&
           d->kind != EV_THREAD_EXIT && d->kind != EV_RESET;
}

static void add_action(replayer *w, explained_step *step, u32 index, bool quiet)
{
    action d = make_action(w, index, step->actor);

    d.quiet = quiet;
    d.own = quiet && d.object >> 32;
    if (joins_output(step, &d) || without_place(&d))
        free_action(&d);
    else
        vec_push(&step->actions, d);
}

/* What the failing line read, newest first: why it failed is often in there.  Anything else that
 * the program did ends it. */
static void add_last_reads(replayer *w, int self)
{
    u32 n = w->done.events.n;

    for (u32 i = n; i-- > 0 && n - i <= LAST_READS;) {
        const event *e = &w->done.events.at[i];
        action d;

        if (e->kind == EV_OUTPUT || e->kind == EV_FAIL || e->kind == EV_ALLOC)
            continue;
        if (e->flags & EVF_RUNTIME && plain_access(e->kind))
            continue;
        if (e->flags & EVF_RUNTIME)
            return;
        d = make_action(w, i, self);
        if (*d.call) {
            free_action(&d);
            continue;
        }
        if (e->kind != EV_READ || !(e->flags & EVF_VALUE) || d.line != w->t->line) {
            free_action(&d);
            return;
        }
        vec_push(&w->st->reads, d);
    }
}

/* Quiet actions: while one thread is alone nothing it does is seen by others, but what it does to
 * the globals is still what a later assertion speaks of. */

static bool is_last(const replayer *w)
{
    return w->st->steps.n + 1 == w->t->moves.n && w->done.outcome == OUT_ERROR;
}

static bool read_at_end(const replayer *w, const event *e)
{
    for (u32 i = 0; i < w->st->reads.n; i++) {
        const action *d = &w->st->reads.at[i];

        if (d->object == e->object && d->offset < (u64)e->offset + e->size &&
            e->offset < (u64)d->offset + d->size)
            return true;
    }
    return false;
}

static bool quiet_write(const replayer *w, const event *e)
{
    bool global = e->object && e->object >> 32 == 0 && w->st->actors.n > 1;

    return plain_access(e->kind) && event_writes(e) && !(e->flags & (EVF_VISIBLE | EVF_RUNTIME)) &&
           (global || (is_last(w) && e->object && read_at_end(w, e)));
}

/* What the last step reads of the others' writes before the line that fails. */
static void add_quiet_read(replayer *w, explained_step *step, u32 i)
{
    const event *e = &w->done.events.at[i];
    action d;

    if (!is_last(w) || e->kind != EV_READ || e->flags & (EVF_VISIBLE | EVF_RUNTIME) || !e->object ||
        e->object >> 32 || w->done.events.n - i > QUIET_WINDOW || read_at_end(w, e))
        return;
    d = make_action(w, i, step->actor);
    d.quiet = true;
    if (d.from && d.line != w->t->line)
        vec_push(&step->actions, d);
    else
        free_action(&d);
}

static u32 count_quiet(const replayer *w)
{
    bool atomic = false;
    u32 n = 0;

    for (u32 i = 0; i < w->done.events.n; i++) {
        const event *e = &w->done.events.at[i];

        atomic |= e->kind == EV_ATOMIC;
        n += quiet_write(w, e) && !worth_showing(w, e, atomic);
    }
    return n;
}

static void add_events(replayer *w, explained_step *step)
{
    u32 number = w->st->steps.n + 1, quiet;
    bool atomic = false;

    if (is_last(w))
        add_last_reads(w, step->actor);
    quiet = count_quiet(w);
    for (u32 i = 0; i < w->done.events.n; i++) {
        const event *e = &w->done.events.at[i];

        atomic |= e->kind == EV_ATOMIC;
        if (e->kind == EV_CREATE)
            add_actor(w, (u32)e->value);
        if (e->flags & EVF_VISIBLE && e->object >> 32)
            map_number(&w->shared, e->object);
        bool told = worth_showing(w, e, atomic), alone = !told && quiet_write(w, e);
        bool crowd = step->actions.n >= TOLD_MOST && i + TOLD_MOST < w->done.events.n;

        if ((alone && quiet-- > QUIET_MOST) || (told && crowd))
            step->unsaid++;
        else if (told || alone)
            add_action(w, step, i, alone);
        else
            add_quiet_read(w, step, i);
        note_write(w, e, told || alone, number, step->actor);
    }
    for (u32 i = 0; i < w->st->reads.n; i++)
        w->st->reads.at[i].from = writer_of(w, &w->st->reads.at[i], step->actor);
}

/* Propositions. */

static void read_propositions(replayer *w, valuation *out)
{
    for (u32 i = 0; i < w->o->propositions.n; i++) {
        u64 value;
        failure why = {0};
        bool known = sys_value(w->s, w->o->propositions.at[i].query, &value, &why);

        vec_push(out, (u8)(!known  ? PROPOSITION_UNKNOWN
                           : value ? PROPOSITION_TRUE
                                   : PROPOSITION_FALSE));
    }
}

void explanation_loop(const explanation *st, text *out)
{
    u32 from = st->loop + 1, to = st->steps.n;

    if (from == to)
        text_addf(out, "step %u repeats for ever", from);
    else
        text_addf(out, "steps %u %s %u repeat for ever", from, to == from + 1 ? "and" : "to", to);
}

const valuation *explanation_before(const explanation *st, u32 step)
{
    return step > 1 ? &st->steps.at[step - 2].after : &st->start;
}

bool explanation_changes(const explanation *st, u32 step)
{
    const valuation *before = explanation_before(st, step), *after = &st->steps.at[step - 1].after;

    return after->n && memcmp(before->at, after->at, after->n) != 0;
}

/* Steps. */

/* Of a property of whole runs, with propositions. */
static bool speaks_of_runs(const trace *t)
{
    return t->lasso || t->refuted;
}

static bool in_loop(const replayer *w)
{
    return w->t->lasso && w->st->steps.n >= w->t->loop;
}

/* Who can go on in this state of the loop. */
static void note_able(replayer *w)
{
    u32 step = w->st->steps.n + 1;

    for (u32 i = 0; i < w->moves.n; i++) {
        const move *m = &w->moves.at[i];
        int who = actor_at(w->st, m->thread);

        if ((m->flags & (MOVE_ENABLED | MOVE_WEAK)) != MOVE_ENABLED || who < 0 ||
            w->st->actors.at[who].able_at == step)
            continue;
        w->st->actors.at[who].able_at = step;
        w->st->actors.at[who].able++;
    }
}

static void note_rest(replayer *w, explained_step *step, u16 slot)
{
    frame_shown top = {0};

    if (sys_stack(w->s, slot, 1, &top)) {
        step->file = top.file;
        step->line = top.line;
    }
    text_free(&top.locals);
}

/* Long runs would have more of it than anybody looks at. */
static void note_heap(replayer *w, explained_step *step)
{
    sys *s = sys_with_describe(w->s);
    text out = {0};

    if (!w->o->heap || !s->ops->describe->heap || w->st->steps.n >= HEAP_STEPS)
        return;
    s->ops->describe->heap(s, &out);
    step->heap = out.at;
}

static void note_buffers(replayer *w, explained_step *step)
{
    text out = {0}, one = {0};

    for (u32 slot = 0; w->o->heap && slot < w->st->actor_of.n; slot++) {
        text_clear(&one);
        if (w->st->actor_of.at[slot] >= 0)
            sys_buffer(w->s, (u16)slot, &one);
        if (one.n)
            text_addf(&out, "T%d: %s\n", w->st->actor_of.at[slot], text_str(&one));
    }
    step->buffers = out.at;
    text_free(&one);
}

static const move *find_move(const replayer *w, u16 slot, move_kind kind)
{
    for (u32 i = 0; i < w->moves.n; i++) {
        const move *m = &w->moves.at[i];

        if (m->thread == slot && m->kind == kind && m->flags & MOVE_ENABLED)
            return m;
    }
    return NULL;
}

static switch_kind why_left(const replayer *w, u16 slot)
{
    switch_kind why = SWITCH_ENDED;

    for (u32 i = 0; i < w->moves.n; i++) {
        const move *m = &w->moves.at[i];

        if (m->thread != slot)
            continue;
        if (m->flags & MOVE_ENABLED && !(m->flags & MOVE_WEAK))
            return SWITCH_PREEMPTED;
        why = SWITCH_BLOCKED;
    }
    return why;
}

static void note_switch(replayer *w, explained_step *step, int last_slot)
{
    int last = w->st->steps.n ? vec_last(&w->st->steps).actor : -1;
    text reason = {0};

    step->left = -1;
    if (last < 0 || last == step->actor)
        return;
    step->left = last;
    step->change = why_left(w, (u16)last_slot);
    w->st->preemptions += step->change == SWITCH_PREEMPTED;
    if (step->change == SWITCH_BLOCKED)
        cxx_waits_for(w->s, (u16)last_slot, &reason);
    step->blocked_on = mem_strdup(text_str(&reason));
    text_free(&reason);
}

static void check_truth(replayer *w, const explained_step *step)
{
    for (u32 i = 0; i < step->actions.n && !w->moments; i++)
        truth_later(w->truth, w->s, &w->done.events.at[step->actions.at[i].event],
                    &step->actions.at[i]);
    truth_step(w->truth, step);
}

static const char *take(replayer *w, const trace_move *tm, int *last_slot)
{
    int slot = births_slot(&w->names, tm->thread);
    explained_step step = {.kind = tm->kind, .choice = tm->choice};
    const move *m;
    state_key before;

    if (slot < 0)
        return another_way(w, "thread %s does not exist", tm->thread);
    sys_moves(w->s, &w->moves);
    m = find_move(w, (u16)slot, tm->kind);
    if (!m)
        return another_way(w, "thread %s cannot go on there", tm->thread);
    if (tm->choice >= m->choices)
        return another_way(w, "thread %s has no such choice there", tm->thread);
    step.actor = actor_at(w->st, (u32)slot);
    step.choices = m->choices;
    step.local = m->flags & MOVE_LOCAL;
    before = sys_save(w->s);
    note_switch(w, &step, *last_slot);
    if (in_loop(w)) {
        note_able(w);
        w->st->actors.at[step.actor].moves++;
    }
    sys_step(w->s, (u16)slot, tm->kind, tm->choice, &w->done);
    births_after(&w->names, (u16)slot, &w->done);
    add_events(w, &step);
    name_later(w, (u16)slot, &step);
    if (w->moments)
        retake_step(w->moments, (u16)slot, tm, &w->done, &step, w->st);
    if (w->truth)
        check_truth(w, &step);
    if (w->done.outcome == OUT_RAN)
        sys_save(w->s); /* as the search did: what is shared is settled here */
    if (w->t->lasso && w->done.outcome == OUT_RAN)
        step.local &= sys_save(w->s) == before;
    if (w->done.outcome == OUT_RAN)
        note_rest(w, &step, (u16)slot);
    note_heap(w, &step);
    note_buffers(w, &step);
    if (speaks_of_runs(w->t) && w->done.outcome == OUT_RAN)
        read_propositions(w, &step.after);
    vec_push(&w->st->steps, step);
    *last_slot = slot;
    return NULL;
}

static void keep_failure(explanation *st, const failure *f)
{
    st->error = f->kind;
    st->failing = actor_at(st, f->thread);
    st->file = mem_strdup(f->file ? f->file : "");
    st->message = mem_strdup(f->message ? f->message : "");
    st->line = f->line;
}

static const char *no_error(replayer *w, const char *what)
{
    text_clear(w->problem);
    text_addf(w->problem, "after the %u steps of the trace %s", w->st->steps.n, what);
    return w->problem->at;
}

/* The error, if there is one, is of the run, not of a thread in it. */
static void keep_run(replayer *w)
{
    keep_failure(w->st, &(failure){.kind = w->t->error,
                                   .thread = NO_THREAD,
                                   .file = w->t->file,
                                   .line = w->t->line,
                                   .message = w->t->message});
}

static const char *check_lasso(replayer *w, bool failed)
{
    const trace *t = w->t;
    status end = w->st->end;

    if (failed)
        return no_error(w, "there is an error, and the run ends");
    if (t->refuted) {
        keep_run(w);
        return NULL;
    }
    if (t->loop > t->moves.n)
        return no_error(w, "its loop has not begun");
    if (t->loop == t->moves.n ? end != ST_DONE && end != ST_DEADLOCK : end != ST_RUNNING)
        return no_error(w, t->loop == t->moves.n ? "the program can still go on"
                                                 : "the program does not go on");
    keep_run(w);
    return NULL;
}

static const char *check_end(replayer *w, bool failed)
{
    explanation *st = w->st;
    failure f = {0};

    st->end = sys_status(w->s);
    if (speaks_of_runs(w->t))
        return check_lasso(w, failed);
    if (w->t->error == ERR_NONE && failed)
        return no_error(w, "there is an error, and the trace has none");
    if (w->t->error == ERR_NONE) {
        keep_run(w);
        return NULL;
    }
    if (failed)
        f = w->done.error;
    else if (!sys_fails(w->s, error_lasts(w->t->error), &f))
        return no_error(w, "there is no error");
    keep_failure(st, &f);
    if (st->error != w->t->error)
        return no_error(w, "there is an error of another kind");
    if (st->line != w->t->line || strcmp(st->file, w->t->file ? w->t->file : "") != 0)
        return no_error(w, "the error is at another place");
    return NULL;
}

static bool ever_written(const replayer *w, const action *d)
{
    for (u32 i = 0; i < w->writes.n; i++)
        if (w->writes.at[i].step && touches(&w->writes.at[i], d))
            return true;
    return false;
}

/* Reads of pointers that stay as they are only lead to what matters. */
static void find_constants(replayer *w)
{
    for (u32 i = 0; i < w->st->steps.n; i++) {
        explained_step *step = &w->st->steps.at[i];

        for (u32 k = 0; k < step->actions.n; k++) {
            action *d = &step->actions.at[k];

            d->constant = d->kind == EV_READ && d->pointer && !ever_written(w, d);
        }
    }
}

/* Of a thread of C++ that never ran, what it was given says nothing. */
static void cut_names(explanation *st)
{
    static const char word[] = "std::thread";

    for (u32 i = 0; i < st->actors.n; i++)
        if (text_starts(st->actors.at[i].name, word))
            st->actors.at[i].name[strlen(word)] = 0;
}

static const char *explain(replayer *w)
{
    int last_slot = -1;

    for (u32 i = 0; i < w->t->moves.n; i++) {
        const char *problem = take(w, &w->t->moves.at[i], &last_slot);

        if (problem)
            return problem;
        if (w->done.outcome == OUT_ERROR)
            return i + 1 == w->t->moves.n ? check_end(w, true)
                                          : no_error(w, "there is an error already");
        if (w->done.outcome != OUT_RAN)
            return no_error(w, "the run is cut");
    }
    return check_end(w, false);
}

const char *explanation_make(explanation *st, sys *s, const trace *t, const report_options *o,
                             text *problem)
{
    replayer w = {.st = st, .s = s, .t = t, .o = o, .problem = problem};
    const char *result;

    *st = (explanation){.failing = -1,
                        .refuted = t->refuted,
                        .shortest = t->shortest,
                        .calmest = t->calmest,
                        .lasso = t->lasso,
                        .loop = t->loop};
    births_init(&w.names);
    sys_reset(s);
    add_actor(&w, 0);
    w.truth = o->self_check ? truth_open(t) : NULL;
    w.moments = retake_open(s, w.truth);
    if (speaks_of_runs(t)) {
        sys_save(s);
        read_propositions(&w, &st->start);
    }
    result = explain(&w);
    find_constants(&w);
    cut_names(st);
    retake_close(w.moments);
    truth_close(w.truth);
    births_free(&w.names);
    taken_free(&w.done);
    shown_free(&w.view);
    vec_free(&w.moves);
    vec_free(&w.writes);
    map_free(&w.shared);
    return result;
}

static void free_step(explained_step *step)
{
    for (u32 i = 0; i < step->actions.n; i++)
        free_action(&step->actions.at[i]);
    vec_free(&step->actions);
    vec_free(&step->after);
    mem_free(step->blocked_on);
    mem_free(step->heap);
    mem_free(step->buffers);
}

void explanation_free(explanation *st)
{
    for (u32 i = 0; i < st->steps.n; i++)
        free_step(&st->steps.at[i]);
    for (u32 i = 0; i < st->actors.n; i++) {
        mem_free(st->actors.at[i].name);
        mem_free(st->actors.at[i].birth);
    }
    for (u32 i = 0; i < st->reads.n; i++)
        free_action(&st->reads.at[i]);
    vec_free(&st->reads);
    vec_free(&st->start);
    vec_free(&st->steps);
    vec_free(&st->actors);
    vec_free(&st->actor_of);
    mem_free(st->file);
    mem_free(st->message);
    *st = (explanation){0};
}

const char *explanation_write(sys *s, const trace *t, const report_options *o,
                              explanation_writer *write, text *out)
{
    source src = {.folder = t->folder};
    explanation st;
    text problem = {0};
    const char *wrong = explanation_make(&st, s, t, o, &problem);

    if (wrong)
        text_add(out, wrong);
    else
        write(&st, s, &src, o, out);
    explanation_free(&st);
    source_free(&src);
    text_free(&problem);
    return wrong ? text_str(out) : NULL;
}
