/* Objects: where they are in the model, and how they are read and written. */
#ifndef PROMELA_PLACE_H
#define PROMELA_PLACE_H

#include "promela/model.h"

/* The object that an expression names. */
model_place place_of(translation *t, CXCursor c);
model_place place_variable(translation *t, model_variable *v, CXCursor at);
/* The object that a pointer leads to. */
model_place place_behind(translation *t, value pointer, CXCursor at);
/* The object that an argument of the library points to. */
model_place place_argument(translation *t, CXCursor argument);
model_place place_field(translation *t, const model_place *p, u32 n);
/* An element of an array; the index is in bounds. */
model_place place_element(translation *t, const model_place *p, u32 n);
bool place_is_lvalue(CXCursor c);

value place_load(translation *t, const model_place *p);
void place_store(translation *t, const model_place *p, value v);
/* Zero, and set. */
void place_clear(translation *t, const model_place *p);
void place_retire(translation *t, const model_place *p); /* of memory that is given back */
/* A mutex that a static initialiser gives a type. */
void place_set_mutex_type(translation *t, const model_place *p, int kind);
/* A lock or its like as a static initialiser makes it, or as nobody initialised it. */
void place_set_sync(translation *t, const model_place *p, bool made);
/* Not set any more; locks that nobody initialised. */
void place_forget(translation *t, const model_place *p);
/* Not set any more, locks aside. */
void place_unset(translation *t, const model_place *p);
/* The variables of the model that a struct consists of. */
void place_leaves(translation *t, const model_place *p, texts *out);
/* What a bit-field keeps of a value. */
value place_fit(translation *t, const model_place *p, value v);
/* Stores of this thread to it that wait are dropped. */
void place_drop(translation *t, const model_place *p);
/* Statics are zero from the beginning: only marks them as set. */
void place_mark(translation *t, const model_place *p);
/* A member of a union that is no scalar is written part by part: to the place that is returned. */
model_place place_begin_member(translation *t, const model_place *p);
void place_end_member(translation *t, const model_place *p);
void place_copy(translation *t, const model_place *to, const model_place *from);
value place_address(translation *t, const model_place *p, model_type *of, CXCursor at);
/* The text of the object, for statements that work on it as a whole. */
const char *place_text(translation *t, const model_place *p);
/* What says that it was written; NULL: nobody asks. */
const char *place_shadow(translation *t, const model_place *p);
/* What must hold when it is read, and that it was written; NULL: nothing. */
const char *place_guarded(translation *t, const model_place *p, const char *checks);
/* Is the offset a number? */
bool place_fixed(const char *offset);

/* `a * n`, as a text. */
const char *place_times(translation *t, const char *a, u32 n);

/* place_pointer.c: arithmetic, within one object. */
value place_move(translation *t, value pointer, value by, bool back, CXCursor at);
value place_difference(translation *t, value a, value b, CXCursor at);
value place_order(translation *t, enum CXBinaryOperatorKind op, value a, value b, CXCursor at);

/* New memory for n elements; `zero`: and cleared.  The result is the index. */
value place_new(translation *t, model_type *to, value n, bool zero);
/* The same with what is there in place of it: what of `old` fits is copied, and `old` freed. */
value place_renew(translation *t, model_type *to, value old, value n);
void place_free(translation *t, value pointer, CXCursor at);
/* The store places of a local variable: taken and given back. */
void place_take_local(translation *t, model_variable *v);
void place_drop_local(translation *t, model_variable *v);

#endif
