/* What a program that was compiled with `heddle cc` asks of the preloaded library: both include
 * this, and it needs nothing else of ours. */
#ifndef NATIVE_ACCESSES_H
#define NATIVE_ACCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum access_kind { ACCESS_READS, ACCESS_WRITES, ACCESS_UPDATES, ACCESS_COMPARES };

/* The caller of an entry point: all of a thread that lies in no memory. */
typedef struct access_frame {
    uint64_t caller, stack;
    uint64_t registers[6];
} access_frame;

/* A step that is an access. */
typedef struct access_step {
    const volatile void *at;
    size_t size;
    uint32_t kind; /* enum access_kind */
    bool atomic;   /* with an order; else volatile, or plain */
    bool plain;
    int order;         /* __ATOMIC_ */
    bool wide;         /* the values are not known when it ends */
    bool apart;        /* it is a piece of something larger, or no write at all */
    uint64_t expected; /* ACCESS_COMPARES */
} access_step;

typedef struct access_hooks {
    /* A plain access; true: it is a step, to be begun before and ended after. */
    bool (*plain)(const volatile void *at, size_t size, bool writes, uint64_t caller);
    /* Rests until it is the thread's turn. */
    void (*begin)(const access_step *s, const access_frame *f);
    /* The access was done; of a compare-exchange that failed s is a read. */
    void (*end)(const access_step *s, uint64_t caller, uint64_t old, uint64_t value);
    void (*fence)(int order);
    void *(*copy)(void *to, const void *from, size_t size, uint64_t caller);
    void *(*fill)(void *to, int byte, size_t size, uint64_t caller);
    /* What was done under the guard of a static variable is seen by whoever passes it. */
    void (*guard)(void *guard, bool released);
    void (*rough)(void); /* the compiler reports a copy before it is done */
    /* A function of the C library is about to access the memory, all of it at once. */
    void (*touch)(const void *at, size_t size, bool writes, uint64_t caller);
    /* It did, or does so along with other memory: not possible where accesses to it are steps. */
    void (*did)(const void *at, size_t size, bool writes, uint64_t caller);
    /* A loop that has no exit and does nothing, or sleeps; there it can be cancelled. */
    void (*parked)(bool sleeps, uint64_t caller);
} access_hooks;

#define ACCESSES_NAME "heddle_native_accesses"
/* Called once by each module that is instrumented; NULL: not under heddle native. */
typedef const access_hooks *accesses_function(void);

#endif
