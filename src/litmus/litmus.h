/* Litmus tests in the formats of herd: a few threads, initial values, and a condition on how they
 * end. */
#ifndef LITMUS_LITMUS_H
#define LITMUS_LITMUS_H

#include "base/text.h"
#include "base/vec.h"

typedef enum litmus_language { LITMUS_C, LITMUS_X86 } litmus_language;

/* A location, or a register of a thread. */
typedef struct litmus_place {
    i32 thread; /* negative: a location */
    char *name;
    char *type; /* of a location, in C; NULL: not told */
    i64 first;  /* its first value, */
    bool set;   /* if one is told */
    bool seen;  /* it is part of the states that are shown */
    u32 line;   /* where it is named first */
} litmus_place;

/* A parameter of a thread in C: a pointer to the location of its name. */
typedef struct litmus_parameter {
    char *type; /* without its star */
    u32 place;
} litmus_parameter;

/* A body in C, as it is written or as it was made of instructions. */
typedef struct litmus_thread {
    VEC(litmus_parameter) parameters;
    text body;
    u32 line; /* where it begins */
} litmus_thread;

typedef enum litmus_claim { CLAIM_EXISTS, CLAIM_NEVER, CLAIM_ALWAYS } litmus_claim;
typedef enum prop_kind { PROP_TRUE, PROP_FALSE, PROP_ATOM, PROP_NOT, PROP_AND, PROP_OR } prop_kind;
typedef struct prop {
    prop_kind kind;
    u32 left, right; /* in litmus.props; of an atom the place */
    i64 value;
} prop;

typedef struct litmus {
    const char *file;
    litmus_language language;
    char *name;
    VEC(litmus_place) places;
    VEC(litmus_thread) threads;
    VEC(prop) props;
    litmus_claim claim;
    u32 condition, filter; /* in props */
    bool filters;
} litmus;

/* A mistake in the file ends the process with EXIT_INPUT and `file:line: ...`. */
void litmus_read(litmus *t, const char *file);
void litmus_free(litmus *t);
/* As a program in C: its globals tell what was seen.  `sections`: they are told in atomic sections,
 * so that no store of them waits. */
void litmus_program(const litmus *t, bool sections, text *out);
/* The name of the place's global. */
void litmus_global(const litmus_place *p, text *out);
/* Places that are seen, in the order in which a state shows them: numbers in `places`. */
typedef VEC(u32) litmus_places;
void litmus_seen(const litmus *t, litmus_places *out);
/* Is it so, with these values by places? */
bool litmus_holds(const litmus *t, u32 prop, const i64 *values);
void litmus_show_place(const litmus_place *p, text *out);
void litmus_show_condition(const litmus *t, text *out);

#endif
