/* The parts of the search by ranks: levels and expansions (ranks.c), messages (ranks_messages.c),
 * the limit of states (ranks_budget.c), the end (ranks_end.c).  Only for these. */
#ifndef SEARCH_RANKS_PARTS_H
#define SEARCH_RANKS_PARTS_H

#include "search/explore.h"
#include "search/growth.h"
#include "search/pieces.h"
#include "search/ranks.h"

#include <setjmp.h>

enum { FIRST_RANK = 0, NO_ENTRY = 0xffffffff };

/* What a message is, by its first byte.  `to the first`: it is sent to rank 0. */
typedef enum message {
    MSG_READY,   /* to the first: this rank has opened this system */
    MSG_STATES,  /* level, then entry and bytes of each: whose are they? yours */
    MSG_ANSWER,  /* to a batch of states: a byte each, of ANSWER_ */
    MSG_DONE,    /* to the first: this level is explored; did a step lead to one of the next? */
    MSG_NEXT,    /* from the first: all are done, the next level begins */
    MSG_FIGURES, /* to the first, now and then */
    MSG_ENOUGH,  /* to the first: the search is to end; by a failing step? */
    MSG_STOP,    /* from the first: it ends; are errors nearer to the start to be looked for? */
    MSG_FINAL,   /* to the first: all that the rank has found */
    MSG_LAST,    /* to all: no states and no answers follow */
    MSG_PATH,    /* from the first: which state is this entry? */
    MSG_ENTRY,   /* rank and entry that it was reached from, and its bytes */
    MSG_BYE,     /* from the first; does nobody wait for the others? */
    MSG_TAKE,    /* to the first: may one more state be counted? */
    MSG_GRANT,   /* so many may */
    MSG_RECALL,  /* from the first: how many of these are left?  They may no more */
    MSG_RETURN
} message;

enum {
    ANSWER_AHEAD = 1 /* it is of the next level */,
    ANSWER_NEW = 2 /* and nobody had come to it */
};

/* A state of this rank, and where it was reached from. */
typedef struct rank_entry {
    u32 key, parent, rank;
} rank_entry;

/* A step led from an entry of the level to a state whose owner has not answered yet. */
typedef struct arrival {
    u32 key, entry;
    bool weak;
} arrival;

/* A state that its owner is asked about, and the step that led there. */
typedef struct question {
    u32 key;
    event cause;
} question;

/* For another rank. */
typedef struct outbox {
    byte_list bytes;     /* a message that is being written */
    u32 n;               /* its states; 0: there is none */
    VEC(question) asked; /* the states that were put into messages, */
    u32 answered;        /* of which so many were answered */
    pieces to, from;     /* of the states that were sent there, and came from there */
} outbox;

typedef struct rank_figures {
    u64 states, transitions, depth, bytes;
} rank_figures;

/* A message for later. */
typedef struct kept_message {
    u32 from;
    byte_list bytes;
} kept_message;

/* What a rank has to tell at its end. */
typedef struct rank_part {
    bool told, last, stopped, failed, by_step, depth_cut, unsure;
    result r; /* nothing behind a pointer is there but `error`'s words */
    char cut[192];
    u32 entry;       /* the failure's */
    step_taken step; /* by_step: it */
} rank_part;

/* Of an entry of the level. */
enum {
    ENTRY_FOUND = 1,    /* a step leads to a state of the next level */
    ENTRY_STRONGLY = 2, /* and it is no spurious wake-up */
    ENTRY_LATER = 4,    /* it has moves that are LATER */
    ENTRY_OVER = 8      /* nothing more is to be done */
};

typedef struct ranks {
    explorer x; /* first; `seen`: the own states that were seen, and those of others that were sent;
                   `next`: of both the ones of the next level */
    transport *t;
    const ranks_options *how;
    search_options o; /* of the explorer */
    u64 most_states;
    growth *growth;        /* of the search, or NULL */
    u64 news;              /* new states that steps of this rank led to */
    VEC(rank_entry) queue; /* the own states */
    u32 first, end;        /* of the level */
    u64 depth;
    byte_list flags; /* of its entries */
    successor_list fresh;
    VEC(arrival) unsettled;
    word_list marked; /* keys of others in `next` */
    outbox *out;      /* by rank */
    u32 unanswered;
    VEC(kept_message) kept;
    bool begun, go, ending, nearer, told, bye, at_once;
    bool over;     /* the initial state is an end */
    bool unsure;   /* whether an error is nearer than the one that was found */
    u32 failed_at; /* entry, or NO_ENTRY */
    u32 missing;   /* a rank that has ended, or NO_RANK */
    double next_figures, next_watch, deadline;
    progress progress; /* the first rank's, of all */
    rank_figures *figures;
    rank_part *parts;
    u32 done;  /* of the first: ranks that have explored the level, */
    bool more; /* and has one of them come to a state of the next one? */
    bool asking;
    u64 allowance, bank; /* states that may still be counted: here, and of nobody yet */
    word_list takers;
    u32 recalled;   /* answers that are still to come */
    byte_list path; /* the last answer to MSG_PATH */
    bool path_came;
    byte_list packed, message;
    jmp_buf halted;
} ranks;

/* ---- ranks_messages.c ---- */
void ranks_begin_message(ranks *k, message what);
/* k->message goes to that rank. */
void ranks_send(ranks *k, u32 to);
void ranks_send_all(ranks *k);
/* A state of another rank, reached from an entry of the level. */
void ranks_put_state(ranks *k, u32 owner, u32 entry, const question *q);
void ranks_flush(ranks *k);
/* What has come; false: nothing.  Messages that were kept are first. */
bool ranks_serve(ranks *k);
/* Limits, interrupts, figures, ranks that have ended. */
void ranks_look(ranks *k);
/* While something is waited for: a moment, unless a message has come. */
void ranks_wait(ranks *k, u32 *times);
/* This rank can or need not go on. */
void ranks_tell_enough(ranks *k);
void ranks_tell_done(ranks *k);
void ranks_tell_ready(ranks *k);
/* Copies bytes, and a string behind its length; and reads it, owned by the caller. */
void ranks_put_bytes(byte_list *out, const void *bytes, u32 n);
void ranks_put_string(byte_list *out, const char *s);
char *ranks_get_string(const u8 **at);

/* ---- ranks.c ---- */
/* A step of this rank led to a new state, of whatever rank. */
void ranks_note_new(ranks *k, const question *q);
/* One more state of this rank; false: there are too many. */
bool ranks_admit(ranks *k, u32 key, u32 rank, u32 parent);

/* ---- ranks_budget.c ---- */
/* May one more state be counted?  Waits for the answer. */
bool ranks_may_count(ranks *k);
void ranks_budget_message(ranks *k, message what, u32 from, const u8 *at);

/* ---- ranks_end.c ---- */
/* Somebody has ended, or all are to: there is no time to wait for longer. */
bool ranks_too_late(ranks *k);
/* Until the first rank says that the search ends, or there is no time for it. */
void ranks_await_stop(ranks *k);
/* Tells, or gathers, what was found; whether every rank has. */
bool ranks_finish(ranks *k);
void ranks_end_message(ranks *k, message what, u32 from, const u8 *at, const u8 *end);

#endif
