/* Types of C, and what they are in the model. */
#ifndef PROMELA_TYPES_H
#define PROMELA_TYPES_H

#include "promela/model.h"

model_type *type_of(translation *t, CXType c);
model_type *type_of_cursor(translation *t, CXCursor c);
model_type *type_int(translation *t, u32 bits, bool sign);
model_type *type_void(translation *t);
model_type *type_pointer(translation *t, model_type *to);
/* _Atomic? */
bool type_is_atomic(CXType c);
/* The type of the variables that hold it: "int", "node", ... */
const char *type_spelling(const translation *t, const model_type *of);
static inline bool type_is_scalar(const model_type *of)
{
    return of->kind == TYPE_BOOL || of->kind == TYPE_INT || of->kind == TYPE_POINTER;
}
static inline bool type_is_sync(const model_type *of)
{
    return of->kind == TYPE_MUTEX || of->kind == TYPE_COND || of->kind == TYPE_SEM ||
           of->kind == TYPE_RWLOCK || of->kind == TYPE_BARRIER;
}
/* Two words. */
static inline bool type_is_wide(const model_type *of)
{
    return of->kind == TYPE_INT && of->bits == 64;
}
static inline bool type_is_void_pointer(const model_type *of)
{
    return of->kind == TYPE_POINTER && of->to->kind == TYPE_VOID;
}
/* The type of an array's innermost elements, and how many there are; another type is its own. */
model_type *type_element(model_type *of);
u32 type_elements(const model_type *of);
i128 type_low(const model_type *of);
i128 type_top(const model_type *of);
/* The store of a type, made when it is first asked for. */
store *type_store(translation *t, model_type *of);
/* A name that nothing else has: the wish itself, or with `prefix_` before, or a number behind. */
const char *type_claim(translation *t, const char *wish, const char *prefix);

#endif
