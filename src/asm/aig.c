/* Building circuits from expressions, and writing them in the AIGER format (Biere 2007). */
#include "asm/aig.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void aig_open(aig *g, u32 inputs, u32 latches)
{
    *g = (aig){.inputs = inputs, .latches = latches};
    for (u32 i = 0; i < latches; i++)
        vec_push(&g->next, 0);
}

void aig_free(aig *g)
{
    vec_free(&g->next);
    vec_free(&g->gates);
    map_free(&g->numbers);
}

lit aig_and(aig *g, lit a, lit b)
{
    u32 n;

    if (a < b) {
        lit c = a;

        a = b;
        b = c;
    }
    assert(a >> 1 < aig_first_gate(g) + g->gates.n); /* gates are made of older ones */
    if (b == 0 || a == (b ^ 1))
        return 0;
    if (b == 1 || a == b)
        return a;
    n = map_number(&g->numbers, (u64)a << 32 | b);
    if (n == g->gates.n)
        vec_push(&g->gates, (aig_gate){a, b});
    return 2 * (aig_first_gate(g) + n);
}

static lit aig_mux(aig *g, lit when, lit a, lit b)
{
    if (a == b)
        return a;
    return aig_or(g, aig_and(g, when, a), aig_and(g, when ^ 1, b));
}

lit aig_xor(aig *g, lit a, lit b)
{
    return aig_mux(g, a, b ^ 1, b);
}

/* Words. */

aig_bits aig_constant(u32 width, u64 value)
{
    aig_bits w = {.width = (u8)width};

    for (u32 i = 0; i < width; i++)
        w.bits[i] = value >> i & 1;
    return w;
}

lit aig_equals(aig *g, const aig_bits *a, const aig_bits *b)
{
    lit all = 1;

    assert(a->width == b->width);
    for (u32 i = 0; i < a->width; i++)
        all = aig_and(g, all, aig_xor(g, a->bits[i], b->bits[i]) ^ 1);
    return all;
}

aig_bits aig_choose(aig *g, lit when, const aig_bits *a, const aig_bits *b)
{
    aig_bits w = {.width = a->width};

    assert(a->width == b->width);
    for (u32 i = 0; i < a->width; i++)
        w.bits[i] = aig_mux(g, when, a->bits[i], b->bits[i]);
    return w;
}

static aig_bits sum(aig *g, const aig_bits *a, const aig_bits *b, bool minus)
{
    aig_bits w = {.width = a->width};
    lit carry = minus;

    assert(a->width == b->width);
    for (u32 i = 0; i < a->width; i++) {
        lit y = b->bits[i] ^ (lit)minus, x = a->bits[i], half = aig_xor(g, x, y);

        w.bits[i] = aig_xor(g, half, carry);
        carry = aig_or(g, aig_and(g, x, y), aig_and(g, half, carry));
    }
    return w;
}

static lit less(aig *g, const aig_bits *a, const aig_bits *b, bool is_signed)
{
    lit below = 0;

    assert(a->width == b->width);
    for (u32 i = 0; i < a->width; i++) {
        lit x = a->bits[i], y = b->bits[i], differ = aig_xor(g, x, y);
        bool top = is_signed && i + 1 == a->width;

        below = aig_mux(g, differ, top ? x : y, below);
    }
    return below;
}

static aig_bits shifted(aig *g, const aig_bits *a, const aig_bits *by, bool left)
{
    aig_bits w = *a;
    lit beyond = 0;

    for (u32 k = 0; k < by->width; k++) {
        aig_bits moved = {.width = a->width};
        u32 n = k < 7 ? 1u << k : 64;

        if (n >= a->width) {
            beyond = aig_or(g, beyond, by->bits[k]);
            continue;
        }
        for (u32 i = 0; i < a->width; i++)
            if (left ? i >= n : i + n < a->width)
                moved.bits[i] = w.bits[left ? i - n : i + n];
        w = aig_choose(g, by->bits[k], &moved, &w);
    }
    for (u32 i = 0; i < w.width; i++)
        w.bits[i] = aig_and(g, w.bits[i], beyond ^ 1);
    return w;
}

static aig_bits bitwise(aig *g, expr_op op, const aig_bits *a, const aig_bits *b)
{
    aig_bits w = {.width = a->width};

    assert(a->width == b->width);
    for (u32 i = 0; i < a->width; i++)
        w.bits[i] = op == EX_AND  ? aig_and(g, a->bits[i], b->bits[i])
                    : op == EX_OR ? aig_or(g, a->bits[i], b->bits[i])
                                  : aig_xor(g, a->bits[i], b->bits[i]);
    return w;
}

static aig_bits part(const aig_bits *a, u32 low, u32 width, bool sign)
{
    aig_bits w = {.width = (u8)width};

    for (u32 i = 0; i < width; i++)
        w.bits[i] = low + i < a->width ? a->bits[low + i] : sign ? a->bits[a->width - 1] : 0;
    return w;
}

static aig_bits one_bit(lit l)
{
    aig_bits w = {.width = 1};

    w.bits[0] = l;
    return w;
}

static aig_bits combine(blaster *b, const expr_node *n)
{
    aig_bits x = aig_word(b, n->a), y = {0}, z = {0};
    aig *g = b->g;

    if (n->b)
        y = aig_word(b, n->b);
    if (n->c)
        z = aig_word(b, n->c);
    switch ((expr_op)n->op) {
    case EX_ADD:
    case EX_SUB:
        return sum(g, &x, &y, n->op == EX_SUB);
    case EX_AND:
    case EX_OR:
    case EX_XOR:
        return bitwise(g, (expr_op)n->op, &x, &y);
    case EX_NOT:
        for (u32 i = 0; i < x.width; i++)
            x.bits[i] ^= 1;
        return x;
    case EX_SHL:
    case EX_SHR:
        return shifted(g, &x, &y, n->op == EX_SHL);
    case EX_EQ:
        return one_bit(aig_equals(g, &x, &y));
    case EX_ULT:
    case EX_SLT:
        return one_bit(less(g, &x, &y, n->op == EX_SLT));
    case EX_ITE:
        return aig_choose(g, x.bits[0], &y, &z);
    case EX_CUT:
        return part(&x, n->extra, n->width, false);
    case EX_ZEXT:
    case EX_SEXT:
        return part(&x, 0, n->width, n->op == EX_SEXT);
    default:
        die("an element by its index is left in a circuit");
    }
}

aig_bits aig_word(blaster *b, expr e)
{
    expr_node n = *node_at(b->p, e);
    aig_bits w;

    while (b->memo.n <= e)
        vec_push(&b->memo, (aig_bits){0});
    if (b->memo.at[e].width)
        return b->memo.at[e];
    if (n.op == EX_CONST)
        w = aig_constant(n.width, n.value);
    else if (n.op == EX_VAR || n.op == EX_CHOICE)
        w = b->leaf(b, &n);
    else
        w = combine(b, &n);
    assert(w.width == n.width);
    b->memo.at[e] = w;
    return w;
}

/* The file. */

static void add_delta(text *out, u32 delta)
{
    char byte[1];

    for (; delta >= 0x80; delta >>= 7) {
        byte[0] = (char)(delta | 0x80);
        text_addn(out, byte, 1);
    }
    byte[0] = (char)delta;
    text_addn(out, byte, 1);
}

bool aig_write(const aig *g, const char *path)
{
    FILE *f = fopen(path, "wb");
    text out = {0};
    bool ok;

    text_addf(&out, "aig %u %u %u 1 %u\n", g->inputs + g->latches + g->gates.n, g->inputs,
              g->latches, g->gates.n);
    for (u32 i = 0; i < g->latches; i++)
        text_addf(&out, "%u\n", g->next.at[i]);
    text_addf(&out, "%u\n", g->bad);
    for (u32 i = 0; i < g->gates.n; i++) {
        lit self = 2 * (aig_first_gate(g) + i);

        assert(self > g->gates.at[i].a && g->gates.at[i].a >= g->gates.at[i].b);
        add_delta(&out, self - g->gates.at[i].a);
        add_delta(&out, g->gates.at[i].a - g->gates.at[i].b);
    }
    ok = f && fwrite(out.at, 1, out.n, f) == out.n;
    if (f)
        ok = (fclose(f) == 0) & ok;
    text_free(&out);
    return ok;
}
