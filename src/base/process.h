/* Other programs as processes, and where they and heddle's own files are. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/text.h"

#include <stdio.h>
#include <sys/types.h>

enum { STREAM_NONE = -1, STREAM_OWN = -2 }; /* /dev/null, and what heddle has there */

/* How a program is started. */
typedef struct process_setup {
    int in, out, error; /* files */
    const char *folder; /* NULL: this one */
    bool group;         /* in a group of its own: the processes that it starts end with it */
} process_setup;

/* words[0] is looked for in PATH; a NULL ends them.  -1: it cannot be run, errno says why. */
pid_t process_start(const char *const *words, const process_setup *how);
/* The same, with a pipe from its output and, unless `to` is NULL, one to its input; what it says of
 * errors is lost.  NULL in *from: it cannot be run. */
pid_t process_pipe(const char *const *words, FILE **to, FILE **from);
/* Waits for the end: the status as waitpid gives it, or -1. */
int process_await(pid_t child);

/* The file that a shell would run; NULL: there is none.  A name with a slash is its own. */
char *find_program(const char *name);
bool find_is_program(const char *name);
/* The binary that runs: heddle itself. */
char *find_self(void);
/* The folder of heddle's own files, which this file is in: HEDDLE_HOME, or one near the binary.
 * Ends the process where there is none. */
char *find_home(const char *file);
/* The path of the file there. */
char *find_installed(const char *file);

#endif
