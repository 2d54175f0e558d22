/* What the C++ part of the runtime shares: the machine as heddle_vm.h has it, what it needs of the
 * C part, and exceptions as the modules here hand them to each other.  All of it is compiled to
 * bitcode against the same headers of libstdc++ that programs are compiled with, and lowered on
 * demand: what a program does not reach costs nothing.  There are no static constructors here. */
#ifndef CXX_RUNTIME_H
#define CXX_RUNTIME_H

#define _Noreturn [[noreturn]]
extern "C" {
#include "../heddle_vm.h"
}
#undef _Noreturn

#include <cstddef>
#include <ctime>
#include <typeinfo>

enum { MARK_DONE = -2 };

/* Does a handler for `wanted` take an exception of type `thrown`?  *object, the exception, becomes
 * what the handler gets. */
bool heddle_catches(const std::type_info *wanted, const std::type_info *thrown, void **object);

/* Waits at the word while it has the value, as a futex does; false: the time was over. */
bool heddle_wait_while(unsigned *word, unsigned value, bool timed);

/* Calls it when the thread is over, its thread-local variables destroyed. */
void heddle_at_thread_end(void (*call)(void *), void *with);

/* How often the header reads clocks behind a wait that timed out. */
struct heddle_readings {
    unsigned char system, steady;
    /* Not 0: if the system's clock is read first, this is `steady`; else `system` is 0. */
    unsigned char converted;
};

/* A wait timed out: so many of the thread's next readings are not before `until`. */
void heddle_time_passes(const struct timespec *until, heddle_readings readings);

#endif
