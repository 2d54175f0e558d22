/* The ends of runs that are errors, each with the user's place and a sentence, and those of which
 * nothing is known any more. */
#include "native/ends.h"
#include "native/access.h"
#include "native/images.h"
#include "native/names.h"
#include "native/processes.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

void ends_fail(native *n, error_kind kind, u32 slot, u64 caller, const char *format, ...)
{
    const spot *s = caller ? where_code(names_where(n, slot), caller - 1) : NULL;
    char line[NATIVE_WORDS + 64];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_clear(&n->words);
    text_add(&n->words, line);
    n->failed = true;
    n->error = (failure){.kind = kind,
                         .thread = (u16)slot,
                         .file = s ? s->file : "",
                         .line = s ? s->line : 0,
                         .message = text_str(&n->words)};
}

void ends_cut(native *n, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(n->limit, sizeof n->limit, format, args);
    va_end(args);
    n->cut = true;
}

/* The user's innermost place in the stack that the library kept, or the caller. */
static u64 user_place(native *n, u32 slot, const u64 *frames, u32 depth, u64 caller)
{
    for (u32 i = 0; i < depth; i++)
        if (frames[i] && where_code(names_where(n, slot), frames[i] - 1)->user)
            return frames[i];
    return caller;
}

static void fail_assertion(native *n, const native_shared *m, u64 place)
{
    const char *end = strchr(m->words, '\n');

    ends_fail(n, ERR_ASSERTION, m->slot, place, "assertion failed: %.*s",
              end ? (int)(end - m->words) : (int)strlen(m->words), m->words);
}

static void fail_race(native *n, const native_shared *m, u64 place)
{
    text words = {0};

    access_race(names_where(n, m->slot), m, &words);
    ends_fail(n, ERR_RACE, m->slot, place, "%s", text_str(&words));
    text_free(&words);
}

/* The run has an end that the library told. */
static void told_end(native *n)
{
    native_shared *m = n->launch.shared;
    u64 place = user_place(n, m->slot, m->frames, m->depth, m->caller);

    switch (m->end) {
    case END_ASSERTION:
        fail_assertion(n, m, place);
        break;
    case END_ABORT:
        ends_fail(n, ERR_ABORT, m->slot, place, "the program aborted itself");
        break;
    case END_SIGNAL:
        ends_fail(n, ERR_SIGNAL, m->slot, place, "the program crashed: %s",
                  strsignal((int)m->number));
        break;
    case END_DOUBLE_FREE:
        ends_fail(n, ERR_DOUBLE_FREE, m->slot, place, "free of memory that was freed");
        break;
    case END_INVALID_FREE:
        ends_fail(n, ERR_INVALID_FREE, m->slot, place, "free of what malloc did not return");
        break;
    case END_RACE:
        fail_race(n, m, place);
        break;
    case END_USE_AFTER_FREE:
        ends_fail(n, ERR_USE_AFTER_FREE, m->slot, place, "access to freed memory");
        break;
    case END_PRUNED:
        n->pruned = true;
        n->dropped |= 1ull << m->slot;
        m->end = END_NONE;
        break;
    case END_THREADS:
        ends_cut(n, "a run has more than %d threads and processes", NATIVE_THREADS);
        break;
    default:
        ends_cut(n, "%s is not controlled (docs/native.md)", m->words);
        break;
    }
}

/* Of the first program that is gone. */
static int end_status(const native *n)
{
    const native_shared *m = n->launch.shared;

    for (u32 i = 0; i < m->programs; i++)
        if (m->servers[i].ended)
            return m->servers[i].status;
    return 0;
}

static void gone(native *n, u32 slot)
{
    int how = end_status(n);

    if (WIFSIGNALED(how))
        ends_fail(n, ERR_SIGNAL, slot, slot_at(n, slot)->caller, "the program was killed: %s",
                  strsignal(WTERMSIG(how)));
    else
        ends_cut(n, "the program left heddle's control: it ended without a call of exit");
}

/* After a step of this thread. */
void ends_settle(native *n, u32 slot, quiet q)
{
    if (n->launch.shared->end != END_NONE)
        told_end(n);
    else if (q != QUIET_RESTS && n->launch.shared->handover.given)
        ends_cut(n, "%s left heddle's control when it was executed",
                 images_name(n, n->launch.shared->handover.self));
    else if (q == QUIET_GONE)
        gone(n, slot);
    else if (q == QUIET_SPINS)
        ends_fail(n, ERR_DIVERGENCE, slot, slot_at(n, slot)->caller,
                  "no visible operation for %g s after this one", n->o.divergence);
    else if (q == QUIET_BLOCKED)
        ends_cut(n, "a thread blocks outside heddle's control, after %s",
                 native_rows[slot_at(n, slot)->operation].call);
}

/* The process ends by itself after its last operation. */
void ends_finish(native *n, u32 slot)
{
    quiet q = launch_end(&n->launch);

    if (q != QUIET_GONE || n->launch.shared->end != END_NONE || WIFSIGNALED(end_status(n)))
        ends_settle(n, slot, q);
    else if (n->o.rules.exit_status && n->model.exit_status)
        ends_fail(n, ERR_EXIT_STATUS, slot, slot_at(n, slot)->caller,
                  "the program ended with the status %d", n->model.exit_status);
}

/* What is left behind. */

static void fail_left(native *n, const native_object *o, u32 slot, const char *what)
{
    text name = {0};

    names_add_object(n, o->address, 1, &name);
    ends_fail(n, ERR_LEAK, slot, o->caller, "%s: %s", what, text_str(&name));
    text_free(&name);
}

/* Before the step of a thread that ends, or ends the program. */
bool ends_leaves(native *n, u32 slot, u32 operation)
{
    const native_shared *m = n->launch.shared;
    bool ends = operation == NATIVE_EXIT ||
                (operation == NATIVE_PROCESS_EXIT && processes_alive(&n->model) == 1);
    const native_object *o = NULL;

    if (operation == NATIVE_THREAD_EXIT || ends)
        o = model_left(&n->model, slot);
    if (o)
        fail_left(n, o, slot, "a thread ends and holds this lock");
    else if (ends && (o = model_left(&n->model, NATIVE_THREADS)))
        fail_left(n, o, slot, "the program ends and this object was never destroyed");
    for (u32 i = 0; ends && !n->failed && i < m->sets; i++)
        if (m->set_sizes[i])
            ends_fail(n, ERR_LEAK, slot, 0, "the program ends and its semaphores stay: key %d",
                      m->set_keys[i]);
    for (u32 i = 0; ends && !n->failed && i < IPC_MEMORIES; i++)
        if (m->ipc.memories[i].named || m->ipc.memories[i].size)
            ends_fail(n, ERR_LEAK, slot, 0, "the program ends and its shared memory stays");
    for (u32 i = 0; ends && !n->failed && i < m->ipc.most_files; i++)
        if (m->ipc.files[i].kind == FILE_QUEUE)
            ends_fail(n, ERR_LEAK, slot, 0, "the program ends and its message queue stays");
    for (u32 i = 0; ends && !n->failed && i < m->ipc.most_queues; i++)
        if (m->ipc.queues[i].named)
            ends_fail(n, ERR_LEAK, slot, 0, "the program ends and its message queue stays: %s",
                      m->ipc.queues[i].name);
    return n->failed;
}

/* Whoever waits for the end of a thread or a process waits as long as that runs; that one counts.
 */
static bool waits_for_end(u32 operation)
{
    return operation == NATIVE_JOIN || operation == NATIVE_TIMEDJOIN ||
           operation == NATIVE_WAIT_CHILD || operation == NATIVE_VFORK_WAIT ||
           operation == NATIVE_PARKED;
}

/* A thread has been blocked for so long. */
void ends_count_blocked(native *n, u32 moved)
{
    for (u32 i = 0; i < n->model.threads && !over(n); i++) {
        bool waits = rests(n, i) && i != moved && !n->model.tasks[i].timer &&
                     !waits_for_end(slot_at(n, i)->operation) &&
                     model_blocked(&n->model, i, slot_at(n, i));

        n->blocked[i] = waits ? n->blocked[i] + 1 : 0;
        if (n->blocked[i] >= n->o.livelock)
            ends_fail(n, ERR_LIVELOCK, i, slot_at(n, i)->caller,
                      "%s was blocked in %" PRIu64 " states one after the other",
                      native_rows[slot_at(n, i)->operation].call, n->o.livelock);
    }
}
