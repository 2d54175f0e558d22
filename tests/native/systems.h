/* What systems.c plans and kinds.c does: operations on objects of several kinds. */
#ifndef SYSTEMS_H
#define SYSTEMS_H

#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/types.h>

/* KIND(name): of objects.  Seeds below 1000 have the kinds before mqueue, below 2000 mqueue and one
 * of those before it, from 2000 on one of those behind it and one of all. */
#define KINDS(KIND) \
    KIND(pipes)     \
    KIND(values)    \
    KIND(queue)     \
    KIND(signals)   \
    KIND(locks)     \
    KIND(mutex)     \
    KIND(counter)   \
    KIND(sockets)   \
    KIND(semaphore) \
    KIND(timers)    \
    KIND(condition) \
    KIND(mqueue)    \
    KIND(children)  \
    KIND(waited)    \
    KIND(rwlock)    \
    KIND(polled)    \
    KIND(cancelled) \
    KIND(records)   \
    KIND(barrier)

enum { WORKERS = 3, MOST = 3 };

typedef struct operation {
    unsigned kind, way, flavour;
} operation;

typedef struct worker {
    enum { PROCESS, THREAD, BOTH } how;
    unsigned id, n, leaves;            /* before its thread has ended */
    operation list[MOST], inner[MOST]; /* of its thread */
} worker;

typedef struct place { /* in memory that all share */
    unsigned sums[WORKERS + 1][2];
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
    sem_t semaphore;
    worker workers[WORKERS + 1]; /* for those that begin anew */
    int handles[16];
} place;

extern place *shared;
extern int handles[16];
#define pipes   ((int(*)[2])handles) /* two */
#define set     handles[4]
#define queue   handles[5]
#define file    handles[6]
#define counter handles[7]
#define sockets (handles + 8)
#define timer   handles[10]
extern mqd_t mqueues[2]; /* one queue, with and without waiting */
extern pid_t first;      /* the process that prints; 0 after an exec */

/* Of each thread: signals that its handler took, and what it has to give back at its end. */
extern __thread volatile unsigned hits;
extern __thread int held;

enum {
#define KIND(name) K_##name,
    KINDS(KIND)
#undef KIND
        N_KINDS
};
extern unsigned (*const kinds[N_KINDS])(const operation *);

/* From now on the signal is counted. */
void handle(int number);
extern int handled; /* some are */
/* What the handlers counted so far.  A signal can come between an operation and this. */
unsigned taken(void);
/* Unlocks, and ends the children, of the thread that calls it. */
void give_back(void);

#endif
