/* An instruction being made: registers, flags, memory, operands; what the forms of insn.c are made
 * of. */
#ifndef ASM_INSN_BUILD_H
#define ASM_INSN_BUILD_H

#include "asm/parse.h"

typedef struct builder {
    parser *s;
    pool *p;
    token at; /* the mnemonic */
    bool lock;
    rep_kind rep;
    const char *prefix_at; /* where a prefix stands, NULL none */
    instr now;
    expr regs[16]; /* values after it; 0 unchanged */
    expr flags[FLAGS];
    u32 bits; /* of the choice that are used */
    jump to;
} builder;

enum { STACK = 4, BASE = 5, MOST_CYCLES = 1000 };

/* Operands are read against the state before the instruction; sizes are in bits. */
expr insn_full_register(builder *b, u32 reg);
expr insn_get_register(builder *b, u32 reg, u32 size, bool high);
void insn_set_register(builder *b, u32 reg, expr value, bool high);
expr insn_get_flag(builder *b, u32 flag);
expr insn_bit(builder *b, expr value, u32 at);
expr insn_top_bit(builder *b, expr value);
expr insn_undefined_bit(builder *b, u32 flag);
void insn_result_flags(builder *b, expr value);
void insn_arithmetic_flags(builder *b, expr_op op, expr x, expr y, expr r);
void insn_logic_flags(builder *b, expr r);
expr insn_condition(builder *b, u32 code);
void insn_begin(builder *b);
void insn_end(builder *b);
void insn_need(builder *b, expr holds, error_kind kind, const char *message);
expr insn_address(builder *b, const asm_operand *o);
bool insn_standard(u32 width);
_Noreturn void insn_wrong(builder *b, const asm_operand *o, const char *what);
void insn_operands(builder *b, const asm_operand *ops, u32 n, u32 wanted);
u32 insn_own_size(const builder *b, const asm_operand *o);
u32 insn_odd_size(const builder *b, const asm_operand *o);
u32 insn_common_size(builder *b, const asm_operand *x, const asm_operand *y);
void insn_no_label(builder *b, const asm_operand *o);
bool insn_writable(const asm_operand *o);
void insn_two_memory(builder *b, const asm_operand *x, const asm_operand *y);
expr insn_get(builder *b, const asm_operand *o, u32 size);
void insn_put(builder *b, const asm_operand *o, expr value);
expr insn_get_to_change(builder *b, const asm_operand *o, u32 size);
/* Reads the operand in an instruction of its own, which ends here. */
expr insn_read_apart(builder *b, const asm_operand *o, u32 size);
void insn_set_var(builder *b, u32 v, expr value);
u32 insn_direction(parser *s); /* the variable of DF */

/* insn_muldiv.c: mul and imul, div and idiv; rdx becomes the sign of the accumulator. */
void insn_multiply(builder *b, bool is_signed, const asm_operand *ops, u32 n);
void insn_divide(builder *b, bool is_signed, const asm_operand *ops);
void insn_spread(builder *b, u32 size);

/* insn_string.c: on elements of so many bits. */
typedef enum string_kind {
    STRING_MOVS,
    STRING_STOS,
    STRING_LODS,
    STRING_CMPS,
    STRING_SCAS
} string_kind;
void insn_string(builder *b, string_kind kind, u32 size);
void insn_set_direction(builder *b, u32 down);

#endif
