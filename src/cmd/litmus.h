/* What heddle litmus is made of. */
#ifndef CMD_LITMUS_H
#define CMD_LITMUS_H

#include "litmus/litmus.h"
#include "vm/vm.h"

/* Writes the page of an execution that the condition speaks of, or of the proof that there is none.
 * `folder` is for files on the way. */
void litmus_page(const litmus *t, memory_model model, bool sections, const char *folder,
                 const char *page);

#endif
