/* A small satisfiability solver, for checking proofs of others. */
#ifndef ASM_SAT_H
#define ASM_SAT_H

#include "base/base.h"
#include "base/vec.h"

typedef struct sat sat;

/* Literals are twice the number of a variable, plus 1 for its opposite. */
sat *sat_open(u32 variables);
void sat_close(sat *s);
void sat_clause(sat *s, const u32 *literals, u32 n);
typedef enum sat_answer { SAT_NO, SAT_YES, SAT_GAVE_UP } sat_answer;
/* Whether all clauses can hold; gives up after so many conflicts (0: never). */
sat_answer sat_solve(sat *s, u64 conflicts);

#endif
