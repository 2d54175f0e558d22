/* Variables and parts of them, as a frame of a thread sees them: for paths and for expressions. */
#ifndef VM_LOOK_H
#define VM_LOOK_H

#include "vm/name.h"

/* What a path leads to: a stretch of an object, or a value in a register. */
typedef struct place {
    u32 object; /* 0: in a register */
    u64 offset;
    u64 bits;
    u32 flags;
    leaf is;
} place;

typedef struct looker {
    machine *m;
    u16 slot;
    const frame *fr;
    const char *at; /* what is still to be read */
} looker;

/* The local or static variable of that name; false: there is none, or it has no value here. */
bool look_variable(const looker *l, const char *word, size_t n, place *p);
/* The place becomes that of a member. */
bool look_member(const looker *l, place *p, const char *word, size_t n);
/* The scalar that is there; false when there is none. */
bool look_load(const looker *l, place *p);

#endif
