/* The tree of the model, and how it is written. */
#ifndef PROMELA_NODE_H
#define PROMELA_NODE_H

#include "promela/model.h"

#include <stdarg.h>

model_node *node_new(translation *t, model_node_kind kind, const char *text);
/* Adds to what is being built, with the present line of C. */
model_node *node_add(translation *t, model_node_kind kind, const char *text);
/* A statement; cost: visible accesses. */
void node_emit(translation *t, u32 cost, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
const char *node_text(translation *t, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* An assertion over what only this process can change; behind a line break stands a second one,
 * that something was set. */
void node_assert(translation *t, const char *kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Begins to build below `in`; returns what was built before, for node_leave. */
model_node *node_enter(translation *t, model_node *in);
void node_leave(translation *t, model_node *before);
/* An option of an if or a loop. */
model_node *node_option(translation *t, model_node *of, const char *guard, u32 cost);
/* Visible accesses on any path: 0, 1, or 2 for more, or for loops that may not end. */
u32 node_cost(const model_node *n);
/* Has it nothing but notes?  SPIN wants a statement in every sequence. */
bool node_empty(const model_node *n);
bool node_loops(const model_node *n);
/* Is there a statement of exactly these words in it? */
bool node_says(const model_node *n, const char *statement);

/* Writes the tree, with steps that have one visible access together where that is asked for. */
void node_print(translation *t, promela_model *m, const model_node *n, u32 indent, bool merge);
/* One line of the model that comes from no line of C, or from the line given. */
void node_line(promela_model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
