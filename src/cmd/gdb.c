/* gdb on a program as it runs.
 *
 * It is started on a process whose threads all rest before an operation, or have failed.  heddle
 * goes on with the trace at once: as long as gdb holds the process nothing happens, and when the
 * user lets it continue, it continues in the schedule of the trace.
 *
 * A thread rests deep inside of the preloaded library.  gdb is told to choose the thread and the
 * innermost of its frames that is the program's own. */
#include "cmd/gdb.h"
#include "base/process.h"
#include "session/options.h"
#include "native/native.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LINE 256

/* For gdb's Python: thread %d, and of its frames the first whose source is neither heddle's nor
 * that of a library. */
#define STAND                                                                                   \
    "python exec(\"\"\"\n"                                                                      \
    "for t in gdb.selected_inferior().threads():\n"                                             \
    "    if t.ptid[1] == %d:\n"                                                                 \
    "        t.switch()\n"                                                                      \
    "f = gdb.newest_frame()\n"                                                                  \
    "while f:\n"                                                                                \
    "    s = f.find_sal().symtab\n"                                                             \
    "    if s and 'libheddle' not in s.objfile.filename and '/native/cc/' not in s.fullname() " \
    "and '/lib/' not in s.objfile.filename:\n"                                                  \
    "        f.select()\n"                                                                      \
    "        gdb.execute('frame')\n"                                                            \
    "        break\n"                                                                           \
    "    f = f.older()\n"                                                                       \
    "\"\"\")"

static pid_t start_gdb(sys *s, u16 thread)
{
    pid_t task, process = native_process(s, thread, &task), gdb;
    char number[16], stand[sizeof STAND + 16];
    const char *const words[] = {"gdb", "-q", "-p", number, "-ex", stand, NULL};

    printf("T%u is LWP %d of process %d\n", thread, (int)task, (int)process);
    fflush(stdout);
    snprintf(number, sizeof number, "%d", (int)process);
    snprintf(stand, sizeof stand, STAND, (int)task);
    signal(SIGINT, SIG_IGN);
    gdb = process_start(words, &(process_setup){STREAM_OWN, STREAM_OWN, STREAM_OWN, NULL, false});
    if (gdb < 0)
        note("gdb cannot be started; is it installed?");
    return gdb;
}

static bool is_stopped(pid_t process, pid_t task)
{
    char path[64], line[LINE], state = 0;
    const char *after;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)process, (int)task);
    f = fopen(path, "r");
    if (f && fgets(line, sizeof line, f) && (after = strrchr(line, ')')) && after[1])
        state = after[2];
    if (f)
        fclose(f);
    return state == 't';
}

/* Until gdb holds the thread that is to move next, or has ended. */
static void await_hold(sys *s, u16 thread, pid_t *gdb)
{
    pid_t task, process = native_process(s, thread, &task);

    while (*gdb > 0 && !is_stopped(process, task)) {
        if (waitpid(*gdb, NULL, WNOHANG) == *gdb)
            *gdb = 0;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

static void await_gdb(pid_t gdb)
{
    if (gdb > 0)
        process_await(gdb);
    signal(SIGINT, SIG_DFL);
}

void gdb_follow(sys *s, const trace *t, u64 at)
{
    u64 stop = at && at < t->moves.n ? at : t->moves.n;
    taken out = {0};
    pid_t gdb = 0;
    births b;
    u16 last = 0;

    births_init(&b);
    sys_reset(s);
    for (u32 i = 0; i < t->moves.n; i++) {
        int slot = births_slot(&b, t->moves.at[i].thread);

        if (i == stop) {
            gdb = start_gdb(s, last);
            await_hold(s, slot < 0 ? last : (u16)slot, &gdb);
        }
        if (slot < 0)
            fail(EXIT_INPUT, "the trace names a thread that is not there at step %u", i + 1);
        last = (u16)slot;
        sys_step(s, last, t->moves.at[i].kind, t->moves.at[i].choice, &out);
        births_after(&b, last, &out);
    }
    if (stop == t->moves.n)
        gdb = start_gdb(s, out.outcome == OUT_ERROR ? out.error.thread : last);
    await_gdb(gdb);
    births_free(&b);
    taken_free(&out);
}

void gdb_look(sys *s, u16 thread)
{
    await_gdb(start_gdb(s, thread));
}
