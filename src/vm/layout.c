/* The addresses of one layout, for --addresses layout.
 *
 * Static objects, functions, thread-local blocks and thread handles have their addresses from the
 * start.  What is made in the run gets one when the program first looks: the first place in its
 * region, from below or, in layouts of odd number, from above, that no live object with an address
 * has.  It is part of the object in the saved state from then on.  An object with an address is
 * shared and stays while it lives, since the address as a number may come back as a pointer; a
 * place is free again when its object is dead.  So nothing but looking at such an address, the end
 * of an object that others can reach and looking a number up changes or depends on which places are
 * taken: each of these is an update of the pseudo-object LAYOUT_OBJECT, a step of its own where
 * others could come between, and reductions keep all orders of them.  A look at an address that was
 * drawn already is one of them: before the drawing it would have drawn another. */
#include "vm/machine.h"

#include "base/mutant.h"

#include <stdlib.h>

static const struct {
    u64 functions, statics, handles, blocks, low, high; /* between low and high what runs make */
} regions[2] = {
    {0x555555554000, 0x555555600000, 0x7ffff0000000, 0x7ffff1000000, 0x555557000000,
     0x7fffe0000000},
    {0x08049000, 0x08100000, 0x80000000, 0x81000000, 0x09000000, 0x7f000000},
};
enum { GAPS = 4, HANDLE_BYTES = 4096 };
static const u32 gaps[GAPS] = {8, 24, 72, 136};

static u32 wide(const machine *m)
{
    return m->prog->pointer_bytes == 4;
}

/* The layout's number, from 0 on. */
static u32 layout_of(const machine *m)
{
    return m->opt.layout ? m->opt.layout - 1 : 0;
}

static u64 gap_of(const machine *m)
{
    return gaps[layout_of(m) % GAPS];
}

static u64 up(u64 v, u64 align)
{
    return (v + align - 1) / align * align;
}

void layout_open(machine *m)
{
    u32 n = m->mem.nstatic;
    u64 code = regions[wide(m)].functions, data = regions[wide(m)].statics;

    if (m->opt.addresses != ADDRESSES_LAYOUT)
        return;
    m->mem.static_at = mem_alloc((n + 1) * sizeof *m->mem.static_at);
    for (u32 k = 1; k <= n; k++) {
        u32 id = layout_of(m) % 2 ? n + 1 - k : k;
        const object *o = &m->objects.at[id];
        u64 *next = o->kind == OC_FUNC ? &code : &data;
        u64 align = o->kind == OC_FUNC ? 16 : (u64)1 << o->align;

        m->mem.static_at[id] = up(*next, align);
        *next = m->mem.static_at[id] + o->size + (layout_of(m) / 2 ? gap_of(m) : 1);
    }
}

/* Where the object begins; 0: the program has not looked yet. */
static u64 place_of(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];

    if (id <= m->mem.nstatic)
        return m->mem.static_at[id];
    if (o->kind == OC_THREAD)
        return regions[wide(m)].handles + (u64)o->owner * HANDLE_BYTES;
    if (o->kind == OC_TLS)
        return regions[wide(m)].blocks +
               (u64)o->owner * up((u64)m->prog->tls_size + 1, HANDLE_BYTES);
    return o->address;
}

bool layout_draws(const machine *m, u64 pointer)
{
    u32 id = POINTER_OBJECT(pointer);
    u8 kind = m->objects.at[id].kind;

    return id > m->mem.nstatic && kind != OC_THREAD && kind != OC_TLS;
}

bool layout_placed(const machine *m, u64 pointer)
{
    return place_of(m, POINTER_OBJECT(pointer)) != 0;
}

u64 layout_address(const machine *m, u64 pointer)
{
    u64 at = place_of(m, POINTER_OBJECT(pointer)) + (u64)(i64)(i32)POINTER_OFFSET(pointer);

    return wide(m) ? (u32)at : at;
}

static bool placed_alive(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];

    return o->address && !(o->flags & OF_DEAD);
}

/* Has the dynamic object an address, and lives? */
static bool layout_holds(const machine *m, u32 id)
{
    return m->opt.addresses == ADDRESSES_LAYOUT && id > m->mem.nstatic && placed_alive(m, id);
}

/* An object with an address that is in the way of one at [at, at + size), gaps included; 0 none. */
static u32 in_the_way(const machine *m, u64 at, u64 size)
{
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++) {
        const object *o = &m->objects.at[id];

        if (placed_alive(m, id) && at < o->address + o->size + gap_of(m) &&
            o->address < at + size + gap_of(m))
            return id;
    }
    return 0;
}

u32 layout_reuse(const machine *m)
{
    static const u8 by_layout[] = {REUSE_NONE, REUSE_LAST, REUSE_FIRST, REUSE_NONE};

    return m->opt.addresses == ADDRESSES_LAYOUT ? by_layout[layout_of(m) % 4] : REUSE_NONE;
}

/* Which object malloc gives again depends on what was freed before it. */
void layout_stepped(machine *m, taken *out)
{
    event *first = out->events.n ? out->events.at : NULL;

    if (first && first->kind == EV_SYNC && layout_reuse(m) != REUSE_NONE && !MUTANT(ADDRESS_AGAIN))
        first->flags |= EVF_VARIES;
}

bool layout_vacant(const machine *m, u32 id)
{
    const object *o = &m->objects.at[id];

    return !o->address || !in_the_way(m, o->address, o->size);
}

static u64 first_place(const machine *m, u64 size, u64 align)
{
    u64 at = up(regions[wide(m)].low + 16 * (u64)layout_of(m), align);

    for (u32 id; (id = in_the_way(m, at, size));) {
        const object *o = &m->objects.at[id];

        at = up(o->address + o->size + gap_of(m), align);
    }
    return at;
}

static u64 last_place(const machine *m, u64 size, u64 align)
{
    u64 at = (regions[wide(m)].high - size) / align * align;

    for (u32 id; (id = in_the_way(m, at, size));)
        at = (m->objects.at[id].address - gap_of(m) - size) / align * align;
    return at;
}

static void draw(machine *m, u32 id)
{
    object *o = &m->objects.at[id];
    u64 align = (u64)1 << (o->kind == OC_HEAP && o->align < 4 ? 4 : o->align);

    o->address = layout_of(m) % 2 ? last_place(m, o->size, align) : first_place(m, o->size, align);
    if (!o->address || o->address + o->size > regions[wide(m)].high ||
        o->address < regions[wide(m)].low)
        vm_limit(m, "the layout has no room for an object");
    object_touch(m, o);
    object_share(m, POINTER(id, 0));
    m->canon.reshaped = true;
}

void layout_event(event *e)
{
    e->kind = EV_UPDATE;
    e->object = MUTANT(ADDRESS_INDEPENDENT) ? 0 : LAYOUT_OBJECT;
    e->offset = 0;
    e->size = 1;
    e->flags |= EVF_RUNTIME;
}

/* For reports: one or two pointers whose address is looked at, or a number and the pointer that it
 * becomes. */
static void note_looked(event *e, u64 what, u64 more)
{
    layout_event(e);
    e->flags |= POINTER_IS(what) ? EVF_POINTER : 0;
    e->value = what;
    e->old = more;
}

bool layout_touch(machine *m, u64 what, u64 more)
{
    bool first = m->step.allow;

    if (vm_rests(m, several_threads(m) && !m->atomic_owner && !m->step.quiet && !m->query.asked))
        return false;
    if (first)
        note_looked(vm_event(m, EV_UPDATE, EVF_VISIBLE, 0, 1), what, more);
    else
        m->step.layout_touched = true;
    return true;
}

bool layout_look(machine *m, const u64 *pointers, u32 n)
{
    bool any = m->step.allow;

    for (u32 k = 0; k < n; k++)
        any |= MUTANT(ADDRESS_SEEN) ? !layout_placed(m, pointers[k]) : layout_draws(m, pointers[k]);
    if (any && !layout_touch(m, pointers[0], n > 1 ? pointers[1] : 0))
        return false;
    for (u32 k = 0; k < n; k++)
        if (!layout_placed(m, pointers[k]))
            draw(m, POINTER_OBJECT(pointers[k]));
    return !m->fault.limit;
}

/* The object that the number is an address in; `behind`: just behind it counts. */
static u64 find(const machine *m, u64 number, bool behind)
{
    for (u32 id = 1; id < m->objects.n; id++) {
        const object *o = &m->objects.at[id];
        u64 at = o->flags & OF_DEAD ? 0 : place_of(m, id);

        if (at && number >= at && number < at + o->size + behind)
            return POINTER(id, number - at);
    }
    return 0;
}

bool layout_pointer(machine *m, u64 number, u64 *pointer)
{
    u64 p = number < regions[wide(m)].functions ? 0 : find(m, number, false);

    if (!p && number >= regions[wide(m)].functions)
        p = find(m, number, true);
    *pointer = p ? p : number;
    if (number < regions[wide(m)].functions ||
        (p && POINTER_OBJECT(p) <= m->mem.nstatic && !m->step.allow))
        return true;
    return layout_touch(m, number, p);
}

typedef struct placed {
    u64 address;
    u32 id;
} placed;

static int by_address(const void *a, const void *b)
{
    const placed *x = a, *y = b;

    return x->address < y->address ? -1 : x->address > y->address;
}

void layout_roots(machine *m, void (*visit)(machine *m, u32 id))
{
    VEC(placed) all = {0};

    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++)
        if (layout_holds(m, id))
            vec_push(&all, (placed){m->objects.at[id].address, id});
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_address);
    for (u32 k = 0; k < all.n; k++)
        visit(m, all.at[k].id);
    vec_free(&all);
}
