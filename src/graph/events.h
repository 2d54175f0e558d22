/* An execution graph: events in the program order of their threads, from which write each read
 * reads, and the modification order of each location. */
#ifndef GRAPH_EVENTS_H
#define GRAPH_EVENTS_H

#include "event.h"
#include "system.h"
#include "vm/vm.h"

/* An event by its thread and its place in it. */
typedef u32 name;
enum { NAME_INDEX = 24, MOST_THREADS = 256, NO_NAME = 0xffffffff };
static inline name name_of(u32 thread, u32 index)
{
    return thread << NAME_INDEX | index;
}
static inline u32 name_thread(name e)
{
    return e >> NAME_INDEX;
}
static inline u32 name_index(name e)
{
    return e & ((1u << NAME_INDEX) - 1);
}

typedef enum node_kind {
    NODE_OTHER, /* of no interest but for its place */
    NODE_READ,
    NODE_WRITE,
    NODE_UPDATE, /* one event: it reads, and writes next in modification order */
    NODE_FENCE,
    NODE_CREATE,
    NODE_JOIN,
    NODE_CHOICE,
    NODE_WAKE, /* from the sleep at a condition variable; blocked: never */
    NODE_LEAVE /* a barrier; after the event with which the thread came to it */
} node_kind;

/* Of an operation, besides EVO_: it releases as a reader of a read-write lock does, to writers
 * alone; it acquires from readers too. */
enum { ORDER_AS_READER = 16, ORDER_FROM_READERS = 32 };

typedef struct node {
    u8 kind;       /* node_kind */
    u8 order;      /* EVO_; 0: a plain access */
    u8 asked;      /* of an atomic access or fence, as the program has it */
    u8 move;       /* move_kind of the step that begins with it */
    bool first;    /* a step of the machine begins with it */
    bool operates; /* an operation of the library on its object, */
    u8 op;         /* of this kind (EV_) */
    bool blocked;  /* a READ with which the operation cannot go on; a WAKE that does not come */
    bool waits;    /* a READ with which the thread spins: what it reads does not count */
    bool waited;   /* a READ or UPDATE: it was answered when it waited */
    u32 choice;    /* of its step */
    u32 added;     /* when, */
    u32 stamp;     /* and its read, which is earlier where that was answered anew */
    u64 object;
    u32 offset, size;
    u32 location; /* NO_NUMBER: plain, or none */
    name from;    /* reads-from; NO_NAME: the first value */
    u32 place;    /* of an atomic write in modification order */
    u32 other;    /* CREATE, JOIN: the thread */
    u32 words;    /* what it wrote, in graph.words; NO_NUMBER: not kept */
    u32 nwords;
    u32 clocks; /* in graph.clocks, see clocks.c */
    u16 width;  /* threads that the clocks know */
    u32 func, pc;
    u64 value, old;
    u32 flags; /* of the machine's event */
} node;

typedef VEC(name) name_list;

/* The memory of atomic accesses, or the object of operations. */
typedef struct location {
    u64 object;
    u32 offset, size;
    u32 words, nwords; /* what is there first, in graph.words */
    bool operated;     /* by operations alone */
    name_list mo;      /* writes in modification order; [0] is NO_NAME, the first value */
    name_list from;    /* events that read it */
} location;

/* All accesses to an object. */
typedef struct accesses {
    u64 object;
    name_list all;
} accesses;

/* What is to be tried where an event was added. */
typedef enum todo_kind { TODO_READ, TODO_PLACE, TODO_CHOICE, TODO_REVISIT } todo_kind;
typedef struct todo {
    u8 kind;
    bool reads; /* `from` is to be read */
    u32 stamp;  /* of the event */
    u16 thread;
    name from;  /* READ: reads from it; REVISIT: the read that is to read from the event */
    u32 number; /* PLACE: in modification order; CHOICE */
} todo;

/* An event is settled in part before it is added. */
typedef struct settled {
    bool reads, places, chooses; /* which of these are */
    bool keeps_stamp;            /* its read has this stamp */
    bool waited;                 /* and was one that waits */
    bool revisits_none;          /* other reads by it are tried elsewhere */
    bool follows;                /* a trace: the thread goes on though it may spin */
    name from;
    u32 place, choice, stamp;
} settled;

typedef struct thread_nodes {
    VEC(node) all;
    u16 creator;  /* births.c: of a thread but the first, */
    u32 ordinal;  /* and which of its threads it is, from 1 on */
    u32 created;  /* the creator's event, by its place */
    name joined;  /* the last event that joined it, which may be gone */
    bool planned; /* the event at this place is settled, */
    u32 plan_at;
    settled plan; /* so */
} thread_nodes;

typedef struct graph {
    VEC(thread_nodes) threads;
    VEC(u16) order; /* of the threads, by their births */
    VEC(location) locations;
    VEC(accesses) objects;
    VEC(vm_word) words;
    VEC(u32) clocks;
    VEC(todo) todo;
    u32 stamp;     /* of the next event */
    u32 snapshot;  /* the last of its chain, counted from 1; see snapshots.c */
    bool revisits; /* it began with an event of `writer` that one of `reader` reads from: those at
                      their plan_at */
    u16 writer, reader;
    bool renumbered; /* threads got other numbers: locks hold the old ones until it is run */
    u8 word_bytes;
    /* Would the read, which waits, let its thread go on if it read from this write? */
    bool (*lets)(void *of, name read, name write);
    void *of;
} graph;

static inline node *graph_node(const graph *g, name e)
{
    return &g->threads.at[name_thread(e)].all.at[name_index(e)];
}
static inline u32 graph_count(const graph *g, u32 thread)
{
    return thread < g->threads.n ? g->threads.at[thread].all.n : 0;
}
static inline bool node_reads(const node *n)
{
    return n->kind == NODE_READ || n->kind == NODE_UPDATE;
}
static inline bool node_writes(const node *n)
{
    return n->kind == NODE_WRITE || n->kind == NODE_UPDATE;
}

/* An update that writes what it read: a test-and-set that found the lock taken. */
static inline bool node_idle(const node *n)
{
    return n->kind == NODE_UPDATE && !n->operates && n->value == n->old;
}

/* Is it an operation of this kind (EV_)? */
static inline bool node_op(const node *n, u32 kind)
{
    return n->operates && n->op == kind;
}

/* events.c */
void graph_thread(graph *g, u32 thread); /* makes sure that it is there */
/* The location with exactly this place; NO_NUMBER: none; `mixed`: another one overlaps it. */
u32 graph_location(const graph *g, u64 object, u32 offset, u32 size, bool *mixed);
/* The same for operations: those on one object may name more or less of it, and what they share
 * lies in what all of them name. */
u32 graph_operated(const graph *g, u64 object, u32 offset, u32 size, bool *mixed);
u32 graph_new_location(graph *g, u64 object, u32 offset, u32 size);
bool location_overlaps(const location *l, u64 object, u32 offset, u32 size);
accesses *graph_accesses(graph *g, u64 object);
/* The place of a write in modification order. */
u32 location_place(const graph *g, const location *l, name e);
/* A write is put there in modification order. */
void location_insert(graph *g, location *l, u32 place, name e);
/* Where the words of the location in what the event wrote begin. */
u32 graph_value(const graph *g, const location *l, name write);
/* Leaves of each thread its first `keep` events; threads keep their numbers. */
void graph_cut(graph *g, const u32 *keep);
/* Without what is to be tried.  `out` is empty, or a graph that is not needed any more. */
void graph_copy(const graph *g, graph *out);
void graph_free(graph *g);

/* The thread whose next event was added first, where so many of each are done; graph.threads.n: all
 * are. */
u32 graph_first_added(const graph *g, const u32 *done);

/* births.c: who a thread is. */
/* The creation of a thread, and its join; NO_NAME: there is none. */
name birth_creation(const graph *g, u32 thread);
name birth_join(const graph *g, u32 thread);
/* The creator, after so many of its events, creates the thread. */
void birth_note(graph *g, u32 thread, u32 creator, u32 before);
/* Leaves of each thread its first `keep` events.  The numbers of threads close up. */
void birth_cut(graph *g, const u32 *keep);

/* clocks.c: which events come before which. */
enum { CLOCKS = 5 }; /* that an event may have */
void clocks_add(graph *g, u32 thread, u32 index);
bool happens_before(const graph *g, name a, name b);
/* a is b's, or an event's that b depends on: by program order, reads-from, creation, join. */
bool in_prefix(const graph *g, name a, name b);
/* Would the next event of the thread come after it in happens-before? */
bool known_to(const graph *g, name e, u32 thread);

/* meet.c: barriers and condition variables. */
/* Who came to the barrier in the same round as this event, which did: at most as many as it takes,
 * by birth.  The first of them leaves first.  True: so many have come. */
bool meet_group(const graph *g, name arrival, name_list *out);
/* More threads come to that barrier than it takes. */
bool meet_crowd(const graph *g, name arrival);
/* Can all of these waits, WAIT events, still go on though the signals are as they are? */
bool meet_sleeps(const graph *g, const name_list *waits);

/* rc11.c: the axioms. */
/* The least place in modification order that the thread's next event may read from. */
u32 rc11_least(const graph *g, const location *l, u32 thread);
/* The other update that reads from the write, or NO_NAME. */
name rc11_updater(const graph *g, const location *l, name write, name but);
/* May a write be put at this place in modification order? */
bool rc11_gap(const graph *g, const location *l, u32 place);
/* The axiom of sequentially consistent events, which held before the newest event was added. */
bool rc11_sequential(const graph *g, name newest);
/* An access that races with this one; NO_NAME: none. */
name rc11_race(graph *g, name e);

/* revisit.c */
/* Which reads may be answered by the write that was added last, into graph.todo. */
void revisit_find(graph *g, name write);
/* Can the last read of the thread never be answered anew, so that the thread stays where it is? */
bool revisit_never(const graph *g, u32 thread);
/* Cuts the graph for this revisit; what follows is settled. */
void revisit_begin(graph *g, name write, name read);

#endif
