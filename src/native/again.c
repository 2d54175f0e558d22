/* Repetition.
 *
 * A run is only worth what its repetition is.  Of every step since the start is kept who came to
 * rest before what; a step that is taken again, after the same steps, from another rest ends the
 * search by name: the program is not deterministic.
 *
 * A run of which the first steps are known is only begun when something else is asked of it: then
 * the program takes them by itself, one thread handing over to the next. */
#include "native/again.h"
#include "native/access.h"

static void another_way(native *n, const footstep *was, const footstep *is)
{
    text why = {0};

    text_addf(&why,
              "the program is not deterministic at step %u: thread %u was before %s, and now, "
              "after the same steps, is before %s",
              n->at + 1, is->thread, native_rows[was->operation].call,
              native_rows[is->operation].call);
    if (was->operation == is->operation)
        text_add(&why, " of another object or at another place");
    launch_close(&n->launch);
    n->o.give_up(n->o.about, text_str(&why));
}

static bool same_move(const footstep *a, const footstep *b)
{
    return a->thread == b->thread && a->kind == b->kind && a->choice == b->choice;
}

static bool same_rest(const footstep *a, const footstep *b)
{
    return a->operation == b->operation && a->object == b->object && a->caller == b->caller;
}

footstep *again_step(native *n, u16 thread, move_kind kind, u32 choice)
{
    const native_slot *s = slot_at(n, thread);
    footstep f = {.thread = thread,
                  .kind = (u8)kind,
                  .choice = choice,
                  .operation = s->operation,
                  .object = s->object,
                  .caller = s->caller,
                  .image = n->model.tasks[thread].image,
                  .before = *s};

    if (n->at < n->path.n && same_move(&n->path.at[n->at], &f)) {
        if (!same_rest(&n->path.at[n->at], &f))
            another_way(n, &n->path.at[n->at], &f);
    } else {
        n->path.n = n->at;
        vec_push(&n->path, f);
    }
    return &n->path.at[n->at++];
}

/* Operations whose effects are all in the model, in the result, and in what their thread does next.
 */
static bool is_plain(u32 operation)
{
    return native_in(operation, FAMILY_THREAD | FAMILY_OBJECTS | FAMILY_ACCESS);
}

bool again_may(const native *n)
{
    return n->path.n && n->model.programs == 1 && !n->o.stacks && !n->o.hide.n && !n->o.livelock &&
           !n->o.visible.n;
}

/* Is there one event that others see?  What the operation changed is told again by the model. */
static bool one_event(const taken *out, u32 operation)
{
    for (u32 i = 1; i < out->events.n; i++)
        if (out->events.at[i].flags & EVF_VISIBLE)
            return false;
    return out->events.n && out->events.at[0].func == operation;
}

/* After a step: is what it led to known from now on? */
void again_remember(native *n, footstep *f, u32 threads, const taken *out)
{
    const native_shared *m = n->launch.shared;

    f->born = m->threads == threads + 1;
    f->plain = is_plain(f->operation) && !n->failed && !n->cut && !n->pruned &&
               m->threads <= threads + 1 && m->processes == 1 && one_event(out, f->operation);
    if (!f->plain)
        return;
    f->event = out->events.at[0];
    f->after = m->slots[f->thread];
    if (f->born)
        f->child = m->slots[threads];
}

/* Takes the step again later; false: not this one. */
bool again_defer(native *n, u16 thread, move_kind kind, u32 choice, taken *out)
{
    footstep wanted = {.thread = thread, .kind = (u8)kind, .choice = choice};
    footstep *f = n->at < n->path.n ? &n->path.at[n->at] : NULL;
    native_slot s;

    if (!n->later || !f || !f->plain || !same_move(f, &wanted) || n->at == NATIVE_LINES)
        return false;
    s = f->before;
    if (!model_take(&n->model, thread, &s, kind, choice, out))
        die("a step that was taken fails when it is taken again");
    out->events.at[0] = f->event;
    n->launch.shared->script[n->at] = (native_line){.slot = thread,
                                                    .operation = f->operation,
                                                    .object = f->object,
                                                    .caller = f->caller,
                                                    .result = s.result,
                                                    .status = s.status};
    if (rests(n, thread))
        model_arrive(&n->model, thread, &f->after);
    if (f->born)
        model_arrive(&n->model, n->model.threads, &f->child);
    n->at++;
    return true;
}

void again_catch_up(native *n)
{
    native_shared *m = n->launch.shared;
    quiet q;

    if (!n->later)
        return;
    n->later = false;
    q = launch_run(&n->launch, n->at);
    if (m->end == END_OTHERWISE) {
        const native_slot *s = &m->slots[m->script[m->line].slot];
        footstep now = {.thread = (u16)m->script[m->line].slot, .operation = s->operation};

        n->at = m->line;
        another_way(n, &n->path.at[n->at], &now);
    }
    if (q != QUIET_RESTS || m->end != END_NONE) {
        launch_close(&n->launch);
        n->o.give_up(n->o.about,
                     "the program is not deterministic: a run ended that did not before");
    }
}
