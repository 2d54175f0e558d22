/* Carries out what commands plan: steps forward until there is a reason to stop, or to another
 * place of the run.
 *
 * A step may run through many lines.  Where the system tells of them, a run can stop at each: the
 * commands that follow are then read inside the step, as the thread stands at that line.  One that
 * moves the same thread on returns into the step; any other lets the step end first, which changes
 * nothing for the other threads: they see nothing of what is left of it. */
#include "sim/session.h"
#include "report/cxx.h"

#include <assert.h>
#include <string.h>

static void read_commands(sim *x)
{
    const char *line;

    x->plan = (plan){.kind = PLAN_STAY};
    while (x->plan.kind == PLAN_STAY) {
        fflush(stdout);
        line = input_line(x->in);
        if (!line)
            x->plan.kind = PLAN_QUIT;
        else
            command_obey(x, line);
    }
}

/* ---- reasons to stop ---- */

static bool other_line(const plan *p, const code_place *at)
{
    return at->line != p->from.line || at->depth != p->from.depth ||
           strcmp(at->function, p->from.function) != 0;
}

static bool plan_met(sim *x, u16 slot, const code_place *at, bool entered)
{
    const plan *p = &x->plan;

    switch (p->until) {
    case UNTIL_LINE:
        return slot == p->thread && other_line(p, at);
    case UNTIL_OVER:
        return slot == p->thread && other_line(p, at) && at->depth <= p->from.depth;
    case UNTIL_OUT:
        return slot == p->thread && at->depth < p->from.depth;
    case UNTIL_STOP:
        return slot == p->thread && stop_meets(x, &p->stop, slot, at, entered);
    case UNTIL_STEPS:
        break;
    }
    return false;
}

static bool interrupted(sim *x)
{
    bool yes = x->o->interrupted && *x->o->interrupted;

    if (yes)
        printf("interrupted\n");
    return yes;
}

/* A thread has come to a line, within a step. */
static void at_line(void *of, const code_place *at)
{
    sim *x = of;
    u16 slot = x->w.path.at[x->w.at].thread;
    bool entered = at->depth > x->here.depth;
    bool stops, met;
    u32 actor = x->w.path.at[x->w.at].actor;

    assert(x->w.at < x->w.path.n); /* the step that is being taken is there already */
    if (x->passing)
        return;
    x->here = *at;
    x->inside = true;
    stops = stops_met(x, slot, at, entered);
    met = plan_met(x, slot, at, entered);
    if (stops || met || interrupted(x)) {
        if (x->o->interrupted)
            *x->o->interrupted = 0;
        x->focus = actor;
        x->frame = 0;
        tell_position(x);
        stop_free(&x->plan.stop);
        read_commands(x);
        x->passing = x->plan.kind != PLAN_RUN || x->plan.who != MOVER_THREAD ||
                     x->plan.thread != slot || x->plan.chosen;
        if (!x->passing)
            stops_begin(x);
    }
    x->inside = false;
}

/* Between steps, after one of this thread.  The line that was told last within the step, or where
 * it began, is not come to again. */
static bool at_rest(sim *x, u16 slot)
{
    code_place at = {.file = "", .function = ""}, before = x->here;
    bool placed = tell_place(x, slot, 0, &at);
    bool other = placed && (at.line != before.line || at.depth != before.depth ||
                            strcmp(at.function, before.function) != 0);
    bool entered = at.depth > before.depth;
    bool stops = stops_met(x, slot, other ? &at : NULL, entered);
    bool met = placed &&
               (other || x->plan.until != UNTIL_STOP || x->plan.stop.kind == STOP_CONDITION) &&
               plan_met(x, slot, &at, entered);

    if (x->plan.until == UNTIL_STEPS && x->plan.steps && --x->plan.steps == 0)
        met = true;
    return stops || met;
}

/* A thread that goes on alone and comes to a state in which it was before does so for ever. */
static bool turns(sim *x, u32 since)
{
    const walk_step *last = &x->w.path.at[x->w.at - 1];

    if (x->plan.who != MOVER_THREAD || x->plan.steps || !last->key)
        return false;
    for (u32 i = x->w.at - 1; i-- > since;)
        if (x->w.path.at[i].key == last->key) {
            printf("the state is that after step %u: T%u turns in a loop\n", i + 1, x->focus);
            return true;
        }
    return false;
}

/* ---- moves ---- */

static bool able(const move *m)
{
    return m->flags & MOVE_ENABLED;
}

static const move *by_chance(sim *x)
{
    const move *found = NULL;
    u64 seen = 0;

    for (u32 i = 0; i < x->moves.n; i++)
        if (able(&x->moves.at[i]) && !(x->moves.at[i].flags & MOVE_WEAK) &&
            rng_next(&x->random) % ++seen == 0)
            found = &x->moves.at[i];
    return found;
}

static const move *of_thread(sim *x)
{
    for (u32 i = 0; i < x->moves.n; i++) {
        const move *m = &x->moves.at[i];

        if (m->thread == x->plan.thread && able(m) &&
            (x->plan.chosen ? m->kind == x->plan.move
                            : m->kind == MOVE_RUN || m->kind == MOVE_START))
            return m;
    }
    return NULL;
}

/* Why the thread has no move. */
static void say_stuck(sim *x, u16 slot)
{
    int actor = walk_actor_of(&x->w, slot);
    text title = {0}, waits = {0};
    move m;

    tell_title(x, actor < 0 ? x->focus : (u32)actor, &title);
    cxx_waits_for(x->w.s, slot, &waits);
    if (waits.n)
        printf("%s is blocked: %s\n", text_str(&title), text_str(&waits));
    else if (sys_peek(x->w.s, slot, &m))
        printf("%s cannot move\n", text_str(&title));
    text_free(&title);
    text_free(&waits);
}

/* Before a step of the thread: where it is, for what it enters within the step. */
static void note_before(sim *x, u16 slot)
{
    x->here = (code_place){.file = "", .function = ""};
    tell_place(x, slot, 0, &x->here);
    tell_note_call(x, slot);
}

/* The next step; false: there is none. */
static bool take(sim *x)
{
    const plan *p = &x->plan;
    const move *m;
    u32 choice = p->chosen ? p->choice : 0;

    if (p->who == MOVER_PATH) {
        if (x->w.at == x->w.path.n)
            return false;
        note_before(x, x->w.path.at[x->w.at].thread);
        walk_forward(&x->w);
        return true;
    }
    sys_moves(x->w.s, &x->moves);
    m = p->who == MOVER_CHANCE ? by_chance(x) : of_thread(x);
    if (!m)
        return false;
    if (p->who == MOVER_CHANCE)
        choice = (u32)(rng_next(&x->random) % (m->choices ? m->choices : 1));
    x->plan.chosen = false;
    note_before(x, m->thread);
    walk_take(&x->w, m->thread, (move_kind)m->kind, choice);
    return true;
}

static bool goes_on(const sim *x)
{
    return x->w.done.outcome == OUT_RAN && sys_status(x->w.s) == ST_RUNNING;
}

/* Inside the step the plan became another: what it is now is carried out next. */
static bool replaced(const sim *x, plan_kind kind)
{
    return x->passing || x->plan.kind != kind;
}

static void run(sim *x)
{
    u32 since = x->w.at;

    if (x->o->interrupted)
        *x->o->interrupted = 0;
    stops_begin(x);
    for (;;) {
        u32 at = x->w.at;
        u16 slot;

        x->passing = false;
        if (!take(x)) {
            if (x->plan.who == MOVER_THREAD)
                say_stuck(x, x->plan.thread);
            break;
        }
        slot = x->w.path.at[at].thread;
        if (replaced(x, PLAN_RUN)) {
            if (x->plan.kind == PLAN_RUN)
                tell_step(x, x->w.at, x->w.s, x->w.path.at[at].actor, &x->w.done);
            return;
        }
        x->focus = x->w.path.at[at].actor;
        x->frame = 0;
        tell_step(x, x->w.at, x->w.s, x->focus, &x->w.done);
        if (at_rest(x, slot) || !goes_on(x) || interrupted(x) || turns(x, since))
            break;
    }
    stop_free(&x->plan.stop);
    tell_end(x);
    if (goes_on(x))
        tell_position(x);
    x->plan.kind = PLAN_STAY;
}

/* The thread whose step lies ahead, or else that which moved last. */
static u32 next_focus(const sim *x, u32 at)
{
    if (at < x->w.path.n && x->w.path.at[at].actor < x->w.actors.n)
        return x->w.path.at[at].actor;
    return at ? x->w.path.at[at - 1].actor : 0;
}

static void go(sim *x)
{
    u32 to = x->plan.steps;
    void (*line)(void *of, const code_place *at) = x->w.line;

    x->w.line = NULL;
    walk_to(&x->w, to);
    x->w.line = line;
    x->focus = next_focus(x, to);
    x->frame = 0;
    printf("%u step%s taken\n", to, to == 1 ? "" : "s");
    tell_end(x);
    tell_position(x);
    x->plan.kind = PLAN_STAY;
}

int sim_run(const sim_settings *o)
{
    sim x = {.o = o, .src = {.folder = o->folder}, .random = {o->seed}};
    const char *problem;

    walk_open(&x.w, o->s);
    problem = o->loaded ? walk_load(&x.w, o->loaded) : NULL;
    if (problem)
        fail(EXIT_INPUT, "heddle sim: the trace cannot be loaded: %s", problem);
    x.w.line = at_line;
    x.w.of = &x;
    x.in = input_open(&x);
    if (o->loaded)
        printf("%u steps lie ahead\n", x.w.path.n);
    tell_position(&x);
    while (x.plan.kind != PLAN_QUIT) {
        if (x.plan.kind == PLAN_STAY)
            read_commands(&x);
        else if (x.plan.kind == PLAN_RUN)
            run(&x);
        else
            go(&x);
    }
    bool bad = x.wrong && !input_interactive(x.in);

    fflush(stdout);
    input_close(x.in);
    stops_free(&x);
    stop_free(&x.plan.stop);
    vec_free(&x.moves);
    text_free(&x.call);
    source_free(&x.src);
    walk_close(&x.w);
    return bad ? EXIT_USAGE : 0;
}
