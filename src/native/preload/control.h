/* The preloaded library's own side: asking for a turn, and ending a run. */
#ifndef NATIVE_PRELOAD_CONTROL_H
#define NATIVE_PRELOAD_CONTROL_H

#include "native/protocol.h"

#include <stdbool.h>

#define CALLER ((uint64_t)__builtin_return_address(0))
#define EXPORT __attribute__((visibility("default")))

/* A system call that passes by whatever is intercepted; -errno when it fails. */
static inline long control_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

extern native_shared *control;         /* NULL: before main, or not under heddle */
extern __thread uint32_t control_self; /* slot of the thread */

extern uint32_t control_process; /* slot of its first thread */
extern bool control_threaded;    /* it has or had other threads */

extern __thread bool control_inside; /* the library is at work: its own calls are no operations */

static inline bool controlled(void)
{
    return control && !control_inside;
}

/* What an operation asks for. */
struct sigaction;

typedef struct ask {
    uint32_t operation;
    uint64_t object;
    uint64_t argument, other;
    uint64_t caller;
    uint32_t word;
    const native_access *access; /* or NULL */
} ask;

/* The object at an address of this process, unlike that of another, unless they share it. */
uint64_t control_name(const void *at);
bool control_shared(const void *at);
/* Is it the handler of crashes that every program has? */
bool control_crashes(const struct sigaction *a);
/* The thread ends as one that was cancelled. */
_Noreturn void control_cancelled(void);

/* The present process becomes that of a slot. */
void control_become(uint32_t slot);
/* The thread or process has ended, as far as heddle knows, and waits to be killed with the run. */
_Noreturn void control_park(void);
/* Rests until it is the thread's turn; the status that the call returns. */
int control_ask(const ask *a);
/* Ends the process where the thread runs without it: nothing here is locked. */
void control_check_turn(void);
uint64_t control_result(void); /* of the last one */
/* The run ends here: never returns. */
_Noreturn void control_end(uint32_t end, uint32_t number, const char *words, uint64_t caller);
/* One more thread will come to its first operation: its slot. */
uint32_t control_enter(uint64_t caller);

/* One more that can move and is no thread: its slot. */
uint32_t control_enter_timer(uint64_t caller);

extern int control_descriptor; /* of the memory of the run; -1: there was none left for it */
/* Will heddle control this program? */
bool control_awaited(void);
/* The process ends by a signal of another. */
_Noreturn void control_killed(int number, uint64_t caller);
/* The slot of a thread; NATIVE_THREADS: none. */
uint32_t control_slot(unsigned long id);

/* In a program that a process of the run became, if it is not yet under control: it is. */
void control_resume(void);
void *control_real(const char *name);
/* First operation of a thread. */
void control_begin(uint32_t slot, uint64_t routine, uint64_t data);

#endif
