/* Library functions.  Each row of library.def names the function here that translates a call. */
#ifndef PROMELA_LIBRARY_H
#define PROMELA_LIBRARY_H

#include "promela/model.h"

typedef value library_function(translation *t, CXCursor call);

/* library.c */
library_function library_abort, library_add_fetch, library_allocate, library_assert,
    library_assert_fail, library_assume, library_bool_cas, library_choose, library_exit,
    library_expect, library_fence, library_fetch_add, library_fetch_sub, library_free,
    library_nondet_bool, library_nothing, library_output, library_release, library_section,
    library_sub_fetch, library_test_set, library_toss, library_val_cas;
/* library_copy.c */
library_function copy_copy, copy_fill;
/* library_thread.c */
library_function thread_create, thread_detach, thread_equal, thread_exit, thread_join, thread_once,
    thread_self;
/* library_lock.c */
library_function barrier_destroy, barrier_init, barrier_wait, cond_broadcast, cond_destroy,
    cond_init, cond_signal, cond_timed_wait, cond_wait, mutex_destroy, mutex_init, mutex_lock,
    mutex_trylock, mutex_unlock, paper_lock, paper_unlock, rwlock_destroy, rwlock_init, rwlock_read,
    rwlock_try_read, rwlock_try_write, rwlock_unlock, rwlock_write, sem_destroy, sem_init, sem_post,
    sem_try, sem_value, sem_wait;

/* For all of them: */
value library_zero(translation *t);
value library_room(translation *t);
/* A step on an object that others work on, too: what was stored before is in memory. */
node *library_begin(translation *t);
void library_finish(translation *t, node *before);
/* Visible accesses that a statement on the object has. */
u32 library_cost(translation *t, const place *p);
void library_check(translation *t, const place *p);
/* Refuses a call whose n-th argument is not a null pointer, or 0. */
void library_require_null(translation *t, CXCursor c, u32 n);
/* `name = n` in an option of its own. */
void library_option(translation *t, node *test, const char *guard, u32 cost, const char *format,
                    ...) __attribute__((format(printf, 5, 6)));

#endif
