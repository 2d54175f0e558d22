/* Families of systems of any size: a base, a step from n to n + 1, observers.
 *
 * A block has signals from outside (in) and to outside (out), each true or false in every step of
 * a common clock.  What it puts out depends on its state and its own choices alone. */
#ifndef ASM_FAMILY_H
#define ASM_FAMILY_H

#include "asm/casm.h"

typedef struct family family;
void family_free(family *f);
const char *family_named(const family *f);

typedef enum family_part {
    PART_BASE,   /* the base is ok */
    PART_STEP,   /* a block that is ok, and one component more, are ok together */
    PART_CLOSE,  /* what closes the system keeps the assumption */
    PART_BOUNDED /* n components are ok */
} family_part;

typedef struct family_result {
    bool holds;
    bool cut; /* too many states */
    u64 states;
    text trace; /* when it does not hold */
} family_result;

/* Whether the observers, and those named in `lemmas`, are ok in this part; `size`: of BOUNDED. */
void family_check(family *f, family_part part, u32 size, const char *const *lemmas, u32 nlemmas,
                  u64 max_states, family_result *out);
bool family_has_close(const family *f);
/* No signals satisfy the assumption: every claim holds of no run at all. */
bool family_vacuous(family *f);
/* A lemma of that name is declared. */
bool family_has_lemma(const family *f, const char *name);
/* What may be added: names with commas, "" none. */
void family_lemmas(const family *f, text *out);

#endif
