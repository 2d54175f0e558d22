/* One function as a graph over which values and control are followed forward: where its pointer
 * registers are read and written, where control goes, and which branches are decided already. */
#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/program.h"

/* Of a branch: which ways it may go. */
enum {
    WAY_X = 1,
    WAY_Y = 2,
    WAY_LAST = 4, /* or'ed: the other way is gone by the last thread only */
};

typedef struct flow {
    const func *f;
    bool anywhere; /* SETJMP, IBR: control may come to any instruction from any other */
    u32 *control;  /* by pc: the first instruction from there on that may not simply go on */
    u32 *leader;   /* by pc: where its block begins */
    u8 *ways;      /* by pc: WAY_ of a BR, 0 unless it is decided; NULL: none is */
    bool *reached; /* by pc: control may come there; NULL: everywhere */
    u32 *first;    /* by register: its part of sites; nregs + 1 of them */
    u32 *sites;    /* pc * 2, and 1 more where it is written; ascending */
    bool *crosses; /* by register: some block reads it before writing it */
} flow;

void flow_open(flow *w, const func *f);
void flow_close(flow *w);
/* Frees what only following values needs. */
void flow_shrink(flow *w);

/* Decides the branches that depend on data that is zero for ever (`zero`, bits by object number),
 * or on being the last thread. */
void flow_decide(flow *w, const u64 *zero);
/* The number that the register holds before code[pc], where its block alone tells. */
bool flow_number(const flow *w, u32 pc, u32 reg, u64 *number);

/* Calls `visit` for each instruction to which control may go on from w->control[..]; the last
 * thread's ways only when asked. */
typedef void (*flow_visit)(void *with, u32 target);
void flow_follow(const flow *w, u32 pc, bool last, flow_visit visit, void *with);

static inline bool flow_bit(const u64 *set, u32 i)
{
    return set[i >> 6] >> (i & 63) & 1;
}
static inline void flow_set(u64 *set, u32 i)
{
    set[i >> 6] |= 1ull << (i & 63);
}

#endif
