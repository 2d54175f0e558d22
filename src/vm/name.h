/* Names of places and values as C would write them: `q.items[2].v`, `head->next->value`, `&x`, 'a'.
 */
#ifndef VM_NAME_H
#define VM_NAME_H

#include "vm/machine.h"

/* A part of a typed thing. */
typedef struct part {
    u64 offset;
    u32 size;    /* of the access; 0: the outermost thing that begins there */
    u32 want;    /* type that is meant, 0 unknown */
    u64 changed; /* bits that an access changed: tells bit-fields apart */
    bool far;    /* the name is a value, which other threads may get to see */
    bool
        here; /* named as the code that runs would, by its variables; else so that the name lasts */
} part;

/* Of a number that is larger than what the machine moves at once. */
typedef enum piece_of { PIECE_NONE, PIECE_FIRST, PIECE_INNER, PIECE_LAST } piece_of;
enum { LONG_DOUBLE_BYTES = 10 };

/* What a part turned out to be. */
typedef struct leaf {
    u32 type;        /* 0 unknown */
    u32 bits, shift; /* of a bit-field, within the access */
    u32 count;       /* so many elements of an array, each of that type; 0: no array */
    u64 from;        /* the access begins so far inside a struct and spans several members, or
                        inside a number of which it is a piece */
    piece_of piece;
} leaf;

/* Appends `.items[2].v` for the part of a thing of type `ty`. */
leaf name_part(const program *p, u32 ty, part at, text *out);
bool name_number(const type *t);
/* A type of the system whose members mean nothing to a reader. */
bool name_opaque(const program *p, u32 ty);

/* The object that an event names; 0: none. */
u32 name_object(machine *m, u64 birth);
/* Appends the name of part `at` of an object as thread `viewer` sees it. */
leaf name_place(machine *m, u16 viewer, u32 id, part at, text *out);
/* Appends a pointer value whose target has type `element` (0 unknown). */
void name_pointer(machine *m, u16 viewer, u64 pointer, u32 element, text *out);
/* The value of the variable when its object holds this: not the same where an optimiser keeps one
 * of two values as a bit; *size becomes that of the variable. */
u64 name_value(const machine *m, u32 id, u64 stored, u32 *size);
void name_thread(const machine *m, u32 slot, text *out); /* "T2" */

/* "T2:" for a variable of that frame of the thread, or of no frame; "" for the viewer. */
enum { NO_FRAME = 0x7fffffff };
void name_owner(const machine *m, u16 viewer, u32 slot, u32 depth, text *out);
/* Has a frame inside that one a variable of this name? */
bool name_taken(const machine *m, const thread *t, u32 depth, const char *name);
/* An array at the end of a struct without a length of its own. */
bool name_flexible(const program *p, const member *m);
/* Appends `head->next->value` for a part of a heap object; false when no typed path leads there. */
bool path_find(machine *m, u16 viewer, u32 id, part at, leaf *is, text *out);

/* The thread-local variable there; NULL: none of the program's. */
const variable *name_tls_variable(const program *p, u64 offset);

enum { VALUE_POINTER = 1, VALUE_UNDEFINED = 2 };
/* Appends a value of `size` bytes held in `bits`, by its type. */
void value_add(machine *m, u16 viewer, leaf is, u64 bits, u32 size, u32 flags, text *out);
/* Appends what is in memory there: `{1, 2, ...}`, `{a = 1, b = 2}` for at most so many bytes. */
void value_in_memory(machine *m, u16 viewer, u32 ty, const object *o, u32 offset, u32 most,
                     text *out);
/* The same for some elements of an array. */
void value_slice(machine *m, u16 viewer, leaf is, const object *o, u32 offset, text *out);
/* The memory as a number, up to 8 bytes, pointers decoded; sets VALUE_ flags. */
/* A string, vector or shared_ptr of C++; false: it is none, or shows nothing sensible. */
bool value_library(machine *m, u16 viewer, const type *t, const object *o, u32 offset, u32 most,
                   text *out);
u64 value_peek(machine *m, const object *o, u32 offset, u32 size, u32 *flags);

/* The value of a variable in a register; false when it was perhaps never set. */
bool stack_register(machine *m, u16 slot, const frame *fr, const variable *v, u64 *value,
                    u32 *flags);

/* show.c, for stack.c: the place of an instruction or of the nearest before it that has one. */
srcloc show_source(const func *f, u32 pc);
const char *show_file(const program *p, srcloc at);
bool show_writes(const func *f, u32 pc, u32 reg);

#endif
