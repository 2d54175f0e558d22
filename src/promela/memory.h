/* Total and partial store order: a store goes to a buffer of its thread first, and to memory later.
 */
#ifndef PROMELA_MEMORY_H
#define PROMELA_MEMORY_H

#include "promela/model.h"

/* Does an access to this place go through the buffer? */
bool memory_buffers(const translation *t, const model_place *p);
/* What a thread reads of a variable of the model: its own youngest store, else memory.  `part` is
 * "value", "high" or "set", `where` the text of that part in memory, `what` that of the object. */
const char *memory_read(translation *t, const char *what, const char *part, const char *where);
/* A store; `shadow` is the flag that goes with the object, or NULL, `set` what it becomes. */
void memory_write(translation *t, const model_place *p, const char *what, const char *shadow,
                  value v, const char *set);
/* Waits until all stores of this thread are in memory. */
void memory_drain(translation *t);
/* Accesses up to memory_indirect go straight to memory: nobody else runs meanwhile. */
void memory_direct(translation *t);
void memory_indirect(translation *t);
/* A release fence. */
void memory_fence(translation *t);
/* The thread's stores to this object that are not in memory yet are dropped: it is no more. */
void memory_drop(translation *t, const model_place *p);
/* May a store be overtaken by a later one? */
bool memory_overtakes(const translation *t);
/* The word of --memory. */
const char *memory_name(const translation *t);
/* How many threads a model may start, main among them. */
u32 memory_threads(const translation *t);

void memory_print_declarations(translation *t, promela_model *m);
void memory_print_process(translation *t, promela_model *m, const char *clause);

#endif
