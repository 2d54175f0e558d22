/* What `heddle native` and `heddle replay` have in common. */
#ifndef CMD_NATIVE_H
#define CMD_NATIVE_H

#include "session/options.h"
#include "search/worker_pool.h"

/* The program with its arguments, at the start of a run; ends the process when it cannot be run. */
sys *native_start(const options *o, const string_list *words, bool stacks, worker_pool *several);
/* Of its file; 0: it cannot be read. */
u64 native_hash(const string_list *words);

#endif
