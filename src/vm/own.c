/* What only one thread can see: its frames, and the objects that it alone can reach, found by a
 * walk from its live registers.  Objects go by their numbers, which stay the same during a run.
 *
 * What others can reach is left out, since a step has an event for each write to it.  Before the
 * first thread is created nobody is there to see a write, and there are no such events: all objects
 * are the lone thread's own then, the static ones and the shared ones too.  (Contents that were
 * taken over into `own` need no events, so the two rules together leave no write out.) */
#include "base/mutant.h"
#include "vm/machine.h"

#include <string.h>

#define MOST_WORDS 2048u /* more is not worth a comparison after each step */

/* Does each write to the object have an event?  Constants are never written. */
static bool others_see(const machine *m, const object *o)
{
    if (o->flags & OF_CONST)
        return true;
    return o->flags & OF_SHARED && (several_threads(m) || MUTANT(ROUND_ALONE));
}

static void meet(machine *m, u32 id)
{
    const object *o = &m->objects.at[id];

    if (id <= m->mem.nstatic || o->flags & OF_NODATA || others_see(m, o)) /* of statics see below */
        return;
    for (u32 k = 0; k < m->canon.order.n; k++)
        if (m->canon.order.at[k] == id)
            return;
    vec_push(&m->canon.order, id);
}

static void meet_register(machine *m, u64 *reg, bool encoded)
{
    meet(m, POINTER_OBJECT(encoded ? pointer_decode(m, *reg) : *reg));
}

static void meet_contents(machine *m, const object *o)
{
    u32 pb = m->prog->pointer_bytes;

    for (u32 w = 0; o->flags & OF_POINTERS && w < (o->size + pb - 1) / pb; w++)
        if (o->map[w])
            meet(m, POINTER_OBJECT(pointer_decode(m, mem_peek(m, o, w * pb, pb))));
}

static void put(word_list *out, const void *bytes, u32 n)
{
    u32 words = (n + 3) / 4;

    vec_reserve(out, words);
    if (words)
        out->at[out->n + words - 1] = 0;
    if (n)
        memcpy(out->at + out->n, bytes, n);
    out->n += words;
}

static void put_frame(machine *m, const thread *t, u32 k, word_list *out)
{
    const frame *f = &t->frames.at[k];
    const live_set *live = live_at(m->prog->funcs.at[f->func], f->pc, k + 1 < t->frames.n);

    u32 *at;

    vec_reserve(out, 3 + 2 * live->n);
    at = out->at + out->n;
    *at++ = f->func << 2 | (u32)f->marked << 1 | f->slow;
    *at++ = f->pc;
    *at++ = f->seq;
    for (u32 j = 0; j < live->n; j++, at += 2)
        memcpy(at, &t->regs.at[f->base + live->regs[j]], sizeof(u64));
    out->n += 3 + 2 * live->n;
    for (u32 j = 0; f->slow && j < live->n; j++)
        put(out, &t->shades[f->base + live->regs[j]], sizeof(shade));
}

static void put_object(machine *m, u32 id, word_list *out)
{
    const object *o = &m->objects.at[id];
    u32 pb = m->prog->pointer_bytes;

    vec_push(out, id);
    vec_push(out, o->flags & (OF_DEAD | OF_POINTERS | OF_SHADOW));
    vec_push(out, o->size);
    if (o->flags & OF_DEAD)
        return;
    put(out, o->data, o->size);
    if (o->flags & OF_POINTERS)
        put(out, o->map, (o->size + pb - 1) / pb);
    if (o->flags & OF_SHADOW)
        put(out, o->shadow, o->size);
}

/* All that tells two states of the thread apart but for its frames and its memory. */
void own_thread(const machine *m, u16 slot, word_list *out)
{
    const thread *t = &m->threads.at[slot];

    vec_push(out, (u32)t->state | (u32)t->detached << 3 | (u32)t->woken << 4 | (u32)t->timed << 5 |
                      (u32)t->cancelled << 6 | (u32)t->cancel_masked << 7 |
                      (u32)t->cancellable << 8 | (u32)t->strong << 9 | (u32)t->local << 10 |
                      (u32)(m->atomic_owner == slot + 1) << 11);
    vec_push(out, t->held);
}

static void meet_statics(machine *m)
{
    for (u32 id = 1; !several_threads(m) && id <= m->mem.nstatic; id++)
        if (!(m->objects.at[id].flags & OF_NODATA) && !others_see(m, &m->objects.at[id]))
            vec_push(&m->canon.order, id);
}

bool vm_own(sys *s, u16 slot, word_list *out)
{
    machine *m = vm_of(s);
    thread *t = &m->threads.at[slot];

    vec_clear(out);
    vec_clear(&m->canon.order);
    if (t->state == TS_FREE || t->state == TS_OVER)
        return false;
    own_thread(m, slot, out);
    put(out, &t->wait_at, sizeof t->wait_at);
    if (t->tls)
        meet(m, t->tls);
    meet_statics(m);
    for (u32 k = 0; k < t->frames.n && out->n < MOST_WORDS; k++) {
        put_frame(m, t, k, out);
        canon_frame_pointers(m, t, k, meet_register);
    }
    for (u32 k = 0; k < m->canon.order.n && out->n < MOST_WORDS; k++) {
        if (m->objects.at[m->canon.order.at[k]].size > MOST_WORDS)
            return false;
        put_object(m, m->canon.order.at[k], out);
        meet_contents(m, &m->objects.at[m->canon.order.at[k]]);
    }
    return out->n < MOST_WORDS;
}
