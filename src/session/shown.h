/* What `heddle check` and `heddle replay` have in common when they show a counterexample. */
#ifndef SESSION_SHOWN_H
#define SESSION_SHOWN_H

#include "session/properties.h"
#include "report/report.h"

/* The machine on which it is replayed: with names by birth and all events. */
sys *shown_machine(const options *o, program *p);
/* The one under a search over execution graphs; `reached` as in vm_options. */
sys *shown_alone(const options *o, program *p, u8 **reached);
/* Takes an execution graph again and tells it; NULL, or a sentence: it does not come to its error.
 */
const char *shown_execution(const options *o, program *p, const trace *t, text *out);
/* The settings of the report, by the options of the command that shows it; of a run that violates a
 * formula, what it says of its propositions.  To be freed with vec_free(&.propositions). */
report_options shown_settings(const options *o, const properties *p, const trace *t);
/* NULL, or a sentence: the run never ends, but its loop does not lead back, is not fair or does not
 * violate the property, by the definition of its operators. */
const char *shown_loop(const options *o, const properties *p, program *of, const trace *t);

/* Of a run: the states, from the initial one on, after which the formula of the property that has
 * this message is false of every run that begins so; 0: it has none, or takes the whole run. */
u32 shown_refuted(const properties *p, const char *message, sys *s, const result *r);
/* Of the run that never ends these states are left, which refute a property; 0: all of it. */
void shown_cut(result *r, u32 states);

#endif
