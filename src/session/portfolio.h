/* Two engines on one program: a portfolio.  The first verdict is reported. */
#ifndef SESSION_PORTFOLIO_H
#define SESSION_PORTFOLIO_H

#include "session/check.h"

/* Searches with `search`, which leaves its result in the check and calls c->found as soon as it has
 * an error; a stateless search joins when the first one takes long.  Returns in the process that is
 * to report.  Where the engines contradict each other, c->dispute says how.
 *
 * For tests, in the environment:
 *   HEDDLE_HEAD_START=S  the stateless search begins after S seconds of the processor; below 0: the
 *                        other engine begins when it has ended, or after -S seconds
 *   HEDDLE_BOTH=S        both begin at once, and the one that ends first waits up to S seconds for
 * the other, so that their verdicts are compared */
void portfolio(session *c, void (*search)(session *c));

#endif
