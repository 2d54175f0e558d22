/* Memory that the processes of one search share: reserved before they are forked, at the same
 * addresses in all of them, zero at first and filled as needed. */
#ifndef STORE_SHARED_H
#define STORE_SHARED_H

#include "base/base.h"

enum { SHARED_MOST = 64 }; /* processes */

/* NULL: there is no room for so many bytes. */
void *shared_reserve(u64 bytes);
/* It becomes zero again, and takes no room. */
void shared_wipe(void *at, u64 bytes);
void shared_release(void *at, u64 bytes);
/* Which of the processes this is: the first, 0, until it becomes another one after its fork. */
u32 shared_self(void);
void shared_become(u32 self);
/* While another process is waited for: a moment, which grows with `times`.  Halts where the time is
 * over, or one has ended that should not have. */
void shared_rest(u32 times);
/* Asked now and then by the process that waits: has one of the others ended? */
void shared_watch(bool (*lost)(void));

#endif
