/* An execution graph: events in the program order of their threads, from which write each read
 * reads, and the modification order of each location. */
#ifndef EVENTS_H
#define EVENTS_H

#include "event.h"
#include "system.h"
#include "vm/vm.h"

/* An event by its thread and its place in it. */
typedef u32 name;
enum { NAME_INDEX = 24, NO_NAME = 0xffffffff };
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
    NODE_CHOICE
} node_kind;

typedef struct node {
    u8 kind;       /* node_kind */
    u8 order;      /* EVO_; 0: a plain access */
    u8 move;       /* move_kind of the step that begins with it */
    bool first;    /* a step of the machine begins with it */
    bool operates; /* an operation of the library on its object */
    bool blocked;  /* a READ with which the operation cannot go on */
    bool waits;    /* a READ with which the thread spins: what it reads does not count */
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
    bool revisits_none;          /* other reads by it are tried elsewhere */
    name from;
    u32 place, choice, stamp;
} settled;

typedef struct thread_nodes {
    VEC(node) all;
    bool planned; /* the event at this place is settled, */
    u32 plan_at;
    settled plan; /* so */
} thread_nodes;

typedef struct graph {
    VEC(thread_nodes) threads;
    VEC(location) locations;
    VEC(accesses) objects;
    VEC(vm_word) words;
    VEC(u32) clocks;
    VEC(todo) todo;
    u32 stamp;     /* of the next event */
    bool revisits; /* it began with an event of `writer` that one of `reader` reads from: those at
                      their plan_at */
    u16 writer, reader;
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

/* events.c */
void graph_thread(graph *g, u32 thread); /* makes sure that it is there */
/* The location with exactly this place; NO_NUMBER: none; `mixed`: another one overlaps it. */
u32 graph_location(const graph *g, u64 object, u32 offset, u32 size, bool *mixed);
u32 graph_new_location(graph *g, u64 object, u32 offset, u32 size);
bool location_overlaps(const location *l, u64 object, u32 offset, u32 size);
accesses *graph_accesses(graph *g, u64 object);
/* The place of a write in modification order. */
u32 location_place(const graph *g, const location *l, name e);
/* A write is put there in modification order. */
void location_insert(graph *g, location *l, u32 place, name e);
/* Where the words of the location in what the event wrote begin. */
u32 graph_value(const graph *g, const location *l, name write);
/* Leaves of each thread its first `keep` events. */
void graph_cut(graph *g, const u32 *keep);
void graph_copy(const graph *g, graph *out); /* without what is to be tried */
void graph_free(graph *g);

/* clocks.c: which events come before which. */
void clocks_add(graph *g, u32 thread, u32 index);
bool happens_before(const graph *g, name a, name b);
/* a is b's, or an event's that b depends on: by program order, reads-from, creation, join. */
bool in_prefix(const graph *g, name a, name b);
/* Would the next event of the thread come after it in happens-before? */
bool known_to(const graph *g, name e, u32 thread);

/* rc11.c: the axioms. */
/* The least place in modification order that the thread's next event may read from. */
u32 rc11_least(const graph *g, const location *l, u32 thread);
/* The other update that reads from the write, or NO_NAME. */
name rc11_updater(const graph *g, const location *l, name write, name but);
/* May a write be put at this place in modification order? */
bool rc11_gap(const graph *g, const location *l, u32 place);
bool rc11_sequential(const graph *g); /* the axiom of sequentially consistent events */
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
