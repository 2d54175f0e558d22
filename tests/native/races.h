/* Small programs with and without data races: races.c makes and prints them, oracle.c says what
 * the standards say of them. */
#ifndef RACES_H
#define RACES_H

enum { MAIN, THREADS = 4, OPS = 12, VARIABLES = 2, EVENTS = 64 };

/* KIND(name, is a write, text): text is the statement, in which $v is the variable, $n the value,
 * $o the order and $f the order of a failure. */
#define KINDS(KIND)                                                                            \
    KIND(READ, 0, "look(mem.$t)")                                                              \
    KIND(WRITE, 1, "mem.$t = $n")                                                              \
    KIND(PEEK, 0, "look(*(int *)&a[$v])")                                                      \
    KIND(LOAD, 0, "r = atomic_load_explicit(&a[$v], $o)")                                      \
    KIND(STORE, 1, "atomic_store_explicit(&a[$v], $n, $o)")                                    \
    KIND(ADD, 1, "r = atomic_fetch_add_explicit(&a[$v], $n, $o)")                              \
    KIND(EXCHANGE, 1, "r = atomic_exchange_explicit(&a[$v], $n, $o)")                          \
    KIND(CAS, 1, "e = 0, r = atomic_compare_exchange_strong_explicit(&a[$v], &e, $n, $o, $f)") \
    KIND(FENCE, 0, "atomic_thread_fence($o)")                                                  \
    KIND(LOCK, 0, "pthread_mutex_lock(&m[$v])")                                                \
    KIND(TRY, 0, "r = !pthread_mutex_trylock(&m[$v])")                                         \
    KIND(UNLOCK, 0, "pthread_mutex_unlock(&m[$v])")                                            \
    KIND(READ_LOCK, 0, "pthread_rwlock_rdlock(&rw)")                                           \
    KIND(WRITE_LOCK, 0, "pthread_rwlock_wrlock(&rw)")                                          \
    KIND(READ_UNLOCK, 0, "pthread_rwlock_unlock(&rw)")                                         \
    KIND(WRITE_UNLOCK, 0, "pthread_rwlock_unlock(&rw)")                                        \
    KIND(POST, 0, "sem_post(&s)")                                                              \
    KIND(WAIT, 0, "sem_wait(&s)")                                                              \
    KIND(TRY_WAIT, 0, "r = !sem_trywait(&s)")                                                  \
    KIND(ARRIVE, 0, "pthread_barrier_wait(&b)")                                                \
    KIND(LEAVE, 0, "")                                                                         \
    KIND(CREATE, 0, "pthread_create(&t[$v], 0, thread$v, 0)")                                  \
    KIND(JOIN, 0, "pthread_join(t[$v], 0)")

enum kind {
#define KIND(name, writes, text) name,
    KINDS(KIND)
#undef KIND
        N_KINDS
};

enum order { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };
enum guard { ALWAYS, IF_R, IF_NOT, IF_TWO };

/* READ and WRITE are of size bytes at an offset of mem. */
typedef struct op {
    enum kind kind;
    int variable, value, offset, size;
    enum order order, failure;
    enum guard guard; /* by what the last operation with a result gave */
} op;

typedef struct program {
    op list[THREADS][OPS];
    int n[THREADS], threads; /* with main */
    int barrier;             /* how many it waits for */
} program;

typedef struct verdict {
    int race[2]; /* by C11, by C++20 */
    long interleavings;
} verdict;

/* Sequential consistency, and store buffers. */
enum model { SC, TSO, PSO };

/* Enumerates the interleavings; 0 if there are more than so many. */
int oracle(const program *p, enum model model, long most, verdict *v);

#endif
