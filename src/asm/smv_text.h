/* Names and expressions of the SMV text: what smv.c and smv_clock.c share. */
#ifndef ASM_SMV_TEXT_H
#define ASM_SMV_TEXT_H

#include "asm/trans.h"
#include "base/text.h"

typedef struct smv_writer {
    casm *c;
    text *out;
    int inside;       /* the process whose module is written; -1: main */
    bool apart;       /* its variables are those of the parameter `own` */
    bool now;         /* shared cells are read as those before in the tick have left them */
    sym_steps *steps; /* by process */
    u64 **mentions;   /* by process: what its steps read or write, as bits */
    u32 *choices;     /* by process: the most of any instruction */
    u32 *sizes;       /* by node of the module: not 0 when it has a name, t#NODE */
    u32 sized;        /* nodes that have a place there */
} smv_writer;

/* The name of a process's instance in main. */
void smv_process(const smv_writer *w, u32 number, text *out);
/* A variable as it is called where the writer is. */
void smv_var(const smv_writer *w, u32 v, text *out);
void smv_clean(text *out, const char *name);
/* Expressions as words, and those of one bit as truth values. */
void smv_truth(const smv_writer *w, expr e);
/* `pc = 0ud3_2`. */
void smv_at(const smv_writer *w, const process *p, u32 at);
u32 smv_choice_bits(u32 choices);
/* DEFINEs for what the steps of the process use more than once, so that the text stays small. */
void smv_common(smv_writer *w, u32 number);
void smv_common_end(smv_writer *w);

/* Parts of modules. */
bool smv_shared(const smv_writer *w, u32 v); /* a cell of main */
bool smv_writes(const sym_steps *steps, u32 v);
void smv_declare(smv_writer *w, u32 v);
void smv_init(smv_writer *w, u32 v);
void smv_range(smv_writer *w, u32 v);
/* Labels and the DEFINE `ended`. */
void smv_labels(smv_writer *w, const process *p);
/* What a variable becomes when the process moves: a case over its rest points. */
void smv_after(smv_writer *w, u32 v);
/* DEFINE of a truth value: the guard, or that a check does not hold. */
void smv_condition(smv_writer *w, const char *name, bool guard);
/* The variables that are handed to the process's module, each after a comma. */
void smv_parameters(smv_writer *w, u32 number);
/* Those on a common clock. */
void smv_clock_modules(smv_writer *w);
void smv_clock_main(smv_writer *w);

#endif
