/* Definedness and provenance of results, bit for bit.  A shade's bits that are set have no defined
 * value; an origin of PROV_POINTER says that an integer register holds a whole pointer, PROV_LOST
 * that some of its undefined bits came from an address whose object can no longer be told, PROV_CUT
 * that it is the low bits of a pointer as they are.
 *
 * The rules for bits are those of Seward and Nethercote (USENIX 2005), those for pointers in
 * address.c. */
#include "vm/machine.h"

#include <assert.h>

static u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

static u64 smear_up(u64 v)
{
    return v | (0 - v);
}

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

/* Orders as signed numbers? */
static bool orders_signed(const insn *i)
{
    switch (i->op) {
    case OP_ULT:
    case OP_ULE:
    case OP_ULTI:
    case OP_ULEI:
    case OP_UGTI:
    case OP_UGEI:
        return false;
    default:
        return true;
    }
}

static bool pointer_compare(machine *m, const insn *i, family f, bool negate, u64 b, u64 c,
                            shade sb, shade sc, u64 *value, shade *out)
{
    bool pb = sb.origin == PROV_POINTER, pc = sc.origin == PROV_POINTER, told;
    int order;

    *out = (shade){0};
    if (f == FAM_EQ) {
        *value = (pb && pc && b == c) != negate;
        return true;
    }
    b = pb ? pointer_decode(m, b) : b;
    c = pc ? pointer_decode(m, c) : c;
    order = address_order(m, b, c, orders_signed(i), &told);
    *value = told && ordered(i, order, 0);
    assert(told || !m->static_at);
    if (!told)
        *out = (shade){1, PROV_LOST};
    return told || address_unordered(m, b, c);
}

/* Division by a power of two is a shift, its remainder a mask, unless what is divided may be
 * negative: these keep more bits known. */
static family simpler(const insn *i, family f, u64 *c, shade sc, bool positive)
{
    bool power = *c && !(*c & (*c - 1)) && !sc.bits && !sc.origin;

    if (f != FAM_DIV || !power)
        return f;
    switch (i->op) {
    case OP_SREM64:
    case OP_SREM64I:
        if (!positive || *c >> 63)
            return f; /* fallthrough */
    case OP_UREM64:
    case OP_UREM64I:
    case OP_UREM32:
    case OP_UREM32I:
    case OP_UREMN:
        --*c;
        return FAM_AND;
    case OP_SDIV64:
    case OP_SDIV64I:
        if (!positive || *c >> 63)
            return f; /* fallthrough */
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

static bool is_zero(u64 v, shade s)
{
    return !v && !s.bits && !s.origin;
}

/* Is it a 64-bit number of 0 or more? */
static bool positive(const machine *m, u64 b, shade sb)
{
    address_forget(m, &b, &sb);
    return !((b | sb.bits) >> 63) && m->prog->pointer_bytes == 8;
}

static i64 extended(u64 v, u32 bits)
{
    return bits >= 64 ? (i64)v : (i64)(v << (64 - bits)) >> (64 - bits);
}

static u64 divided(const insn *i, u32 bits, u64 b, u64 c)
{
    i64 x = extended(b, bits), y = extended(c, bits);

    switch (i->op) {
    case OP_UDIV64:
    case OP_UDIV64I:
    case OP_UDIV32:
    case OP_UDIV32I:
    case OP_UDIVN:
        return b / c;
    case OP_UREM64:
    case OP_UREM64I:
    case OP_UREM32:
    case OP_UREM32I:
    case OP_UREMN:
        return b % c;
    case OP_SDIV64:
    case OP_SDIV64I:
    case OP_SDIV32:
    case OP_SDIV32I:
    case OP_SDIVN:
        return cut(y == -1 ? (u64)-x : (u64)(x / y), bits);
    default:
        return cut(y == -1 ? 0 : (u64)(x % y), bits);
    }
}

/* Can the result be told without the addresses of the operands, which may be pointers? */
static bool keeps_object(machine *m, const insn *i, family f, u32 bits, u64 b, u64 c, shade sb,
                         shade sc)
{
    bool pb = sb.origin == PROV_POINTER, pc = sc.origin == PROV_POINTER, told;
    u64 value, x = pb ? pointer_decode(m, b) : b, y = pc ? pointer_decode(m, c) : c;
    shade out;

    if (SHADE_IS_BYTE(sb) || SHADE_IS_BYTE(sc))
        return f == FAM_EQ && sb.origin == sc.origin && sb.bits == sc.bits;
    if ((!pb && !pc) || sb.bits || sc.bits)
        return !pb && !pc;
    if (pb && pc && f != FAM_ORDER)
        return f == FAM_EQ || (f == FAM_SUB && POINTER_OBJECT(x) == POINTER_OBJECT(y));
    if (f == FAM_EQ)
        return (pb ? c : b) < 4096;
    if (f == FAM_ORDER) {
        address_order(m, x, y, orders_signed(i), &told);
        return told;
    }
    return address_and_number(m, f, bits, pb ? b : c, pb ? c : b, pb, &value, &out);
}

/* Division and order of what are numbers after all. */
static bool plain_number(machine *m, const insn *i, u64 b, u64 c, u64 *value, shade *out)
{
    u32 bits;
    bool negate;
    family f = classify(i, &bits, &negate);

    *out = (shade){0};
    if (f == FAM_ORDER) {
        bool is_signed = orders_signed(i);
        int order = is_signed ? ((i64)b > (i64)c) - ((i64)b < (i64)c) : (b > c) - (b < c);

        *value = ordered(i, order, 0);
        return true;
    }
    if (!c) {
        vm_error(m, ERR_DIVISION, "division by zero");
        return false;
    }
    *value = divided(i, bits, b, c);
    return true;
}

bool shade_binary(machine *m, const insn *i, u64 b, u64 c, shade sb, shade sc, u64 *value,
                  shade *out)
{
    u32 bits;
    bool negate;
    family f = simpler(i, classify(i, &bits, &negate), &c, sc, positive(m, b, sb));
    bool pb = sb.origin == PROV_POINTER, pc = sc.origin == PROV_POINTER;

    if (m->static_at && !keeps_object(m, i, f, bits, b, c, sb, sc)) {
        if (!address_settle(m, (u64 *[]){&b, &c}, (shade *[]){&sb, &sc}, 2))
            return false;
        pb = pc = false;
        if (!(sb.bits | sc.bits) && (f == FAM_DIV || f == FAM_ORDER))
            return plain_number(m, i, b, c, value, out);
    }
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
        if (pb != pc && address_and_number(m, f, bits, pb ? b : c, pb ? c : b, pb, value, out))
            return true;
    }
    if (f == FAM_EQ && SHADE_IS_BYTE(sb) && sb.origin == sc.origin && sb.bits == sc.bits) {
        *value = !negate; /* the same byte of one pointer */
        *out = (shade){0};
        return true;
    }
    if (f == FAM_EQ &&
        ((sb.origin == PROV_CUT && is_zero(c, sc)) || (sc.origin == PROV_CUT && is_zero(b, sb)))) {
        *value = negate; /* no object lies at address 0 */
        *out = (shade){0};
        return true;
    }
    address_forget(m, &b, &sb);
    address_forget(m, &c, &sc);
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
