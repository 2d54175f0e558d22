/* A run as a list of steps.  To go back is to begin anew and take the steps again: a state that is
 * restored has no names by birth, and programs that run cannot be restored at all.  Each state must
 * be the one that was there before, which its key tells.
 *
 * Invariant: `s` is where the first `at` steps of the path lead. */
#include "sim/walk.h"
#include "report/cxx.h"

static void add_actor(walk *w, u32 slot)
{
    for (u32 i = 0; i < w->actors.n; i++)
        if (w->actors.at[i].slot == (int)slot)
            w->actors.at[i].slot = -1;
    vec_push(&w->actors, (walk_actor){(int)slot, mem_strdup(w->names.names.at[slot])});
}

static void forget_actors(walk *w)
{
    for (u32 i = 0; i < w->actors.n; i++)
        mem_free(w->actors.at[i].birth);
    vec_clear(&w->actors);
    births_free(&w->names);
    births_init(&w->names);
    add_actor(w, 0);
}

void walk_open(walk *w, sys *s)
{
    *w = (walk){.s = s};
    births_init(&w->names);
    add_actor(w, 0);
    if (sys_notifies(s))
        w->aside = sys_clone(s);
}

void walk_close(walk *w)
{
    forget_actors(w);
    mem_free(w->actors.at[0].birth);
    vec_free(&w->actors);
    births_free(&w->names);
    vec_free(&w->path);
    taken_free(&w->done);
    text_free(&w->output);
    if (w->aside)
        sys_close(w->aside);
    sys_close(w->s);
}

int walk_actor_of(const walk *w, u16 slot)
{
    for (u32 i = w->actors.n; i-- > 0;)
        if (w->actors.at[i].slot == (int)slot)
            return (int)i;
    return -1;
}

/* Who was created, and what was printed. */
static void note_events(walk *w, u16 thread)
{
    births_after(&w->names, thread, &w->done);
    for (u32 i = 0; i < w->done.events.n; i++) {
        const event *e = &w->done.events.at[i];

        if (e->kind == EV_CREATE)
            add_actor(w, (u32)e->value);
        if (e->kind == EV_OUTPUT && e->text && !cxx_exception(e->value))
            text_addn(&w->output, e->text, e->size);
    }
}

static void execute(walk *w, walk_step *x)
{
    if (w->line && sys_notifies(w->s)) {
        w->notice = (notice){.of = w->of, .line = w->line};
        sys_notify(w->s, &w->notice);
    }
    sys_step(w->s, x->thread, x->kind, x->choice, &w->done);
    note_events(w, x->thread);
    x->key = w->done.outcome == OUT_RAN ? sys_save(w->s) : 0;
    x->printed = (u32)w->output.n;
}

static bool same_move(const walk_step *a, const walk_step *b)
{
    return a->thread == b->thread && a->kind == b->kind && a->choice == b->choice;
}

void walk_take(walk *w, u16 thread, move_kind kind, u32 choice)
{
    walk_step x = {.thread = thread, .kind = kind, .choice = choice};
    int actor = walk_actor_of(w, thread);

    assert(actor >= 0);
    x.actor = (u32)actor;
    if (w->at < w->path.n && same_move(&w->path.at[w->at], &x)) {
        walk_forward(w);
        return;
    }
    w->path.n = w->at;
    vec_push(&w->path, x); /* whoever looks within the step finds it there */
    execute(w, &x);
    w->path.at[w->at++] = x;
}

void walk_forward(walk *w)
{
    walk_step x;

    assert(w->at < w->path.n);
    x = w->path.at[w->at];
    execute(w, &x);
    if (x.key != w->path.at[w->at].key || x.printed != w->path.at[w->at].printed)
        die("step %u, taken again, leads to another state", w->at + 1);
    w->at++;
}

void walk_to(walk *w, u32 steps)
{
    assert(steps <= w->path.n);
    if (steps < w->at) {
        sys_reset(w->s);
        forget_actors(w);
        text_clear(&w->output);
        vec_clear(&w->done.events);
        w->at = 0;
    }
    while (w->at < steps)
        walk_forward(w);
}

void walk_again(walk *w, u32 steps)
{
    void (*line)(void *of, const code_place *at) = w->line;

    w->line = NULL;
    w->at = steps + 1; /* anywhere but there */
    walk_to(w, steps);
    w->line = line;
}

static void scan(walk *w, sys *s, u32 steps, walk_visitor *visit, void *of)
{
    taken done = {0};
    u32 at = 0;

    sys_reset(s);
    while (visit(of, s, at, &done) && at < steps) {
        const walk_step *x = &w->path.at[at++];

        sys_step(s, x->thread, x->kind, x->choice, &done);
        if (done.outcome == OUT_RAN && sys_save(s) != x->key)
            die("step %u, taken again, leads to another state", at);
    }
    taken_free(&done);
}

void walk_scan(walk *w, u32 steps, walk_visitor *visit, void *of)
{
    u32 back = w->at;

    assert(steps <= w->path.n);
    scan(w, w->aside ? w->aside : w->s, steps, visit, of);
    if (!w->aside)
        walk_again(w, back);
}

static bool has_move(walk *w, u16 slot, const trace_move *m)
{
    move_list moves = {0};
    bool found;

    sys_moves(w->s, &moves);
    found = moves_offer(&moves, slot, m->kind, m->choice);
    vec_free(&moves);
    return found;
}

const char *walk_load(walk *w, const trace *t)
{
    for (u32 i = 0; i < t->moves.n; i++) {
        const trace_move *m = &t->moves.at[i];
        int slot = births_slot(&w->names, m->thread);

        if (slot < 0 || !has_move(w, (u16)slot, m))
            return "one of its moves is not possible where it is to be taken";
        walk_take(w, (u16)slot, m->kind, m->choice);
    }
    walk_to(w, 0);
    return NULL;
}

void walk_save(const walk *w, trace *t)
{
    for (u32 i = 0; i < w->at; i++) {
        const walk_step *x = &w->path.at[i];

        vec_push(&t->moves,
                 (trace_move){mem_strdup(w->actors.at[x->actor].birth), x->kind, x->choice});
    }
}
