/* A model around the program: it calls functions, and reads and writes variables, between steps. */
#ifndef EMBED_ENVIRONMENT_H
#define EMBED_ENVIRONMENT_H

#include "base/text.h"
#include "embed/gate.h"
#include "system.h"
#include "vm/vm.h"

typedef struct environment {
    program *p;
    sys *s;     /* a cursor of its own over the machine's states; NULL: there is none */
    u32 object; /* of the gates */
    move_list moves;
    VEC(u16) slots; /* of threads, before one was started */
    taken taken;
    failure error;
    text problem;
} environment;

typedef enum env_answer {
    ENV_DONE,
    ENV_PRUNED,  /* an assumption does not hold: the run does not count */
    ENV_LIMIT,   /* problem says which was met */
    ENV_FAILED,  /* a defect of the program: error, until the next call */
    ENV_REFUSED, /* the model asks for what cannot be had: problem */
} env_answer;

/* All of them start from, and leave, the present state of e->s. */

/* In place of main, at the initial state: a thread that never moves, in slot 0. */
void env_begin(environment *e);
/* Starts a thread of the program, which must come to be in this slot; false: problem says why not.
 */
bool env_start(environment *e, const char *function, u64 arg, u16 slot, text *problem);
/* Runs the function to its end. */
env_answer env_call(environment *e, const char *function, const long long *args, u32 n,
                    long long *result);
/* `timer`, `queue.items[2].length`, `head->next->value`: names, members and indexes that are
 * numbers.  A pointer is 1 or, if it is NULL, 0. */
env_answer env_get(environment *e, const char *path, long long *value);
env_answer env_set(environment *e, const char *path, long long value);
/* All of a static variable, kept while the program begins anew, and put back. */
typedef struct env_kept {
    u64 object;
    u32 size;
    VEC(vm_word) words;
} env_kept;
env_answer env_keep(environment *e, const char *name, env_kept *kept);
void env_put_back(environment *e, const env_kept *kept);
/* The variable becomes zero, as if it had never been written. */
void env_blank(environment *e, const env_kept *kept);
/* What was put is a state of its own now. */
void env_settle(environment *e);

#endif
