/* heddle run: executes one schedule of a program and prints what the program prints.
 *
 * The first enabled move is taken each time, or with --seed one that the seed picks; choices of the
 * program likewise (0, or random).  Moves that are spurious wake-ups are taken only when nothing
 * else is left to pick in a random schedule.  The exit status is the program's own; an error ends
 * the run with one line and EXIT_FAILED, a limit with EXIT_UNKNOWN. */
#include "base/hash.h"
#include "base/vec.h"
#include "report/cxx.h"
#include "session/options.h"
#include "front/front.h"
#include "system.h"
#include "vm/vm.h"

#include <stdio.h>

typedef struct runner {
    sys *s;
    move_list moves;
    taken step;
    rng random;
    bool shuffled;   /* --seed other than 0 */
    double deadline; /* 0: none */
    int status;
} runner;

static void forward(const event *e)
{
    FILE *to = e->value == 2 ? stderr : stdout;

    fwrite(e->text, 1, e->size, to);
}

static void forward_all(runner *r)
{
    for (u32 i = 0; i < r->step.events.n; i++) {
        const event *e = &r->step.events.at[i];

        if (e->kind == EV_OUTPUT && !cxx_exception(e->value))
            forward(e);
        else if (e->kind == EV_EXIT)
            r->status = (int)(e->value & 0xff);
    }
}

/* A random enabled move that is no spurious wake-up, or the first one. */
static const move *pick(runner *r)
{
    const move *first = NULL;
    u64 seen = 0;

    for (u32 i = 0; i < r->moves.n; i++) {
        const move *m = &r->moves.at[i];

        if (!(m->flags & MOVE_ENABLED) || m->flags & MOVE_WEAK)
            continue;
        seen++;
        if (first == NULL || (r->shuffled && rng_next(&r->random) % seen == 0))
            first = m;
    }
    return first;
}

static bool expired(const runner *r)
{
    return r->deadline > 0 && clock_seconds() > r->deadline;
}

static int report_error(const failure *f)
{
    fflush(stdout);
    if (f->file && *f->file)
        fprintf(stderr, "%s:%u: ", f->file, f->line);
    fprintf(stderr, "error: %s\n", f->message);
    return EXIT_FAILED;
}

static int report_limit(const char *what)
{
    fflush(stdout);
    note("the run was cut: %s", what);
    return EXIT_UNKNOWN;
}

/* What the state at the end of a run means. */
static int ended(runner *r, status st)
{
    failure f = {0};

    switch (st) {
    case ST_DEADLOCK:
    case ST_ERROR:
        sys_explain(r->s, &f);
        return report_error(&f);
    case ST_PRUNED:
        return report_limit("an assumption of the program does not hold");
    case ST_LIMIT:
        return report_limit("a limit was reached");
    case ST_DONE:
    case ST_RUNNING:
        break;
    }
    return r->status;
}

static int execute(runner *r)
{
    for (;;) {
        status st = sys_status(r->s);
        const move *m;
        u32 choice;

        if (st != ST_RUNNING)
            return ended(r, st);
        if (expired(r))
            return report_limit("--max-time");
        sys_moves(r->s, &r->moves);
        m = pick(r);
        if (m == NULL)
            die("a running state has no move");
        choice = r->shuffled ? (u32)(rng_next(&r->random) % m->choices) : 0;
        sys_step(r->s, m->thread, m->kind, choice, &r->step);
        forward_all(r);
        if (r->step.outcome == OUT_ERROR)
            return report_error(&r->step.error);
        if (r->step.outcome == OUT_LIMIT)
            return report_limit(r->step.limit);
        if (r->step.outcome == OUT_PRUNED)
            return ended(r, ST_PRUNED);
    }
}

int cmd_run(int argc, char **argv)
{
    options o;
    vm_options settings;
    program *p;
    runner r = {0};
    int exit_status;

    options_parse(&o, FOR_RUN, argc, argv);
    if (o.front.files.n == 0)
        fail(EXIT_USAGE, "heddle run: no file was given; heddle help run says more");
    if (memory_by_graphs(o.vm.memory))
        fail(EXIT_USAGE,
             "heddle run: --memory ra and rc11 are for heddle check: they have no runs");
    p = front_load(&o.front);
    settings = options_vm(&o);
    settings.mode = VM_BIRTH;
    settings.output = true;
    r.s = vm_open(p, &settings);
    r.shuffled = o.stateless.seed != 0;
    r.random.s = o.stateless.seed;
    r.deadline = o.max.seconds > 0 ? clock_seconds() + o.max.seconds : 0;
    exit_status = execute(&r);
    fflush(stdout);
    vec_free(&r.moves);
    taken_free(&r.step);
    sys_close(r.s);
    program_free(p);
    options_free(&o);
    return exit_status;
}
