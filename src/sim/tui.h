/* The simulator on the whole screen: where commands come from keys, and what is shown between them.
 */
#ifndef SIM_TUI_H
#define SIM_TUI_H

#include "sim/session.h"

/* A step in the timeline, in words; `step` tells whether it is still that of the run. */
typedef struct step_words {
    walk_step step;
    char *words;
} step_words;

/* A variable of the program. */
typedef struct shared {
    const char *name;
    char *value, *before; /* on the present screen and on the one before; NULL: none */
    bool moved;           /* it had different values */
} shared;

typedef struct tui {
    sim *x;
    FILE *terminal, *errors; /* as they were */
    FILE *out;               /* the standard output of commands goes here, */
    char *said;              /* that is, here */
    size_t said_bytes;
    FILE *err;
    char *failed;
    size_t failed_bytes;
    text message;    /* what the last command said */
    text command;    /* what is obeyed next */
    bool wants_page; /* what that says is looked at, and may need a page */
    bool bad;        /* the run has failed */
    VEC(step_words) timeline;
    VEC(shared) shared;
    u32 cursor; /* the line of the present thread's source that break is about; 0: its own */
    u32 seen;   /* actor, and steps taken, when the cursor was set */
    u32 seen_at;
} tui;

/* ---- tui.c ---- */
/* Ends the process where the terminal cannot do it. */
tui *tui_open(sim *x);
void tui_close(tui *t);
/* Shows the state and waits for keys that mean a command; NULL: there will be none. */
const char *tui_line(tui *t);

/* ---- panes.c ---- */
/* What the panes show of the present state. */
void panes_update(tui *t);
void panes_free(tui *t);
/* The whole screen; `prompt`: a command that is being typed, or NULL. */
void panes_draw(tui *t, const char *prompt);
/* Text on a page of its own, until a key ends it. */
void panes_page(const char *title, const char *words);
/* Where `break` is meant; false: the thread is at no line. */
bool panes_cursor(const tui *t, code_place *at);

#endif
