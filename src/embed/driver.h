/* The machine as SPIN drives it: what the parts of the library share. */
#ifndef EMBED_DRIVER_H
#define EMBED_DRIVER_H

#include "base/map.h"
#include "embed/environment.h"
#include "system.h"
#include "vm/vm.h"

#define HEDDLE_LIBRARY
#include <heddle/pan.h>

/* What a state is to the search. */
typedef enum tag { TAG_STATE, TAG_PRUNED, TAG_LIMIT, TAG_ERROR } tag;
enum { TAG_BITS = 2 };

typedef struct driver_way {
    u16 thread;
    u8 kind, tag;
    bool weak;
    u32 choice, rank, steps;
    state_key key;
    char *message; /* of an error, a limit or a deadlock */
} driver_way;

typedef struct expansion {
    state_key at;
    u32 rank;
    VEC(driver_way) ways; /* those of one thread lie side by side */
} expansion;

/* The bytes and the digest of a state that was published not long ago. */
typedef struct packed {
    state_key key;
    u32 rank;
    bool weak;
    u64 hash[2], digest[2];
    byte_list bytes;
} packed;

typedef struct pan {
    program *p;
    struct heddle_settings set;
    u8 *state;
    u32 size;
    unsigned long long *digest, *place, *at; /* at: the key that SPIN matches, with `keys` */
    u8 **reached;                            /* marks of instructions, for heddle spin; or NULL */
    sys *machine, *s;                        /* s is over machine */
    u64 epoch; /* of the machine's table, never 0, another one in each process */
    tag tag;   /* of the present state */
    state_key key;
    u32 rank;
    bool weak; /* reached by a weak move; told only where there is a claim */
    u64 hash;  /* of its region */
    u32 started;
    bool cut;                          /* by the bound, in a table that was thrown away */
    bool limited, unsure, moves_shown; /* said that a limit was met, that a hang is not known */
    bool trail_shown;                  /* moves as lines of C */
    bool full;                         /* with `keys`: the table has reached its limit */
    bool forked;                       /* this is another process than the one that began */
    expansion *table;
    packed *packed;
    VEC(u8) checked; /* by key, two bits: CHECKED_ */
    move_list moves;
    taken taken;
    byte_list bytes;
    text message;
    state_key letter_of; /* the state of the letter, 0: none */
    u64 letter;
    char *problem; /* with a proposition, or of a call */
    environment env;
    u16 first; /* the slot of thread 0: behind the keeper, if the model calls functions */
    VEC(env_kept) hidden; /* variables that are not matched */
    map matched;          /* with them: by key, the key of the state without them */
} pan;

extern pan driver;

/* Makes the state that SPIN is at the present one; and the present one SPIN's. */
void pan_look(pan *p);
void pan_publish(pan *p);
/* The system's present state becomes SPIN's: NULL, or what is wrong with it. */
const char *pan_begin_here(pan *p);
/* "heddle: kind: file:line: what", to be freed. */
char *pan_describe(pan *p, const failure *f);
/* Says so, once: the search is not complete. */
void pan_note_limit(pan *p, const char *what);
/* Starts the program anew where the model calls functions: with the keeper in place of main. */
void pan_begin(pan *p);
/* calls.c: the key that the present state is matched by. */
state_key pan_match(pan *p);
/* trail.c: prints what the way did, which begins at the present state. */
void trail_show(pan *p, const driver_way *w);
/* Ends the process: the model's mistake. */
_Noreturn void pan_refuse(const char *what);

#endif
