/* What the parts of the simulator share. */
#ifndef SIM_SESSION_H
#define SIM_SESSION_H

#include "base/hash.h"
#include "report/source.h"
#include "sim/expression.h"
#include "sim/sim.h"
#include "sim/walk.h"

/* A stop that the user asked for. */
typedef enum stop_kind { STOP_LINE, STOP_FUNCTION, STOP_CONDITION, STOP_WATCH } stop_kind;
typedef struct stop {
    u32 number;
    stop_kind kind;
    char *file; /* LINE: its end must be the same; "" any */
    u32 line;
    char *name;      /* FUNCTION */
    char *condition; /* an expression; or NULL */
    char *words;     /* as the user gave it */
    int actor;       /* WATCH: whose variables are meant */
    char *value;     /* WATCH: the last one; NULL unknown */
    bool held;       /* CONDITION: when it was looked at last */
} stop;

/* What comes next when a command is carried out. */
typedef enum plan_kind { PLAN_STAY, PLAN_RUN, PLAN_GO, PLAN_QUIT } plan_kind;
typedef enum mover { MOVER_THREAD, MOVER_CHANCE, MOVER_PATH } mover;
typedef enum until_kind {
    UNTIL_STEPS, /* so many are taken */
    UNTIL_LINE,  /* the thread is at another line */
    UNTIL_OVER,  /* the same, not deeper */
    UNTIL_OUT,   /* less deep */
    UNTIL_STOP   /* `stop` is met */
} until_kind;

typedef struct plan {
    plan_kind kind;
    mover who;
    u16 thread;  /* MOVER_THREAD */
    bool chosen; /* the first move is this one */
    move_kind move;
    u32 choice;
    until_kind until;
    u32 steps;       /* RUN: how many are left, 0 any number; GO: where to */
    code_place from; /* where it began */
    stop stop;
} plan;

typedef struct input input;

typedef struct sim {
    const sim_settings *o;
    walk w;
    input *in;
    source src;
    move_list moves;
    u32 focus; /* the actor that commands speak of */
    u32 frame;
    VEC(stop) stops;
    u32 stops_made;
    rng random;
    plan plan;
    bool inside;     /* in the middle of step w.at + 1 */
    bool passing;    /* the rest of that step is of no interest */
    code_place here; /* inside: where */
    bool wrong;      /* a command was */
    text call;       /* the operation of the step that is taken, with its arguments; or nothing */
} sim;

/* ---- input.c ---- */
input *input_open(sim *x);
void input_close(input *in);
/* The next command, which stays until the next call; NULL: there is none. */
const char *input_line(input *in);
bool input_interactive(const input *in);

/* ---- command.c ---- */
void command_obey(sim *x, const char *line);
typedef enum completes { NOTHING, THREADS, NAMES, FILES, COMMANDS } completes;
typedef struct command {
    const char *name, *alias, *arguments, *help;
    completes completes;
    void (*run)(sim *x, char *words);
    const char *group; /* the first of a group: its title */
} command;
extern const command commands[];
extern const u32 commands_count;
/* One line about a command that is not carried out. */
void command_wrong(sim *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The commands, by their file. */
#define GROUP(title)
#define COMMAND(name, alias, arguments, completes, help) void do_##name(sim *x, char *words);
#include "sim/commands.def"

/* Words of commands: each is false after command_wrong. */
bool word_thread(sim *x, const char *word, u32 *actor); /* "T2", "2" */
bool word_slot(sim *x, char *words, u32 *actor,
               u16 *slot); /* a living one; none: the present thread */
bool word_number(sim *x, const char *word, u32 *number);
/* The next word of the rest, cut off; NULL: there is none. */
char *word_next(char **rest);

/* ---- tell.c ---- */
/* The name of a thread, of one of C++ that of the function that it runs. */
void tell_name(sim *x, u16 slot, text *out);
void tell_title(sim *x, u32 actor, text *out); /* "T1 worker(0)" */
void tell_position(sim *x);                    /* where the present thread is, with its source */
bool tell_over(sim *x, u16 slot);              /* the thread without frames has none to come */
void tell_step(sim *x, u32 number, sys *s, u32 actor, const taken *done); /* what it did */
/* The first thing that it did that is worth telling, with its line. */
void tell_step_words(sim *x, u32 number, sys *s, const taken *done, text *out);
void tell_note_call(sim *x, u16 slot); /* before a step of the thread */
void tell_end(sim *x);                 /* how the run ended, if it did */
void tell_moves(sim *x);
void tell_source(sim *x, const char *file, u32 from, u32 to);
/* Where the thread is; false: it has no frame. */
bool tell_place(sim *x, u16 slot, u32 frame, code_place *out);
/* Two names of a file. */
bool tell_same_file(const char *a, const char *b);

/* ---- stops.c ---- */
void stops_free(sim *x);
/* Is there a reason to stop at this line of the thread, or between steps (NULL)?  Says it. */
bool stops_met(sim *x, u16 slot, const code_place *at, bool entered);
/* From here on changes count. */
void stops_begin(sim *x);
/* `12`, `a.c:12`, `f` or `f()`, `if x`; false: it is none of these. */
bool stop_parse(sim *x, char *words, bool bare_names, stop *out);
void stop_free(stop *s);
bool stop_meets(sim *x, const stop *s, u16 slot, const code_place *at, bool entered);

/* The scope of expressions. */
expr_scope sim_scope(sim *x);
expr_scope sim_scope_of(sim *x, u32 actor, u32 frame);
void sim_scope_free(expr_scope *s);
/* The sentence on the error that the run has come to; nothing where there is none. */
void sim_summary(sim *x, text *out);
/* Are the steps up to here all those of the trace that was loaded? */
bool sim_at_loaded_end(const sim *x);
/* The slot of the present thread; false after command_wrong: it is over. */
bool sim_slot(sim *x, u16 *slot);

#endif
