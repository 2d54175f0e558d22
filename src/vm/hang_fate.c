/* What a thread does for ever: it is blocked, or turns.  Of the states that it comes to alone,
 * those that it cannot leave together are where it stays: the components that nothing leads out of.
 * The jumps between them, those of the outermost frame, tell the loop (spin.c): the smallest around
 * all of them, for which choice comes first says nothing.  A loop without an exit parks its thread.
 * Where a thread may come to stay in several ways, a loop with an exit is what is told, else where
 * it is blocked. */
#include "base/components.h"
#include "base/mutant.h"
#include "vm/hang.h"

#include <string.h>

#define MOST_TOLD 3u /* places that a report names */

#define SOURCE_DEPTH 2u /* frames, where a source of interrupts comes again and again */

/* ---- where it stays ---- */

static u32 last_turn(const hang *h, u32 at)
{
    return at + 1 < h->all.n ? h->all.at[at + 1].first : h->turns.n;
}

static void find_components(const hang *h, components *c)
{
    u32 *first = mem_alloc((h->all.n + 1) * sizeof *first);
    u32 *to = mem_alloc((h->turns.n + 1) * sizeof *to);

    for (u32 at = 0; at < h->all.n; at++)
        first[at] = h->all.at[at].first;
    first[h->all.n] = h->turns.n;
    for (u32 k = 0; k < h->turns.n; k++)
        to[k] = h->turns.at[k].to;
    components_find(c, h->all.n, first, to);
    mem_free(first);
    mem_free(to);
}

/* ---- what it does there ---- */

static void tell_once(text *told, u32 *count, const text *what)
{
    if (!what->n || *count >= MOST_TOLD || (told->n && strstr(text_str(told), text_str(what))))
        return;
    text_addf(told, "%s%s", *count ? ", " : "", text_str(what));
    ++*count;
}

/* "flag[1] is 1", or the call that finds something taken. */
static void tell_event(hang *h, const event *e, fate *f, u32 *count)
{
    shown v = {0};
    text what = {0};

    shown_clear(&v);
    vm_show(&h->m->head, e, &v);
    if ((e->kind == EV_READ || e->kind == EV_UPDATE) && e->flags & EVF_VALUE &&
        !(e->flags & EVF_RUNTIME) && v.where.n)
        text_addf(&what, "%s is %s", text_str(&v.where), text_str(&v.value));
    else if (e->kind != EV_NONE && e->kind != EV_OUTPUT && e->kind != EV_FREE && v.call.n)
        text_add(&what, text_str(&v.call));
    tell_once(&f->told, count, &what);
    text_free(&what);
    shown_free(&v);
}

static void take_turn(hang *h, u16 slot, u32 at, const turn *t, fate *f, u32 *count)
{
    state_key to;
    move mv = {.thread = slot, .kind = t->kind};

    hang_goto(h, h->all.at[at].key);
    hang_turn_once_more(h, slot);
    hang_take(h, h->all.at[at].key, &mv, t->choice, &to);
    for (u32 i = 0; i < h->taken.events.n; i++)
        tell_event(h, &h->taken.events.at[i], f, count);
}

/* Takes each turn once. */
static void go_round(hang *h, u16 slot, const components *c, fate *f)
{
    u32 count = 0;

    f->trail = (spin_trail){0};
    h->m->trail = &f->trail;
    for (u32 at = f->at; at < h->all.n; at++)
        for (u32 k = h->all.at[at].first; c->of[at] == c->of[f->at] && k < last_turn(h, at); k++)
            take_turn(h, slot, at, &h->turns.at[k], f, &count);
    h->m->trail = NULL;
}

bool hang_source(const machine *m, u32 slot)
{
    const func *fn = m->prog->funcs.at[m->threads.at[slot].frames.at[0].func];

    return fn->runtime && !strcmp(fn->name, "__heddle_interrupt_source") && !MUTANT(HANG_SOURCE);
}

/* In a function of the library that the optimiser put code of the user's into: is the loop that
 * code? */
static bool loop_hosted(const machine *m, const func *fn, const spin_trail *trail)
{
    for (u32 pc = 0; fn->hosts && pc < fn->ncode; pc++)
        if (loops_at(fn, pc) == trail->loop && fn->where[pc].line &&
            !program_header(m->prog->files.at[fn->where[pc].file]))
            return true;
    return false;
}

static bool loop_exits(const machine *m, const spin_trail *trail)
{
    func *fn = m->prog->funcs.at[trail->func];

    return !trail->depth || (fn->runtime && !loop_hosted(m, fn, trail)) || MUTANT(HANG_PARKED) ||
           loops_exits(fn, trail->loop, trail->pc);
}

static void tell_turning(fate *f)
{
    text what = {0};

    text_add(&what, f->exits ? "spins" : "turns in a loop without an exit");
    if (f->place.line)
        text_addf(&what, " at %s:%u", f->place.file, f->place.line);
    if (f->told.n)
        text_addf(&what, " while %s", text_str(&f->told));
    text_free(&f->told);
    f->told = what;
}

/* Where the thread stays from state f->at on. */
static void judge_one(hang *h, u16 slot, const components *c, fate *f)
{
    f->turns = h->all.at[f->at].first < last_turn(h, f->at);
    hang_goto(h, h->all.at[f->at].key);
    vm_place(h->m, &f->place, slot);
    if (f->turns) {
        go_round(h, slot, c, f);
        f->comes = f->trail.depth == SOURCE_DEPTH && hang_source(h->m, slot) && !MUTANT(HANG_COMES);
        f->exits = !f->comes && loop_exits(h->m, &f->trail);
        if (f->trail.line.line) {
            f->place.file = h->m->prog->files.at[f->trail.line.file];
            f->place.line = f->trail.line.line;
        }
        tell_turning(f);
    } else {
        vm_waits_for(&h->m->head, slot, &f->told);
    }
}

static u32 matters(const fate *f)
{
    return f->exits ? 3 : !f->turns ? 2 : 1;
}

void hang_judge(hang *h, u16 slot, fate *f)
{
    components c;
    bool *judged; /* by component */
    fate best = {0};
    u32 most = 0;

    find_components(h, &c);
    judged = mem_alloc(c.n * sizeof *judged);
    for (u32 at = 0; at < h->all.n && !best.exits; at++) {
        fate one = *f;

        if (judged[c.of[at]] || c.left[c.of[at]])
            continue;
        judged[c.of[at]] = true;
        one.at = at;
        judge_one(h, slot, &c, &one);
        if (matters(&one) > most) {
            text_free(&best.told);
            best = one;
            most = matters(&one);
        } else {
            text_free(&one.told);
        }
    }
    mem_free(judged);
    components_free(&c);
    *f = best;
}
