/* The program as it runs, step by step.
 *
 * gdb is started on a process whose threads all rest before an operation, or have failed.  heddle
 * goes on with the trace at once: as long as gdb holds the process nothing happens, and when the
 * user lets it continue, it continues in the schedule of the trace.  Going back is running again
 * from the start. */
#include "cmd/interactive.h"
#include "base/process.h"
#include "session/options.h"
#include "native/native.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LINE 256

typedef struct hands {
    sys *s;
    move_list moves;
    taken taken;
    VEC(move) path; /* taken, with the choice in `choices` */
} hands;

static pid_t start_gdb(sys *s, u16 thread)
{
    pid_t task, process = native_process(s, thread, &task), gdb;
    char number[16];
    const char *const words[] = {"gdb", "-q", "-p", number, NULL};

    printf("T%u is LWP %d of process %d\n", thread, (int)task, (int)process);
    fflush(stdout);
    snprintf(number, sizeof number, "%d", (int)process);
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

void interactive_gdb(sys *s, const trace *t, u64 at)
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

static const char *way_of(const move *m)
{
    switch (m->kind) {
    case MOVE_TIMEOUT:
        return ", times out";
    case MOVE_SPURIOUS:
        return ", wakes without a signal";
    default:
        return m->flags & MOVE_ENABLED ? "" : ", blocked";
    }
}

static void show_state(hands *h)
{
    static const char *const words[] = {"",
                                        "The program has ended.",
                                        "Deadlock.",
                                        "The program failed.",
                                        "Dropped by an assumption.",
                                        "The run was cut."};
    status st = sys_status(h->s);
    failure f = {0};

    printf("step %u\n", h->path.n);
    sys_moves(h->s, &h->moves);
    for (u32 i = 0; i < h->moves.n; i++) {
        const move *m = &h->moves.at[i];
        text name = {0}, next = {0};

        sys_thread_name(h->s, m->thread, &name);
        native_pending(h->s, m->thread, &next);
        printf("%4u  T%u %-16s %s%s", i + 1, m->thread, text_str(&name), text_str(&next),
               way_of(m));
        printf(m->choices > 1 ? ", %u choices\n" : "\n", m->choices);
        text_free(&name);
        text_free(&next);
    }
    if (st == ST_ERROR || st == ST_DEADLOCK || st == ST_LIMIT)
        sys_explain(h->s, &f);
    if (st != ST_RUNNING)
        printf("%s%s%s\n", words[st], f.message ? " " : "", f.message ? f.message : "");
}

static void go(hands *h, u32 line, u32 choice)
{
    const move *m = line && line <= h->moves.n ? &h->moves.at[line - 1] : NULL;
    move v;

    if (!m || !(m->flags & MOVE_ENABLED) || choice >= m->choices) {
        puts(!m                     ? "There is no such line."
             : choice >= m->choices ? "There is no such choice."
                                    : "That thread is blocked.");
        return;
    }
    v = *m;
    v.choices = choice;
    sys_step(h->s, v.thread, v.kind, choice, &h->taken);
    vec_push(&h->path, v);
}

static void go_back(hands *h, u32 n)
{
    h->path.n = n < h->path.n ? h->path.n - n : 0;
    sys_reset(h->s);
    for (u32 i = 0; i < h->path.n; i++)
        sys_step(h->s, h->path.at[i].thread, h->path.at[i].kind, h->path.at[i].choices, &h->taken);
}

static void explain_commands(void)
{
    puts("N [CHOICE]  take the move in line N\n"
         "b [N]       go N steps back, 1 without a number\n"
         "g T         gdb on the process of thread T\n"
         "q           leave");
}

/* False: leave. */
static bool obey(hands *h, const char *line)
{
    u32 a = 0, b = 0;

    if (sscanf(line, "%u %u", &a, &b) >= 1)
        go(h, a, b);
    else if (line[0] == 'b')
        go_back(h, sscanf(line + 1, "%u", &a) == 1 ? a : 1);
    else if (line[0] == 'g' && sscanf(line + 1, " T%u", &a) + sscanf(line + 1, "%u", &a) >= 1 &&
             native_process(h->s, (u16)a, &(pid_t){0}))
        await_gdb(start_gdb(h->s, (u16)a));
    else if (line[0] == 'q')
        return false;
    else
        explain_commands();
    return true;
}

void interactive_run(sys *s)
{
    hands h = {.s = s};
    char line[LINE];

    do {
        show_state(&h);
        printf("> ");
        fflush(stdout);
    } while (fgets(line, sizeof line, stdin) && obey(&h, line));
    puts("");
    vec_free(&h.moves);
    vec_free(&h.path);
    taken_free(&h.taken);
}
