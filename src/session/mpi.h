/* heddle check --mpi: one search by the ranks that mpirun has started. */
#ifndef SESSION_MPI_H
#define SESSION_MPI_H

#include "session/session.h"

/* Before anything is said: of several ranks only the first one speaks. */
void mpi_silence(int argc, char **argv);
/* Begins MPI, if --mpi was given and mpirun has started this process; a rank that is alone else. */
void mpi_begin(session *c);
/* Loads the program, in the first rank before all others, which then find it in the cache. */
void mpi_load(session *c);
/* The search; does not return but in the first rank. */
void mpi_search(session *c, sys *s, const search_options *o);

#endif
