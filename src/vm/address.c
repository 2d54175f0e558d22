/* What a program can be told of addresses.
 *
 * A pointer is an object and an offset; where the object lies is not part of a state.  Some of it
 * holds in every layout, and is all that common idioms ask for: an object begins at a multiple of
 * its alignment, so the low bits of an address are those of its offset; it lies neither in the
 * first page nor in the last one, and on 64-bit systems below 2^47, so that it is above NULL and
 * small numbers and below error numbers that were cast to pointers.  The rest is unknown: bits
 * without a value whose origin is PROV_LOST.  What such bits decide is cut (address_decides), or
 * with --addresses strict an error.
 *
 * Pointers that are integers stay pointers under what keeps the object: moves by a number, masks of
 * known bits. */
#include "vm/machine.h"

#include "base/mutant.h"

enum { PAGE = 4096 };

static u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

static u32 pointer_bits(const machine *m)
{
    return m->prog->pointer_bytes * 8;
}

/* The highest address that an object can have. */
static u64 highest(const machine *m)
{
    return pointer_bits(m) == 64 ? ((u64)1 << 47) - 1 : (u64)UINT32_MAX - PAGE;
}

/* Does it point into its object, or just behind it? */
static bool inside(const machine *m, u64 pointer)
{
    return POINTER_OFFSET(pointer) <= m->objects.at[POINTER_OBJECT(pointer)].size;
}

/* malloc aligns to 16 bytes, and so do compilers functions. */
static u64 low_known(const machine *m, u64 pointer)
{
    const object *o = &m->objects.at[POINTER_OBJECT(pointer)];
    bool placed = o->kind == OC_STATIC || o->kind == OC_STACK || o->kind == OC_TLS;
    u8 least = placed && !MUTANT(ADDRESS_ALIGNED) ? 0 : 4;

    return ((u64)1 << (o->align > least ? o->align : least)) - 1;
}

static u64 address_known(const machine *m, u64 pointer)
{
    u64 high = pointer_bits(m) == 64 && inside(m, pointer) ? ~highest(m) : 0;

    return cut(low_known(m, pointer) | high, pointer_bits(m));
}

void address_forget(const machine *m, u64 *v, shade *s)
{
    u64 pointer = pointer_decode(m, *v), known;

    if (s->origin == PROV_CUT)
        s->origin = PROV_LOST;
    if (s->origin != PROV_POINTER)
        return;
    known = address_known(m, pointer);
    *v = POINTER_OFFSET(pointer) & known;
    s->bits |= cut(~known, pointer_bits(m));
    s->origin = PROV_LOST;
}

bool address_narrow(machine *m, u64 pointer, u32 bits, u64 *value, shade *out)
{
    u64 known = address_known(m, pointer), vague = cut(~known, bits);

    if (m->mem.static_at) {
        if (!layout_look(m, &pointer, 1))
            return false;
        *value = cut(layout_address(m, pointer), bits);
        *out = (shade){0};
        return true;
    }
    *value = cut(POINTER_OFFSET(pointer) & known, bits);
    *out = (shade){vague, !vague ? PROV_NONE : bits >= 16 ? PROV_CUT : PROV_LOST};
    return true;
}

/* Is it a pointer, or a byte of one? */
static bool symbolic(const shade *s)
{
    return s->origin == PROV_POINTER || SHADE_IS_BYTE(*s);
}

bool address_settle(machine *m, u64 **values, shade **shades, u32 n)
{
    u64 pointers[4];
    u32 found = 0;

    for (u32 k = 0; k < n; k++)
        if (symbolic(shades[k]))
            pointers[found++] =
                SHADE_IS_BYTE(*shades[k]) ? shades[k]->origin : pointer_decode(m, *values[k]);
    if (!found)
        return true;
    if (!layout_look(m, pointers, found))
        return false;
    found = 0;
    for (u32 k = 0; k < n; k++) {
        if (!symbolic(shades[k]))
            continue;
        u64 at = layout_address(m, pointers[found++]);

        *values[k] = SHADE_IS_BYTE(*shades[k]) ? at >> 8 * SHADE_PLACE(*shades[k]) & 0xff : at;
        *shades[k] = (shade){0};
    }
    return true;
}

/* pointer + delta as an integer, or lost. */
static bool moved(machine *m, u64 b, i64 delta, u64 *value, shade *out)
{
    u64 p = pointer_decode(m, b);
    i64 offset = (i64)(i32)POINTER_OFFSET(p) + delta;

    if (delta != (i32)delta || offset != (i32)offset)
        return false;
    *value = pointer_encode(m, POINTER(POINTER_OBJECT(p), (u32)offset));
    *out = (shade){0, PROV_POINTER};
    return true;
}

static bool same(u64 p, u64 *value, shade *out)
{
    *value = p;
    *out = (shade){0, PROV_POINTER};
    return true;
}

bool address_and_number(machine *m, operator_family f, u32 bits, u64 p, u64 k, bool pointer_left,
                        u64 *value, shade *out)
{
    u64 pointer = pointer_decode(m, p), offset = POINTER_OFFSET(pointer);
    u64 low = low_known(m, pointer), known = address_known(m, pointer);
    i64 sk = bits >= 64 ? (i64)k : (i64)(k << (64 - bits)) >> (64 - bits);

    switch (f) {
    case FAM_ADD:
        return moved(m, p, sk, value, out);
    case FAM_SUB:
        return pointer_left && moved(m, p, -sk, value, out);
    case FAM_AND: /* clears bits that are known */
        return bits == pointer_bits(m) && !(cut(~k, bits) & ~known) &&
               moved(m, p, -(i64)(offset & ~k & low), value, out);
    case FAM_OR:
        return !(k & ~low) && moved(m, p, (i64)(k & ~offset), value, out);
    case FAM_XOR:
        return !(k & ~low) && moved(m, p, (i64)(offset ^ k) - (i64)offset, value, out);
    case FAM_MUL:
    case FAM_DIV:
        return k == 1 && pointer_left && same(p, value, out);
    case FAM_SHL:
    case FAM_LSHR:
    case FAM_ASHR:
        return !k && pointer_left && same(p, value, out);
    default:
        return false;
    }
}

/* Of pointer and number, by order: 1 the pointer is above, -1 below, 0 unknown. */
static int side_of(const machine *m, u64 pointer, u64 k, bool is_signed)
{
    if (!inside(m, pointer) || (is_signed && pointer_bits(m) == 32))
        return 0;
    if (is_signed)
        return (i64)k <= PAGE ? 1 : (i64)k > (i64)highest(m) ? -1 : 0;
    return k <= PAGE ? 1 : k > highest(m) ? -1 : 0;
}

static int signed_order(const machine *m, u64 b, u64 c)
{
    u32 unused = 64 - pointer_bits(m);
    i64 x = (i64)(b << unused), y = (i64)(c << unused);

    return x < y ? -1 : x > y;
}

int address_order(const machine *m, u64 b, u64 c, bool is_signed, bool *told)
{
    int side = 0;

    *told = true;
    if (POINTER_IS(b) && POINTER_IS(c)) {
        i32 x = (i32)POINTER_OFFSET(b), y = (i32)POINTER_OFFSET(c);

        *told = POINTER_OBJECT(b) == POINTER_OBJECT(c);
        return x < y ? -1 : x > y;
    }
    if (POINTER_IS(b))
        side = side_of(m, b, c, is_signed);
    else if (POINTER_IS(c))
        side = -side_of(m, c, b, is_signed);
    else
        return is_signed ? signed_order(m, b, c) : b < c ? -1 : b > c;
    *told = side != 0;
    return side;
}

bool address_unordered(machine *m, u64 b, u64 c)
{
    if (m->opt.addresses != ADDRESSES_STRICT)
        return true;
    if (POINTER_IS(b) && POINTER_IS(c))
        vm_error(m, ERR_POINTER_ORDER, "pointers to different objects are compared by order");
    else
        vm_error(m, ERR_PROVENANCE, "a pointer is compared by order with a number");
    return false;
}

void address_decides(machine *m, const char *what)
{
    if (m->mem.static_at && m->step.allow)
        layout_touch(m, 0, 0);
    if (m->opt.addresses == ADDRESSES_STRICT)
        vm_error(m, ERR_PROVENANCE, "%s depends on where an object lies in memory", what);
    else
        vm_cut(m, "%s depends on where an object lies in memory%s", what,
               m->mem.static_at || query_observes(m)
                   ? ""
                   : "; --addresses layout checks it for one layout");
}
