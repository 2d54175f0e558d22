/* Library functions.  Each row of library.def names the function here that translates a call. */
#ifndef PROMELA_LIBRARY_H
#define PROMELA_LIBRARY_H

#include "promela/model.h"

typedef value library_function(translation *t, CXCursor call);

/* library.c */
library_function library_abort, library_allocate, library_assert, library_assert_fail,
    library_assume, library_bool_cas, library_choose, library_exit, library_atomic_clear,
    library_atomic_set, library_expect, library_fence, library_fetch, library_free, library_limit,
    library_nondet_bool, library_nothing, library_output, library_release, library_require,
    library_section, library_test_set, library_toss, library_unreachable, library_val_cas;
/* library_copy.c */
library_function copy_compare, copy_copy, copy_fill;
/* library_step.c */
library_function attribute_get, attribute_init, attribute_set;
/* library_thread.c */
library_function thread_create, thread_detach, thread_equal, thread_exit, thread_join, thread_once,
    thread_self;
/* library_lock.c */
library_function mutex_destroy, mutex_init, mutex_lock, mutex_timed_lock, mutex_trylock,
    mutex_unlock, paper_lock, paper_unlock;
/* library_wait.c */
library_function barrier_destroy, barrier_init, barrier_wait, cond_broadcast, cond_destroy,
    cond_init, cond_signal, cond_timed_wait, cond_wait, rwlock_destroy, rwlock_init, rwlock_read,
    rwlock_timed_read, rwlock_timed_write, rwlock_try_read, rwlock_try_write, rwlock_unlock,
    rwlock_write, sem_destroy, sem_init, sem_post, sem_timed_wait, sem_try, sem_value, sem_wait;

/* For all of them: */
value library_zero(translation *t);
value library_room(translation *t);
/* A step on an object that others work on, too: what was stored before is in memory. */
model_node *library_begin(translation *t);
void library_finish(translation *t, model_node *before);
/* Visible accesses that a statement on the object has. */
u32 library_cost(translation *t, const model_place *p);
void library_check(translation *t, const model_place *p);
/* `name = n` in an option of its own. */
void library_option(translation *t, model_node *test, const char *guard, u32 cost,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* What must hold, or else the error. */
typedef struct demand {
    const char *error, *holds;
} demand;

/* A step on an object of a kind.  In its texts @ stands for the object. */
typedef struct step {
    model_type_kind kind;
    const char *guard; /* to wait for; NULL: nothing */
    demand must[2];
    const char *act;
} step;

/* The object that the n-th argument points to. */
model_place library_object(translation *t, CXCursor c, u32 n, model_type_kind kind);
const char *library_text(translation *t, const char *pattern, const model_place *p);
/* What a function returns as an error: C11 has numbers of its own. */
int library_error(translation *t, CXCursor c, int number, int c11);
/* Asserts that the object may be used, and what else is demanded. */
void library_demand(translation *t, const model_place *p, const demand *must, u32 n);
value library_step(translation *t, CXCursor c, const step *s);
/* The step if its guard holds, else `error`, and errno becomes `number` unless that is 0. */
value library_try(translation *t, CXCursor c, const step *s, int error, int number);
void library_set_error(translation *t, int number);
/* The n-th argument is a moment to wait for: only its form matters. */
void library_time(translation *t, CXCursor c, u32 n);
/* The attributes that the n-th argument names; false: it is a null pointer. */
bool library_attribute(translation *t, CXCursor c, u32 n, model_place *out);

#endif
