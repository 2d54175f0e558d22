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
static operator_family classify(const insn *i, u32 *bits, bool *negate)
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

static u64 shift_bits(operator_family f, u32 bits, u64 shade_b, u64 c)
{
    if (c >= bits)
        return cut(~(u64)0, bits);
    if (f == FAM_SHL)
        return cut(shade_b << c, bits);
    if (f == FAM_LSHR || !(shade_b >> (bits - 1) & 1))
        return shade_b >> c;
    return cut(shade_b >> c | ~(~(u64)0 >> c >> (64 - bits)), bits);
}

static u64 plain_bits(operator_family f, u32 bits, u64 b, u64 c, u64 vb, u64 vc)
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

static bool pointer_compare(machine *m, const insn *i, operator_family f, bool negate, u64 b, u64 c,
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
    assert(told || !m->mem.static_at);
    if (!told)
        *out = (shade){1, PROV_LOST};
    return told || address_unordered(m, b, c);
}

/* Division by a power of two is a shift, its remainder a mask, unless what is divided may be
 * negative: these keep more bits known. */
static operator_family simpler(const insn *i, operator_family f, u64 *c, shade sc, bool positive)
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
static bool keeps_object(machine *m, const insn *i, operator_family f, u32 bits, u64 b, u64 c,
                         shade sb, shade sc)
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
    operator_family f = classify(i, &bits, &negate);

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

/* An operation on two values that may have undefined bits or be addresses. */
typedef struct operation {
    const insn *i;
    operator_family f;
    u32 bits;
    bool negate;
    u64 b, c;
    shade sb, sc;
} operation;

/* How far two places of one object are apart. */
static bool distance(machine *m, const operation *o, u64 *value, shade *out)
{
    u64 x = pointer_decode(m, o->b), y = pointer_decode(m, o->c);

    if (o->f != FAM_SUB || POINTER_OBJECT(x) != POINTER_OBJECT(y))
        return false;
    *value = cut((u64)((i64)(i32)POINTER_OFFSET(x) - (i32)POINTER_OFFSET(y)), o->bits);
    *out = (shade){0};
    return true;
}

/* Operands that are addresses and fully defined: a comparison, a distance, an address and a number.
 * False: it is none of these.  `ok` is false where the comparison is an error. */
static bool with_pointers(machine *m, const operation *o, u64 *value, shade *out, bool *ok)
{
    bool pb = o->sb.origin == PROV_POINTER, pc = o->sc.origin == PROV_POINTER;

    *ok = true;
    if ((!pb && !pc) || o->sb.bits || o->sc.bits)
        return false;
    if (o->f == FAM_EQ || o->f == FAM_ORDER) {
        *ok = pointer_compare(m, o->i, o->f, o->negate, o->b, o->c, o->sb, o->sc, value, out);
        return true;
    }
    if (pb && pc)
        return distance(m, o, value, out);
    return address_and_number(m, o->f, o->bits, pb ? o->b : o->c, pb ? o->c : o->b, pb, value, out);
}

/* What is known to be equal, or not, though it has undefined bits. */
static bool known_equality(const operation *o, u64 *value, shade *out)
{
    bool same_byte =
        SHADE_IS_BYTE(o->sb) && o->sb.origin == o->sc.origin && o->sb.bits == o->sc.bits;
    bool address_and_zero = (o->sb.origin == PROV_CUT && is_zero(o->c, o->sc)) ||
                            (o->sc.origin == PROV_CUT && is_zero(o->b, o->sb));

    if (o->f != FAM_EQ || (!same_byte && !address_and_zero)) /* no object lies at address 0 */
        return false;
    *value = same_byte ? !o->negate : o->negate;
    *out = (shade){0};
    return true;
}

static u64 plain_value(const operation *o)
{
    u64 b = o->b, c = o->c;
    u32 bits = o->bits;

    switch (o->f) {
    case FAM_ADD:
        return cut(b + c, bits);
    case FAM_SUB:
        return cut(b - c, bits);
    case FAM_MUL:
        return cut(b * c, bits);
    case FAM_AND:
        return b & c;
    case FAM_OR:
        return b | c;
    case FAM_XOR:
        return b ^ c;
    case FAM_EQ:
        return (b == c) != o->negate;
    case FAM_SHL:
        return c < bits ? cut(b << c, bits) : 0;
    case FAM_LSHR:
        return c < bits ? b >> c : 0;
    case FAM_ASHR:
        return c < bits ? cut((u64)((i64)(b << (64 - bits)) >> (64 - bits) >> c), bits) : 0;
    default:
        return 0;
    }
}

/* An operand whose address is of no use any more. */
static void forget_address(machine *m, u64 *value, shade *s)
{
    address_forget(m, value, s);
    if (SHADE_IS_BYTE(*s))
        *s = (shade){0xff, PROV_LOST};
}

static void with_undefined(const operation *o, u64 *value, shade *out)
{
    out->bits =
        plain_bits(o->f, o->bits, o->b, o->c, cut(o->sb.bits, o->bits), cut(o->sc.bits, o->bits));
    out->origin = out->bits && (o->sb.origin == PROV_LOST || o->sc.origin == PROV_LOST) ? PROV_LOST
                                                                                        : PROV_NONE;
    *value = plain_value(o) & ~out->bits;
}

bool shade_binary(machine *m, const insn *i, u64 b, u64 c, shade sb, shade sc, u64 *value,
                  shade *out)
{
    operation o = {.i = i, .b = b, .c = c, .sb = sb, .sc = sc};
    bool ok;

    o.f = simpler(i, classify(i, &o.bits, &o.negate), &o.c, sc, positive(m, b, sb));
    if (m->mem.static_at && !keeps_object(m, i, o.f, o.bits, o.b, o.c, sb, sc)) {
        if (!address_settle(m, (u64 *[]){&o.b, &o.c}, (shade *[]){&o.sb, &o.sc}, 2))
            return false;
        assert(o.sb.origin != PROV_POINTER && o.sc.origin != PROV_POINTER);
        if (!(o.sb.bits | o.sc.bits) && (o.f == FAM_DIV || o.f == FAM_ORDER))
            return plain_number(m, i, o.b, o.c, value, out);
    }
    if (with_pointers(m, &o, value, out, &ok))
        return ok;
    if (known_equality(&o, value, out))
        return true;
    forget_address(m, &o.b, &o.sb);
    forget_address(m, &o.c, &o.sc);
    with_undefined(&o, value, out);
    return true;
}
