/* And-inverter graphs: literals are twice the number of a node, plus 1 for its opposite; 0 is false
 * and 1 true.  Inputs come first, then latches, then gates. */
#ifndef ASM_AIG_H
#define ASM_AIG_H

#include "asm/expr.h"
#include "base/text.h"

typedef u32 lit;

typedef struct aig_gate {
    lit a, b;
} aig_gate;

typedef struct aig {
    u32 inputs, latches;
    VEC(lit) next; /* by latch */
    VEC(aig_gate) gates;
    map numbers; /* a << 32 | b: the gate */
    lit bad;
} aig;

/* All inputs and latches are declared at once. */
void aig_open(aig *g, u32 inputs, u32 latches);
void aig_free(aig *g);

static inline lit aig_input(const aig *g, u32 i)
{
    (void)g;
    return 2 * (1 + i);
}
static inline lit aig_latch(const aig *g, u32 i)
{
    return 2 * (1 + g->inputs + i);
}
static inline u32 aig_first_gate(const aig *g)
{
    return 1 + g->inputs + g->latches;
}
lit aig_and(aig *g, lit a, lit b);
static inline lit aig_or(aig *g, lit a, lit b)
{
    return aig_and(g, a ^ 1, b ^ 1) ^ 1;
}
lit aig_xor(aig *g, lit a, lit b);

/* The bits of a word, lowest first. */
typedef struct aig_bits {
    u8 width;
    lit bits[64];
} aig_bits;

/* Turns expressions into gates; `leaf` gives the words of variables and of the choice. */
typedef struct blaster {
    aig *g;
    const pool *p;
    void *what;
    aig_bits (*leaf)(struct blaster *b, const expr_node *n);
    VEC(aig_bits) memo;
} blaster;
aig_bits aig_word(blaster *b, expr e);
aig_bits aig_constant(u32 width, u64 value);
lit aig_equals(aig *g, const aig_bits *a, const aig_bits *b);
aig_bits aig_choose(aig *g, lit when, const aig_bits *a, const aig_bits *b);

/* The graph in the binary AIGER format, with `bad` as its output; false: errno says why. */
bool aig_write(const aig *g, const char *path);

#endif
