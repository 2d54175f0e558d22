/* Ranks that are processes of this machine, without MPI: for tests. */
#ifndef SESSION_RANK_PROCESSES_H
#define SESSION_RANK_PROCESSES_H

#include "search/transport.h"

/* Starts them: each comes back with the transport of its own rank.  NULL: they cannot be. */
transport *rank_processes_open(u32 ranks);

#endif
