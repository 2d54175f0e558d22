/* heddle draw: the states of a program as a picture.  Every step of the machine is drawn, without
 * the reductions of a search, which would leave out what a reader wants to see; states are those
 * that a search takes for the same. */
#include "base/process.h"
#include "session/asm.h"
#include "draw/graph.h"
#include "session/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATES_DRAWN = 500, STATES_COLLAPSED = 50000 };

typedef struct drawing {
    options o;
    program *p;
    asm_source from; /* of an assembly system */
    drawn_graph g;
    text dot;
} drawing;

static const char *ending(const char *file)
{
    const char *dot = file ? strrchr(file, '.') : NULL;

    return dot && !strchr(dot, '/') ? dot + 1 : "";
}

static sys *open_system(drawing *d)
{
    const options *o = &d->o;

    if (o->front.files.n == 1 && strcmp(ending(o->front.files.at[0]), "casm") == 0) {
        asm_settings m = asm_machine(o, false);

        m.no_symmetry = true;
        asm_read(&d->from, o);
        casm_flow(d->from.c, &d->from.made);
        return asm_open(d->from.c, &m);
    }
    d->p = front_load(&d->o.front);
    vm_options settings = options_vm(o);

    settings.events_all = settings.memory != MEMORY_SC; /* what goes into a buffer is no step */
    return vm_open(d->p, &settings);
}

/* Graphviz reads the text from a file that has no name. */
static void run_graphviz(const drawing *d, const char *format)
{
    char kind[16];
    const char *const words[] = {"dot", kind, "-o", d->o.output, NULL};
    FILE *from = tmpfile();
    pid_t child;
    int ends;

    snprintf(kind, sizeof kind, "-T%s", format);
    if (!from || fwrite(d->dot.at, 1, d->dot.n, from) != d->dot.n || fflush(from) != 0)
        fail(EXIT_OUTPUT, "heddle draw: a temporary file: %s", strerror(errno));
    rewind(from);
    child = process_start(
        words, &(process_setup){.in = fileno(from), .out = STREAM_OWN, .error = STREAM_OWN});
    if (child < 0)
        fail(EXIT_INPUT, "heddle draw: dot cannot be run: %s; install Graphviz, or write FILE.dot",
             strerror(errno));
    ends = process_await(child);
    fclose(from);
    if (ends == -1 || !WIFEXITED(ends) || WEXITSTATUS(ends) != 0)
        fail(EXIT_OUTPUT,
             "heddle draw: dot has drawn nothing; see what it said, or write FILE.dot");
}

/* Also for Graphviz, which would say it less well. */
static FILE *open_output(const char *path)
{
    FILE *to = fopen(path, "w");

    if (!to)
        fail(EXIT_USAGE, "heddle draw: %s: %s; -o needs a file that can be written", path,
             strerror(errno));
    return to;
}

static void write_dot(const drawing *d)
{
    FILE *to = d->o.output ? open_output(d->o.output) : stdout;

    fputs(text_str(&d->dot), to);
    if (fflush(to) != 0 || (to != stdout && fclose(to) != 0))
        fail(EXIT_OUTPUT, "heddle draw: %s", strerror(errno));
}

static void write_all(const drawing *d)
{
    static const char *const drawn[] = {"svg", "pdf", "png"};
    const char *format = NULL;

    for (u32 i = 0; i < LENGTH(drawn); i++)
        if (strcmp(ending(d->o.output), drawn[i]) == 0)
            format = drawn[i];
    if (format) {
        fclose(open_output(d->o.output));
        run_graphviz(d, format);
    } else
        write_dot(d);
    if (d->o.output)
        printf("%u states, %u nodes and %u edges in %s\n", d->g.states, d->g.nodes.n, d->g.edges.n,
               d->o.output);
}

int cmd_draw(int argc, char **argv)
{
    drawing d = {0};
    graph_settings set = {0};
    sys *s;

    options_parse(&d.o, FOR_DRAW, argc, argv);
    if (!d.o.front.files.n && d.o.front.args.n)
        fail(EXIT_USAGE,
             "heddle draw: a program that runs has no states to draw; give its C files, or "
             "the program itself where heddle cc built it: heddle draw %s",
             d.o.front.args.at[0]);
    if (!d.o.front.files.n)
        fail(EXIT_USAGE, "heddle draw: no file was given; heddle help draw says more");
    if (memory_by_graphs(d.o.vm.memory))
        fail(EXIT_USAGE,
             "heddle draw: --memory ra and rc11 are for heddle check: they have no states");
    set.collapse = d.o.collapse;
    set.most = d.o.max.states ? (u32)d.o.max.states
               : d.o.collapse ? STATES_COLLAPSED
                              : STATES_DRAWN;
    set.allow_deadlock = d.o.rules.allow_deadlock;
    set.allow_hang = d.o.rules.allow_hang;
    s = open_system(&d);
    draw_make(&d.g, s, &set);
    draw_print(&d.g, d.o.front.files.at[0], &d.dot);
    if (d.g.cut)
        note("not all is drawn: there are more than %u states; --max-states N draws more, "
             "--collapse EXPR makes one of many",
             set.most);
    write_all(&d);
    sys_close(s);
    draw_free(&d.g);
    text_free(&d.dot);
    if (d.p)
        program_free(d.p);
    else
        asm_source_free(&d.from);
    options_free(&d.o);
    return 0;
}
