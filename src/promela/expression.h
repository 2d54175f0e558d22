/* Expressions of C: what they do becomes statements, what they are a text without effects. */
#ifndef PROMELA_EXPRESSION_H
#define PROMELA_EXPRESSION_H

#include "promela/model.h"

value expression_value(translation *t, CXCursor c);
/* Only what it does matters. */
void expression_effect(translation *t, CXCursor c);
/* As the value of a parameter or variable of this type. */
value expression_as(translation *t, CXCursor c, model_type *to);
/* A condition that is evaluated when the text is; what it needs done before is emitted. */
value expression_condition(translation *t, CXCursor c);
/* A conversion, implicit or written; to void pointers and back too. */
value expression_convert(translation *t, value v, model_type *to, CXCursor at);
/* Copies a struct that an expression yields into a place. */
void expression_copy(translation *t, const model_place *to, CXCursor from);
/* Sets an object from an initialiser. */
void expression_initialise(translation *t, const model_place *p, CXCursor init);

/* Evaluates one expression after another: `first` is kept if what the second one does could change
 * it, or if both have visible accesses. */
value expression_after(translation *t, value *first, CXCursor second);

/* Whether nodes do more than assert something of local variables. */
bool expression_acts(const model_node *n);
/* Only a value: no access that could be an error, no effect. */
bool expression_is_idle(CXCursor c);
/* Adds them to what is being built. */
void expression_splice(translation *t, const model_node *from);

/* call.c */
value call_value(translation *t, CXCursor c);
/* The value of a struct: where it is until the next call. */
model_place call_place(translation *t, CXCursor c);
/* The same, copied to the place. */
void call_struct(translation *t, CXCursor c, const model_place *to);
/* atomic.c: builtins on atomic objects */
bool atomic_is(translation *t, CXCursor c);
value atomic_value(translation *t, CXCursor c, bool used);
/* library.c; false: it is none of the library's */
bool library_call(translation *t, CXCursor c, const char *name, value *out);
/* Reads a string to its end. */
void call_measure(translation *t, CXCursor text);
/* Calls a function without parameters, or one that a thread starts with. */
void call_routine(translation *t, function *f);

#endif
