/* The modal mu-calculus over any system. */
#ifndef SEARCH_MU_H
#define SEARCH_MU_H

#include "ltl/mu.h"
#include "search/search.h"

typedef struct mu_question {
    const mu *formula;
    const u32 *queries; /* by atom, its query */
    const u64 *labels;  /* by label: slots, as bits */
    bool skip_first;    /* the initial state is none of the model's: its successors are */
} mu_question;

/* Whether the formula holds where the system begins.  A system in which a step can fail is answered
 * with UNKNOWN. */
void search_mu(sys *s, const search_options *o, const mu_question *q, result *r);

#endif
