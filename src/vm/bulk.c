/* Copying and filling of memory.  Where no other thread can see either region it happens at once,
 * with pointers and undefined bits kept.  Otherwise C promises nothing about the order or size of
 * the accesses, and another thread may see or change half of it; the machine copies word by word,
 * the read and the write of each word an operation of its own.  The progress is in two registers of
 * the instruction: r[a] counts the bytes done and has its top bit set when the word at hand was
 * read but not written; r[a+1] is that word. */
#include "vm/machine.h"

#include <string.h>

static const u64 word_read = (u64)1 << 63;

/* The largest power of two, at most a pointer, at which both places can be taken. */
static u32 piece(const machine *m, u64 to, u64 from, u64 left)
{
    u32 at = POINTER_OFFSET(to) | POINTER_OFFSET(from) | m->prog->pointer_bytes;
    u32 size = at & (0 - at);

    while (size > left)
        size >>= 1;
    return size;
}

static u64 plus(u64 p, u64 bytes)
{
    return POINTER(POINTER_OBJECT(p), (u32)p + (u32)bytes);
}

static void note_range(machine *m, event_kind kind, u64 p, u32 size)
{
    if (event_wanted(m, p))
        vm_event(m, kind, 0, p, size);
}

/* A store to the object may wait in a buffer. */
static bool waits(const machine *m, const object *o)
{
    return UNLIKELY(m->opt.memory) && buffer_takes(m, o, 0) && !MUTANT(BUFFER_BULK);
}

/* Both private: all at once. */
static void copy_now(machine *m, object *d, u32 to, object *s, u32 from, u32 n)
{
    u32 pb = m->prog->pointer_bytes;
    bool aligned = !((to | from | n) % pb);

    /* Pointer bytes at other places than words go through the checked path, word by word. */
    object_dirty(m, d);
    if (s->flags & OF_SHADOW || d->flags & OF_SHADOW) {
        object_shadow(m, d);
        if (s->flags & OF_SHADOW)
            memmove(d->shadow + to, s->shadow + from, n);
        else
            memset(d->shadow + to, 0, n);
    }
    if (aligned && (s->flags & OF_POINTERS || d->flags & OF_POINTERS)) {
        object_map(m, d);
        if (s->flags & OF_POINTERS)
            memmove(d->map + to / pb, s->map + from / pb, n / pb);
        else
            memset(d->map + to / pb, 0, n / pb);
    }
    memmove(d->data + to, s->data + from, n);
    if (!(d->flags & OF_SHARED) || !(s->flags & OF_POINTERS))
        return;
    for (u32 w = to / pb; w < (to + n) / pb; w++)
        if (d->map[w])
            object_share(m, pointer_decode(m, mem_peek(m, d, w * pb, pb)));
}

static access_result copy_pieces(machine *m, thread *t, frame *f, const insn *i, u64 to, u64 from,
                                 u64 n)
{
    u64 *r = t->regs.at + f->base;
    bool back = i->y && POINTER_OBJECT(to) == POINTER_OBJECT(from) && (u32)to > (u32)from;
    shade sh[2] = {{0}}, none[2] = {{0}};

    while ((r[i->a] & ~word_read) < n) {
        u64 done = r[i->a] & ~word_read;
        u32 size = piece(m, plus(to, back ? n - done : done), plus(from, back ? n - done : done),
                         n - done);
        u64 at = back ? n - done - size : done, value[2];
        access_result got;

        if (!(r[i->a] & word_read)) {
            got = mem_load(m, plus(from, at), size, 0, false, value, sh);
            if (got != ACC_OK)
                return got;
            r[i->a] |= word_read;
            r[i->a + 1] = value[0];
            if (sh[0].bits | sh[0].origin && !f->slow)
                frame_slow(t, f);
            if (f->slow)
                t->shades[f->base + i->a + 1] = sh[0];
        }
        value[0] = r[i->a + 1];
        sh[0] = f->slow ? t->shades[f->base + i->a + 1] : none[0];
        got = mem_store(m, plus(to, at), size, 0, false, value, sh);
        if (got != ACC_OK)
            return got;
        r[i->a] = done + size;
        r[i->a + 1] = 0;
        if (f->slow)
            t->shades[f->base + i->a + 1] = none[0];
    }
    return ACC_OK;
}

access_result bulk_copy(machine *m, thread *t, frame *f, const insn *i)
{
    u64 *r = t->regs.at + f->base;
    u64 to = r[i->b], from = r[i->c], n = r[i->x];
    u32 pb = m->prog->pointer_bytes;

    if (!r[i->a])
        r[i->a + 1] = 0;
    if (!n)
        return ACC_OK;
    object *s = mem_check(m, from, n, 1, false, "copy");
    object *d = s ? mem_check(m, to, n, 1, true, "copy") : NULL;

    if (!d)
        return ACC_ERROR;
    if (!i->y && s == d && to != from && (u32)to < (u32)from + n && (u32)from < (u32)to + n) {
        vm_error(m, ERR_MISUSE, "memcpy of overlapping regions");
        return ACC_ERROR;
    }
    bool odd = race_minds(m, s) || race_minds(m, d) || waits(m, s) || waits(m, d) ||
               ((s->flags | d->flags) & OF_POINTERS && ((u32)to | (u32)from | n) % pb);

    if (m->step.allow || r[i->a] || mem_visible(m, s) || mem_visible_write(m, d) || odd)
        return copy_pieces(m, t, f, i, to, from, n);
    copy_now(m, d, (u32)to, s, (u32)from, (u32)n);
    note_range(m, EV_READ, from, (u32)n);
    note_range(m, EV_WRITE, to, (u32)n);
    return ACC_OK;
}

access_result bulk_set(machine *m, thread *t, frame *f, const insn *i)
{
    u64 *r = t->regs.at + f->base;
    u64 to = r[i->b], n = r[i->x], byte = r[i->c] & 0xff;
    shade sh = f->slow ? t->shades[f->base + i->c] : (shade){0};
    u64 word[2] = {byte * 0x0101010101010101u};

    r[i->a + 1] = 0;
    if (!n)
        return ACC_OK;
    object *d = mem_check(m, to, n, 1, true, "fill");

    if (!d)
        return ACC_ERROR;
    if (sh.bits & 0xff)
        sh.bits = ~(u64)0;
    if (m->step.allow || r[i->a] || mem_visible_write(m, d) || sh.bits || d->flags & OF_POINTERS ||
        race_minds(m, d) || waits(m, d)) {
        while (r[i->a] < n) {
            u32 size = piece(m, plus(to, r[i->a]), 0, n - r[i->a]);
            u64 value[2] = {size < 8 ? word[0] & (((u64)1 << 8 * size) - 1) : word[0]};
            access_result got = mem_store(m, plus(to, r[i->a]), size, 0, false, value, &sh);

            if (got != ACC_OK)
                return got;
            r[i->a] += size;
        }
        return ACC_OK;
    }
    object_dirty(m, d);
    memset(d->data + (u32)to, (int)byte, n);
    if (d->flags & OF_SHADOW)
        memset(d->shadow + (u32)to, 0, n);
    note_range(m, EV_WRITE, to, (u32)n);
    return ACC_OK;
}

event_kind bulk_next(const machine *m, const thread *t, const frame *f, const insn *i, u64 *p,
                     u32 *size)
{
    const u64 *r = t->regs.at + f->base;
    u64 to = r[i->b], from = i->op == OP_MEMSET ? 0 : r[i->c], n = r[i->x],
        done = r[i->a] & ~word_read;
    bool back = i->op == OP_MEMCPY && i->y && POINTER_OBJECT(to) == POINTER_OBJECT(from) &&
                (u32)to > (u32)from;
    bool writes = i->op == OP_MEMSET || r[i->a] & word_read;

    if (!POINTER_IS(to) || (i->op == OP_MEMCPY && !POINTER_IS(from)) || done >= n) {
        *p = writes ? to : from;
        *size = 1;
        return writes ? EV_WRITE : EV_READ;
    }
    *size = piece(m, plus(to, back ? n - done : done),
                  i->op == OP_MEMSET ? 0 : plus(from, back ? n - done : done), n - done);
    u64 at = back ? n - done - *size : done;

    *p = plus(writes ? to : from, at);
    return writes ? EV_WRITE : EV_READ;
}
