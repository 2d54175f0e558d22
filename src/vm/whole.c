/* The whole of a state as words, whatever its objects are called: for checks that two runs lead to
 * the same.  Objects are numbered in the order in which a walk from the static ones and the frames
 * meets them; what it does not meet nobody can reach.  What is kept of races is left out: race.c.
 */
#include "vm/machine.h"

typedef struct walk {
    machine *m;
    word_list *out;
    u32 *numbers; /* by object, 0: not met */
    VEC(u32) order;
} walk;

static void put64(walk *w, u64 value)
{
    vec_push(w->out, (u32)value);
    vec_push(w->out, (u32)(value >> 32));
}

static u32 number_of(walk *w, u32 id)
{
    if (id <= w->m->mem.nstatic)
        return id;
    if (!w->numbers[id]) {
        vec_push(&w->order, id);
        w->numbers[id] = w->m->mem.nstatic + w->order.n;
    }
    return w->numbers[id];
}

static void put_value(walk *w, u64 value)
{
    if (POINTER_IS(value))
        value =
            (u64)1 << 63 | (u64)number_of(w, POINTER_OBJECT(value)) << 32 | POINTER_OFFSET(value);
    put64(w, value);
}

static void put_register(walk *w, const func *fn, const thread *t, const frame *f, u16 reg)
{
    u64 value = t->regs.at[f->base + reg];
    shade s = f->slow ? t->shades[f->base + reg] : (shade){0};

    if (SHADE_IS_BYTE(s))
        put_value(w, s.origin);
    else if (fn->regclass[reg] == REG_PTR && !s.bits)
        put_value(w, value);
    else if (s.origin == PROV_POINTER)
        put_value(w, pointer_decode(w->m, value));
    else
        put64(w, value);
    put64(w, s.bits);
}

static void put_frame(walk *w, const thread *t, u32 k)
{
    const frame *f = &t->frames.at[k];
    func *fn = w->m->prog->funcs.at[f->func];
    const live_set *live = live_at(fn, f->pc, k + 1 < t->frames.n);

    vec_push(w->out, f->func << 2 | (u32)f->marked << 1 | f->atomic);
    vec_push(w->out, f->pc);
    vec_push(w->out, f->seq);
    for (u32 j = 0; j < live->n; j++)
        put_register(w, fn, t, f, live->regs[j]);
}

/* What others can tell of a thread: whether it is over, asleep, to be cancelled. */
static void put_outside(walk *w, u16 slot)
{
    const thread *t = &w->m->threads.at[slot];

    vec_push(w->out, (u32)t->state | (u32)t->detached << 3 | (u32)t->woken << 4 |
                         (u32)t->cancelled << 5 | (u32)t->joined << 6);
    put_value(w, t->state == TS_OVER ? t->result : t->wait_at);
    put_value(w, t->buffer ? POINTER(t->buffer, 0) : 0);
}

/* Of one that is over what it had is gone. */
static void put_thread(walk *w, u16 slot)
{
    const thread *t = &w->m->threads.at[slot];

    own_thread(w->m, slot, w->out);
    put_outside(w, slot);
    if (t->state == TS_OVER)
        return;
    put_value(w, t->tls ? POINTER(t->tls, 0) : 0);
    for (u32 k = 0; k < t->frames.n; k++)
        put_frame(w, t, k);
}

static void put_contents(walk *w, const object *o)
{
    u32 pb = w->m->prog->pointer_bytes;

    for (u32 at = 0; at < o->size; at += pb) {
        u32 n = o->size - at < pb ? o->size - at : pb;
        u64 shadow = 0;

        for (u32 k = 0; o->flags & OF_SHADOW && k < n; k++)
            shadow |= (u64)o->shadow[at + k] << 8 * k;
        if (o->flags & OF_POINTERS && o->map[at / pb])
            put_value(w, pointer_decode(w->m, mem_peek(w->m, o, at, n)));
        else
            put64(w, mem_peek(w->m, o, at, n));
        put64(w, shadow);
    }
}

static void put_object(walk *w, const object *o)
{
    vec_push(w->out, o->kind | (u32)(o->flags & (OF_DEAD | OF_NODATA | OF_SHARED)) << 8);
    vec_push(w->out, o->size);
    if (!(o->flags & (OF_DEAD | OF_NODATA)))
        put_contents(w, o);
}

/* But for what one thread alone knows, or none (NO_THREAD). */
static void put_all(machine *m, u16 but, word_list *out)
{
    walk w = {.m = m, .out = out, .numbers = mem_alloc((m->objects.n + 1) * sizeof(u32))};

    vec_clear(out);
    for (u32 id = 1; id <= m->mem.nstatic; id++)
        if (!(m->objects.at[id].flags & OF_CONST))
            put_object(&w, &m->objects.at[id]);
    for (u32 k = 0; k < m->threads.n; k++)
        if (m->threads.at[k].state == TS_FREE)
            vec_push(out, TS_FREE);
        else if (k == but)
            put_outside(&w, (u16)k);
        else
            put_thread(&w, (u16)k);
    for (u32 k = 0; k < w.order.n; k++)
        put_object(&w, &m->objects.at[w.order.at[k]]);
    vec_free(&w.order);
    mem_free(w.numbers);
}

void vm_whole(sys *s, word_list *out)
{
    put_all(vm_of(s), NO_THREAD, out);
}

void whole_outside(machine *m, u16 slot, word_list *out)
{
    put_all(m, slot, out);
    vec_push(out, m->atomic_owner | (u32)m->atomic_depth << 16);
    vec_push(out, m->place.numbers);
}
