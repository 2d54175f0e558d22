/* Threads and processes of a run. */
#ifndef NATIVE_PROCESSES_H
#define NATIVE_PROCESSES_H

#include "native/model.h"

static inline bool is_process_operation(u32 operation)
{
    return operation == NATIVE_FORK || operation == NATIVE_PROCESS_EXIT ||
           operation == NATIVE_WAIT_CHILD || operation == NATIVE_GROUP_EXIT ||
           operation == NATIVE_EXEC || operation == NATIVE_EXECUTED ||
           operation == NATIVE_VFORK_WAIT || operation == NATIVE_PARENT;
}

/* Had the process ever more threads than its first? */
bool processes_threaded(const model *m, u32 home);
/* Its threads that are neither over nor about to be. */
u32 processes_left(const model *m, u32 home);

/* Children that the thread waits for: all, or those that have ended. */
u32 processes_children(const model *m, u32 slot, const native_slot *s, bool ended);
/* Threads of all processes that are neither over nor about to be. */
u32 processes_alive(const model *m);
/* The last step of a thread whose process has ended. */
event processes_dying(u32 slot);
void processes_end_dying(model *m, u32 slot, taken *out);
/* A timer is set: for the first time it becomes one more that can move. */
void processes_timer(model *m, u32 slot, const native_slot *s);
/* The effect of an operation of threads, or of processes. */
bool processes_take(model *m, u32 slot, native_slot *s, u32 choice, move_kind kind, taken *out);

#endif
