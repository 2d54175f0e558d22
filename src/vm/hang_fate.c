/* What a thread does for ever: it is blocked, or turns.  The first moves lead round, and the jumps
 * on the way, those of the outermost frame, tell the loop (spin.c).  A loop without an exit parks
 * its thread. */
#include "base/mutant.h"
#include "vm/hang.h"

#include <string.h>

#define MOST_TOLD 3u /* places that a report names */

#define SOURCE_DEPTH 2u /* frames, where a source of interrupts comes again and again */

/* The first state on the way of first moves that is met twice, or the last one. */
static u32 way_end(hang *h)
{
    u32 at = 0;
    u8 *met = mem_alloc(h->all.n);

    while (!met[at] && h->all.at[at].next != NO_STOP) {
        met[at] = 1;
        at = h->all.at[at].next;
    }
    mem_free(met);
    return at;
}

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

/* Goes round once, along the first moves. */
static void go_round(hang *h, u16 slot, fate *f)
{
    u32 at = f->at, count = 0;

    f->trail = (spin_trail){0};
    h->m->trail = &f->trail;
    do {
        state_key to;
        move mv = {.thread = slot, .kind = h->all.at[at].kind};

        hang_goto(h, h->all.at[at].key);
        hang_turn_once_more(h, slot);
        hang_take(h, h->all.at[at].key, &mv, 0, &to);
        for (u32 i = 0; i < h->taken.events.n; i++)
            tell_event(h, &h->taken.events.at[i], f, &count);
        at = h->all.at[at].next;
    } while (at != f->at);
    h->m->trail = NULL;
}

bool hang_source(const machine *m, u32 slot)
{
    const func *fn = m->prog->funcs.at[m->threads.at[slot].frames.at[0].func];

    return fn->runtime && !strcmp(fn->name, "__heddle_interrupt_source") && !MUTANT(HANG_SOURCE);
}

static bool loop_exits(const machine *m, const spin_trail *trail)
{
    func *fn = m->prog->funcs.at[trail->func];

    return !trail->depth || fn->runtime || MUTANT(HANG_PARKED) || loops_exits(fn, trail->loop);
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

void hang_judge(hang *h, u16 slot, fate *f)
{
    f->at = way_end(h);
    f->turns = h->all.at[f->at].next != NO_STOP;
    hang_goto(h, h->all.at[f->at].key);
    vm_place(h->m, &f->place, slot);
    if (f->turns) {
        go_round(h, slot, f);
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
