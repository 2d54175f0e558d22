/* Other programs, run in a folder of their own; what they print goes to a file there.
 *
 * While one runs, SIGINT, SIGTERM and SIGHUP are for it: it is told to end by SIGINT, so that it
 * can say how far it came, and by SIGKILL when a second one arrives. */
#ifndef BASE_TOOL_H
#define BASE_TOOL_H

#include "base/base.h"
#include "base/text.h"

#include <sys/types.h>

typedef struct tool {
    pid_t pid;
    int status; /* as waitpid gives it */
    bool ended;
    int told; /* signals that were passed on */
} tool;

/* A new folder below TMPDIR whose name begins so; ends the process when there can be none. */
char *folder_temporary(const char *name);
/* With all that is in it. */
void folder_remove(const char *folder);

/* words[0] is looked for in PATH; a NULL ends them.  False: it cannot be run, errno says why. */
bool tool_start(tool *t, const char *folder, const char *const *words, const char *log);
/* Looks whether it has ended, and passes signals on. */
void tool_poll(tool *t);
/* It shall end, and say how far it came. */
void tool_stop(tool *t);
/* Waits for the end, which is asked for at the deadline, in clock_seconds(); 0: there is none.
 * False: that was needed. */
bool tool_finish(tool *t, double deadline);
bool tool_succeeded(const tool *t);
/* A signal came since the last tool was started. */
bool tool_interrupted(void);
void tool_said(const char *folder, const char *log, text *out);
/* The number at the begin of the line that has the words, or after them; 0: there is none. */
double tool_number_before(const text *said, const char *words);
double tool_number_after(const text *said, const char *words);

#endif
