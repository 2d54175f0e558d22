/* heddle.h: what a program may tell heddle.
 *
 * Under `heddle check` these functions are the checker's own.  The same program also builds and
 * runs natively: outside heddle each has a plain meaning, given below, in an inline function.  The
 * checker compiles with __HEDDLE__ defined; define HEDDLE_EXTERN to provide native functions
 * yourself. */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ heddle_size;

#if defined(__HEDDLE__) || defined(HEDDLE_EXTERN)

/* A number from 0 to n - 1, every one of them tried.  n must not be 0. */
unsigned heddle_choose(unsigned n);

/* Drops the run, without any verdict on it, unless the condition holds. */
void heddle_assume(int condition);

/* The program is wrong if the condition does not hold.  The macro adds its text to the message. */
void heddle_assert(int condition);
#ifdef __HEDDLE__
void __heddle_assert(int condition, const char *text);
#define heddle_assert(...) __heddle_assert((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__)
#endif

/* What lies between runs as one step: no other thread comes in between.  Sections nest.  A section
 * that has to wait, for a lock say, ends there, and a note says so: the others run, and what comes
 * after the wait is no section any more. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* From now on interrupts come, so many times at most, 0: any number of times.  The handler runs to
 * its end while every thread stands still, between any two steps of theirs.  One that waits is an
 * error.  While interrupts are off none comes; these calls nest.  Outside heddle none ever comes.
 */
void heddle_interrupt(void (*handler)(void *), void *arg, unsigned times);
void heddle_interrupts_off(void);
void heddle_interrupts_on(void);

/* From now on the program may be reset, so many times at most, 0: any number of times: between any
 * two steps every thread stops where it stands, heap and stacks are gone, static variables have
 * their first values again, and main begins anew.  What heddle_keep names, a whole static variable,
 * survives.  Outside heddle no reset ever comes. */
void heddle_resets(unsigned times);
void heddle_keep(void *variable, heddle_size size);

#else

#include <stdio.h>
#include <stdlib.h>

/* Under `heddle native` the library that it preloads has these. */
void *dlsym(void *handle, const char *name)
#ifdef __cplusplus
    noexcept(true)
#else
    __attribute__((nothrow, leaf))
#endif
        ;
typedef unsigned heddle_native_choose_function(unsigned n);
typedef void heddle_native_assume_function(int condition);
typedef void heddle_native_fail_function(const char *text);

/* Natively: a pseudo-random choice; the end of the process, with status 0, where a run would be
 * dropped; a message and abort, whatever NDEBUG says; and one process-wide recursive lock for
 * atomic sections, which keeps out other sections only. */
static inline unsigned heddle_choose(unsigned n)
{
    heddle_native_choose_function *choose =
        (heddle_native_choose_function *)dlsym((void *)0, "heddle_native_choose");

    return choose ? choose(n) : (unsigned)rand() % n;
}

static inline void heddle_assume(int condition)
{
    heddle_native_assume_function *assume =
        (heddle_native_assume_function *)dlsym((void *)0, "heddle_native_assume");

    if (assume)
        assume(condition);
    else if (!condition)
        exit(0);
}

static inline void heddle_native_assert(int condition, const char *text, const char *file, int line)
{
    heddle_native_fail_function *failed;

    if (condition)
        return;
    failed = (heddle_native_fail_function *)dlsym((void *)0, "heddle_native_fail");
    if (failed)
        failed(text);
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, text);
    abort();
}

static inline void heddle_assert(int condition)
{
    heddle_native_assert(condition, "heddle_assert", __FILE__, __LINE__);
}
#define heddle_assert(...) \
    heddle_native_assert((__VA_ARGS__) ? 1 : 0, #__VA_ARGS__, __FILE__, __LINE__)

/* Shared by all files of the program: a ticket word and the depth of the thread that holds it. */
__attribute__((weak)) int heddle_native_lock;
__attribute__((weak)) __thread int heddle_native_depth;

static inline void heddle_atomic_begin(void)
{
    if (heddle_native_depth++ == 0)
        while (__atomic_exchange_n(&heddle_native_lock, 1, __ATOMIC_ACQUIRE))
            continue;
}

static inline void heddle_atomic_end(void)
{
    if (--heddle_native_depth == 0)
        __atomic_store_n(&heddle_native_lock, 0, __ATOMIC_RELEASE);
}

static inline void heddle_interrupt(void (*handler)(void *), void *arg, unsigned times)
{
    (void)handler, (void)arg, (void)times;
}

static inline void heddle_interrupts_off(void)
{
}

static inline void heddle_interrupts_on(void)
{
}

static inline void heddle_resets(unsigned times)
{
    (void)times;
}

static inline void heddle_keep(void *variable, heddle_size size)
{
    (void)variable, (void)size;
}

#endif

/* Marks of a family of systems of any size, which `heddle check --induction` proves
 * (docs/induction.md).  They mean nothing to other compilers.
 *
 *     struct port { bool grant heddle_below; int count heddle_above heddle_range(0, 3); };
 *     heddle_base void first(struct port *above);
 *     heddle_component void further(struct port *below, struct port *above);
 *     heddle_observer bool one(const struct port *port, struct memory *memory);
 *     heddle_lemma bool help(const struct port *port); */
#ifdef __HEDDLE__
#define HEDDLE_MARK(words)     __attribute__((btf_decl_tag("heddle " words)))
#define HEDDLE_FUNCTION(words) __attribute__((used)) HEDDLE_MARK(words)
#else
#define HEDDLE_MARK(words)
#define HEDDLE_FUNCTION(words) __attribute__((unused))
#endif
#define HEDDLE_TEXT_OF(x) #x
#define HEDDLE_TEXT(x)    HEDDLE_TEXT_OF(x)

#define heddle_base      HEDDLE_FUNCTION("base")
#define heddle_component HEDDLE_FUNCTION("component")
#define heddle_observer  HEDDLE_FUNCTION("observer")
#define heddle_lemma     HEDDLE_FUNCTION("lemma") /* an observer for --strengthen */

/* A field of a port is written by the side below it, or by the side above. */
#define heddle_below HEDDLE_MARK("below")
#define heddle_above HEDDLE_MARK("above")
/* The values that it takes, where its type has more than a few. */
#define heddle_range(low, high) HEDDLE_MARK("range " HEDDLE_TEXT(low) " .. " HEDDLE_TEXT(high))

#ifdef __cplusplus
}
#endif

#endif
