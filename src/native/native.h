/* A real program as a system: it can be reset and stepped, not saved. */
#ifndef NATIVE_H
#define NATIVE_H

#include "base/text.h"
#include "system.h"

typedef struct native_options {
    const char *library; /* to preload */
    char *const *argv;
    double divergence; /* seconds */
    bool no_spurious, exit_status;
    bool stacks; /* keep them: for reports */
    /* The program did something else than before in the same run; does not return. */
    void (*give_up)(const char *why);
} native_options;

enum { NATIVE_SPURIOUS = 1 }; /* spurious wake-ups in a run */

/* NULL: it cannot be run; `problem` has the sentence. */
sys *native_open(const native_options *o, text *problem);

#endif
