/* heddle sim: what is opened for the simulator.  A program that is named on the command line is
 * opened as one that a trace names: both are loaded by the arguments that shape it. */
#include "cmd/gdb.h"
#include "cmd/recorded.h"
#include "session/interrupt.h"
#include "sim/sim.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool is_system_file(const string_list *files)
{
    const char *dot = files->n == 1 ? strrchr(files->at[0], '.') : NULL;

    return dot && strcmp(dot, ".casm") == 0;
}

static trace_system kind_of(const options *o)
{
    if (!o->front.files.n && o->front.args.n)
        return TRACE_NATIVE;
    return is_system_file(&o->front.files) ? TRACE_ASM : TRACE_CHECK;
}

static void check_input(const options *o)
{
    if (o->load && o->shaping.n)
        fail(EXIT_USAGE,
             "heddle sim: %s does not go with --load: the trace says how its program "
             "is compiled",
             o->shaping.at[0]);
    if (!o->load && !o->front.files.n && !o->front.args.n)
        fail(EXIT_USAGE, "heddle sim: no file was given; heddle help sim says more");
}

static void check_memory(const options *o)
{
    if (memory_by_graphs(o->vm.memory))
        fail(EXIT_USAGE,
             "heddle sim: --memory ra and rc11 are for heddle check: they have no runs");
}

static void check_terminal(const options *o)
{
    if (o->tui && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
        fail(EXIT_USAGE, "heddle sim: --tui needs a terminal; without it commands are read from a "
                         "pipe, or by --script");
}

static FILE *open_script(const options *o)
{
    FILE *from = o->script ? fopen(o->script, "r") : NULL;

    if (o->script && !from)
        fail(EXIT_USAGE, "heddle sim: %s: %s", o->script, strerror(errno));
    return from;
}

static void read_trace(const options *o, recorded *r)
{
    recorded_read(r, o->load);
    if (r->t.system == TRACE_GRAPHS)
        fail(EXIT_USAGE,
             "heddle sim: %s is an execution under --memory ra or rc11, which has no states to go "
             "through; heddle replay shows it",
             o->load);
}

static void open_system(const options *o, recorded *r)
{
    if (o->load)
        read_trace(o, r);
    else
        recorded_new(r, kind_of(o), &o->shaping);
    r->no_cache = o->front.no_cache;
    r->folded = true;
    recorded_open(r);
}

int cmd_sim(int argc, char **argv)
{
    options o;
    recorded r = {0};
    char *home = getcwd(NULL, 0);
    sim_settings set = {0};
    int ends;

    options_parse(&o, FOR_SIM, argc, argv);
    check_input(&o);
    check_memory(&o);
    check_terminal(&o);
    set.script = open_script(&o);
    open_system(&o, &r);
    set.s = r.s;
    set.loaded = o.load ? &r.t : NULL;
    set.made = &r.t;
    set.home = home;
    set.seed = o.stateless.seed;
    set.width = options_width(&o, STDOUT_FILENO);
    set.colour = options_colour(&o, STDOUT_FILENO);
    set.echo = o.echo;
    set.tui = o.tui;
    if (isatty(STDIN_FILENO)) {
        interrupt_listen();
        set.interrupted = &interrupted;
    }
    set.gdb = r.t.system == TRACE_NATIVE && !o.tui ? gdb_look : NULL;
    ends = sim_run(&set);
    if (set.script)
        fclose(set.script);
    recorded_free(&r);
    options_free(&o);
    mem_free(home);
    return ends;
}
