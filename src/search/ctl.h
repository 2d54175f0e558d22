/* Computation tree logic over any system. */
#ifndef SEARCH_CTL_H
#define SEARCH_CTL_H

#include "ltl/ctl.h"
#include "search/search.h"

typedef struct ctl_question {
    const ctl *formula;
    const u32 *queries; /* by atom, its query */
    bool skip_first;    /* the initial state is none of the model's: its successors are */
} ctl_question;

/* Whether the formula holds where the system begins.  Runs that end stay where they are.  A system
 * in which a step can fail is answered with UNKNOWN.  `tree` gets what shows that the formula does
 * not hold, or that a formula EF, EG, EX or E[U] does: paths, one below the other where a state
 * must have several. */
void search_ctl(sys *s, const search_options *o, const ctl_question *q, result *r, text *tree);

#endif
