/* Definedness and provenance of results, bit for bit.  A shade's bits that are set have no defined
 * value; an origin of PROV_POINTER says that an integer register holds a whole pointer, PROV_LOST
 * that some of its undefined bits came from an address whose object can no longer be told.
 *
 * The rules for bits are those of Seward and Nethercote (USENIX 2005).  For pointers: what keeps
 * the object number intact keeps the provenance; the low bits of an address are those of the
 * offset, since every object starts at a multiple of 16 or of its alignment; all other bits are
 * undefined. */
#include "vm/machine.h"

static u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

static u64 smear_up(u64 v)
{
    return v | (0 - v);
}

typedef enum family {
    FAM_ADD,
    FAM_SUB,
    FAM_MUL,
    FAM_AND,
    FAM_OR,
    FAM_XOR,
    FAM_SHL,
    FAM_LSHR,
    FAM_ASHR,
    FAM_DIV,
    FAM_EQ,
    FAM_ORDER
} family;

/* What an opcode does, and to how many bits. */
static family classify(const insn *i, u32 *bits, bool *negate)
{
    *negate = false;
#define ROW(name, fam)   \
    case OP_##name##64:  \
    case OP_##name##64I: \
        *bits = 64;      \
        return fam;      \
    case OP_##name##32:  \
    case OP_##name##32I: \
        *bits = 32;      \
        return fam;      \
    case OP_##name##N:   \
        *bits = i->y;    \
        return fam;
    switch (i->op) {
        ROW(ADD, FAM_ADD)
        ROW(SUB, FAM_SUB)
        ROW(MUL, FAM_MUL)
        ROW(AND, FAM_AND)
        ROW(OR, FAM_OR)
        ROW(XOR, FAM_XOR)
        ROW(SHL, FAM_SHL)
        ROW(LSHR, FAM_LSHR)
        ROW(ASHR, FAM_ASHR)
        ROW(UDIV, FAM_DIV)
        ROW(SDIV, FAM_DIV)
        ROW(UREM, FAM_DIV)
        ROW(SREM, FAM_DIV)
    case OP_ADDV:
        *bits = i->y;
        return FAM_ADD;
    case OP_SUBV:
        *bits = i->y;
        return FAM_SUB;
    case OP_MULV:
        *bits = i->y;
        return FAM_MUL;
    case OP_SHLV:
        *bits = i->y;
        return FAM_SHL;
    case OP_NE:
    case OP_NEI:
        *negate = true; /* fallthrough */
    case OP_EQ:
    case OP_EQI:
        *bits = 64;
        return FAM_EQ;
    default:
        *bits = 64;
        return FAM_ORDER;
    }
#undef ROW
}

static u64 shift_bits(family f, u32 bits, u64 shade_b, u64 c)
{
    if (c >= bits)
        return cut(~(u64)0, bits);
    if (f == FAM_SHL)
        return cut(shade_b << c, bits);
    if (f == FAM_LSHR || !(shade_b >> (bits - 1) & 1))
        return shade_b >> c;
    return cut(shade_b >> c | ~(~(u64)0 >> c >> (64 - bits)), bits);
}

static u64 plain_bits(family f, u32 bits, u64 b, u64 c, u64 vb, u64 vc)
{
    switch (f) {
    case FAM_AND:
        return (vb & vc) | (vb & c) | (vc & b);
    case FAM_OR:
        return cut((vb & vc) | (vb & ~c) | (vc & ~b), bits);
    case FAM_XOR:
        return vb | vc;
    case FAM_SHL:
    case FAM_LSHR:
    case FAM_ASHR:
        return vc ? cut(~(u64)0, bits) : shift_bits(f, bits, vb, c);
    case FAM_DIV:
        return vb | vc ? cut(~(u64)0, bits) : 0;
    case FAM_EQ:
        return (b ^ c) & ~(vb | vc) ? 0 : (vb | vc) != 0;
    case FAM_ORDER:
        return (vb | vc) != 0;
    default:
        return cut(smear_up(vb | vc), bits);
    }
}

u64 address_known(const machine *m, u64 pointer)
{
    u8 align = m->objects.at[POINTER_OBJECT(pointer)].align;

    return ((u64)1 << (align > 4 ? align : 4)) - 1;
}

/* An address as far as it is known without its object: low bits and the rest undefined. */
static void forget(const machine *m, u64 *v, shade *s)
{
    u64 pointer = pointer_decode(m, *v);

    if (s->origin != PROV_POINTER)
        return;
    *v = POINTER_OFFSET(pointer) & address_known(m, pointer);
    s->bits |= ~address_known(m, pointer);
    s->origin = PROV_LOST;
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

/* One operand is a pointer, the other a defined integer k. */
static bool pointer_and_number(machine *m, family f, u32 bits, u64 p, u64 k, bool pointer_left,
                               u64 *value, shade *out)
{
    u64 low = POINTER_OFFSET(pointer_decode(m, p)), all = cut(~(u64)0, bits);
    i64 sk = bits >= 64 ? (i64)k : (i64)(k << (64 - bits)) >> (64 - bits);

    switch (f) {
    case FAM_ADD:
        return moved(m, p, sk, value, out);
    case FAM_SUB:
        return pointer_left && moved(m, p, -sk, value, out);
    case FAM_AND:
        if ((k | 0xffff) == all && bits == m->prog->pointer_bytes * 8)
            return moved(m, p, (i64)(low & k) - (i64)low, value, out);
        return false;
    case FAM_OR:
        return k <= 0xffff && moved(m, p, (i64)(low | k) - (i64)low, value, out);
    case FAM_XOR:
        return k <= 0xffff && moved(m, p, (i64)(low ^ k) - (i64)low, value, out);
    case FAM_MUL:
    case FAM_DIV:
        if (k != 1 || !pointer_left)
            return false;
        *value = p;
        *out = (shade){0, PROV_POINTER};
        return true;
    case FAM_SHL:
    case FAM_LSHR:
    case FAM_ASHR:
        if (k || !pointer_left)
            return false;
        *value = p;
        *out = (shade){0, PROV_POINTER};
        return true;
    default:
        return false;
    }
}

static u64 ordered(const insn *i, i64 b, i64 c)
{
    switch (i->op) {
    case OP_ULE:
    case OP_SLE64:
    case OP_SLE32:
    case OP_SLEN:
    case OP_ULEI:
    case OP_SLE64I:
    case OP_SLE32I:
        return b <= c;
    case OP_UGTI:
    case OP_SGT64I:
    case OP_SGT32I:
        return b > c;
    case OP_UGEI:
    case OP_SGE64I:
    case OP_SGE32I:
        return b >= c;
    default:
        return b < c;
    }
}

static bool pointer_compare(machine *m, const insn *i, family f, bool negate, u64 b, u64 c,
                            shade sb, shade sc, u64 *value, shade *out)
{
    bool both = sb.origin == PROV_POINTER && sc.origin == PROV_POINTER;

    *out = (shade){0};
    if (f == FAM_EQ) {
        *value = (both && b == c) != negate;
        return true;
    }
    if (!both) {
        /* Above NULL and below nothing else that can be told. */
        if ((sb.origin == PROV_POINTER ? c : b) == 0) {
            *value = ordered(i, sb.origin == PROV_POINTER, sc.origin == PROV_POINTER);
            return true;
        }
        vm_error(m, ERR_PROVENANCE, "a pointer is compared by order with a number");
        return false;
    }
    b = pointer_decode(m, b);
    c = pointer_decode(m, c);
    if (POINTER_OBJECT(b) != POINTER_OBJECT(c)) {
        vm_error(m, ERR_POINTER_ORDER, "pointers to different objects are compared by order");
        return false;
    }
    *value = ordered(i, (i32)POINTER_OFFSET(b), (i32)POINTER_OFFSET(c));
    return true;
}

/* Unsigned division by a power of two is a shift, its remainder a mask: these keep more bits known.
 */
static family simpler(const insn *i, family f, u64 *c, shade sc)
{
    bool power = *c && !(*c & (*c - 1)) && !sc.bits && !sc.origin;

    if (f != FAM_DIV || !power)
        return f;
    switch (i->op) {
    case OP_UREM64:
    case OP_UREM64I:
    case OP_UREM32:
    case OP_UREM32I:
    case OP_UREMN:
        --*c;
        return FAM_AND;
    case OP_UDIV64:
    case OP_UDIV64I:
    case OP_UDIV32:
    case OP_UDIV32I:
    case OP_UDIVN:
        *c = (u64)__builtin_ctzll(*c);
        return FAM_LSHR;
    default:
        return f;
    }
}

bool shade_binary(machine *m, const insn *i, u64 b, u64 c, shade sb, shade sc, u64 *value,
                  shade *out)
{
    u32 bits;
    bool negate;
    family f = simpler(i, classify(i, &bits, &negate), &c, sc);
    bool pb = sb.origin == PROV_POINTER, pc = sc.origin == PROV_POINTER;

    if ((pb || pc) && !sb.bits && !sc.bits) {
        if (f == FAM_EQ || f == FAM_ORDER)
            return pointer_compare(m, i, f, negate, b, c, sb, sc, value, out);
        if (pb && pc && f == FAM_SUB) {
            u64 x = pointer_decode(m, b), y = pointer_decode(m, c);

            if (POINTER_OBJECT(x) == POINTER_OBJECT(y)) {
                *value = cut((u64)((i64)(i32)POINTER_OFFSET(x) - (i32)POINTER_OFFSET(y)), bits);
                *out = (shade){0};
                return true;
            }
        }
        if (pb != pc && pointer_and_number(m, f, bits, pb ? b : c, pb ? c : b, pb, value, out))
            return true;
    }
    if (f == FAM_EQ && SHADE_IS_BYTE(sb) && sb.origin == sc.origin && sb.bits == sc.bits) {
        *value = !negate; /* the same byte of one pointer */
        *out = (shade){0};
        return true;
    }
    forget(m, &b, &sb);
    forget(m, &c, &sc);
    if (SHADE_IS_BYTE(sb))
        sb = (shade){0xff, PROV_LOST};
    if (SHADE_IS_BYTE(sc))
        sc = (shade){0xff, PROV_LOST};
    out->bits = plain_bits(f, bits, b, c, cut(sb.bits, bits), cut(sc.bits, bits));
    out->origin =
        out->bits && (sb.origin == PROV_LOST || sc.origin == PROV_LOST) ? PROV_LOST : PROV_NONE;
    switch (f) {
    case FAM_ADD:
        *value = cut(b + c, bits);
        break;
    case FAM_SUB:
        *value = cut(b - c, bits);
        break;
    case FAM_MUL:
        *value = cut(b * c, bits);
        break;
    case FAM_AND:
        *value = b & c;
        break;
    case FAM_OR:
        *value = b | c;
        break;
    case FAM_XOR:
        *value = b ^ c;
        break;
    case FAM_EQ:
        *value = (b == c) != negate;
        break;
    case FAM_SHL:
        *value = c < bits ? cut(b << c, bits) : 0;
        break;
    case FAM_LSHR:
        *value = c < bits ? b >> c : 0;
        break;
    case FAM_ASHR:
        *value = c < bits ? cut((u64)((i64)(b << (64 - bits)) >> (64 - bits) >> c), bits) : 0;
        break;
    default:
        *value = 0;
        break;
    }
    *value &= ~out->bits;
    return true;
}
