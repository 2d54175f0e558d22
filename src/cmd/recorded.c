/* A recorded run: a trace, and the system that its moves are moves of.
 *
 * A trace file holds the moves, and how the program was compiled: the arguments of `heddle check`
 * that shape it and the folder they are meant in.  The program is compiled again from there; when
 * what comes out is not what the trace was recorded from, its moves mean nothing and it is refused.
 */
#include "cmd/recorded.h"
#include "session/asm.h"
#include "cmd/native.h"
#include "session/frames.h"
#include "session/shown.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void recorded_read(recorded *r, const char *file)
{
    const char *problem;

    r->file = file;
    problem = trace_read(&r->t, file);

    if (problem)
        fail(EXIT_INPUT, "%s: %s", r->file, problem);
    if (r->t.folder && *r->t.folder && chdir(r->t.folder) != 0)
        fail(EXIT_INPUT, "%s: the folder %s of its program cannot be entered: %s", r->file,
             r->t.folder, strerror(errno));
}

_Noreturn void recorded_refuse(const recorded *r, const char *problem)
{
    die("%s: the trace does not replay: %s", r->file, problem);
}

/* ---- the kinds of systems ---- */

static u64 load_program(recorded *r)
{
    r->made.front.verbose = r->verbose;
    r->made.front.no_cache = r->no_cache;
    properties_read(&r->properties, &r->made);
    r->p = front_load(&r->made.front);
    return r->p->hash;
}

static sys *open_program(recorded *r)
{
    const char *problem = shown_loop(&r->made, &r->properties, r->p, &r->t);

    if (problem)
        recorded_refuse(r, problem);
    r->inlined = frames_find(&r->made.front, r->p, 0);
    return frames_over(shown_machine(&r->made, r->p), r->inlined, r->folded);
}

static sys *open_execution(recorded *r)
{
    const char *problem = shown_execution(&r->made, r->p, &r->t, &r->explanation);

    if (problem)
        recorded_refuse(r, problem);
    return NULL;
}

static u64 load_system(recorded *r)
{
    asm_read(&r->from, &r->made);
    return casm_hash(r->from.c);
}

static sys *open_system(recorded *r)
{
    asm_settings m = asm_machine(&r->made, true);

    properties_read_asm(&r->properties, &r->made, r->from.c, &r->from.made);
    return asm_open(r->from.c, &m);
}

/* Named on the command line, or by the trace. */
static const string_list *native_words(const recorded *r)
{
    return r->words && r->words->n ? r->words : &r->made.front.args;
}

static u64 load_native(recorded *r)
{
    const string_list *words = native_words(r);

    return words->n ? native_hash(words) : 0;
}

static sys *open_native(recorded *r)
{
    r->made.gdb = r->gdb;
    return native_start(&r->made, native_words(r), true, NULL);
}

static const struct {
    const char *command, *what, *why;
    int options_for;
    u64 (*load)(recorded *r); /* by the trace's own arguments; its hash */
    sys *(*open)(recorded *r);
} kinds[TRACE_SYSTEMS] = {
    [TRACE_CHECK] = {"check", "program", "; its source, the compiler or heddle has changed",
                     FOR_CHECK, load_program, open_program},
    [TRACE_GRAPHS] = {"check", "program", "; its source, the compiler or heddle has changed",
                      FOR_CHECK, load_program, open_execution},
    [TRACE_ASM] = {"asm", "system", "", FOR_ASM, load_system, open_system},
    [TRACE_NATIVE] = {"native", "program", "", FOR_NATIVE, load_native, open_native},
};

/* The arguments that the trace has, behind the name of their command. */
static void parse_made(recorded *r, const char *command, int options_for)
{
    if (r->t.system != TRACE_NATIVE) /* where it is among them */
        vec_push(&r->command, (char *)command);
    for (u32 i = 0; i < r->t.command.n; i++)
        vec_push(&r->command, r->t.command.at[i]);
    vec_push(&r->command, NULL);
    options_parse(&r->made, options_for, (int)r->command.n - 1, r->command.at);
    if (r->t.system != TRACE_NATIVE && r->made.front.files.n == 0 && !r->fresh)
        fail(EXIT_INPUT, "%s: the trace names no source file; write it again with heddle %s",
             r->file, command);
}

void recorded_open(recorded *r)
{
    parse_made(r, kinds[r->t.system].command, kinds[r->t.system].options_for);
    if (r->fresh)
        r->t.program = kinds[r->t.system].load(r);
    else if (kinds[r->t.system].load(r) != r->t.program)
        fail(EXIT_INPUT,
             "%s: the %s is not the one this trace was recorded from%s; write the trace again with "
             "heddle %s",
             r->file, kinds[r->t.system].what, kinds[r->t.system].why, kinds[r->t.system].command);
    r->s = kinds[r->t.system].open(r);
}

void recorded_new(recorded *r, trace_system system, const string_list *shaping)
{
    char *folder = getcwd(NULL, 0);

    r->fresh = true;
    r->t.system = system;
    r->t.folder = folder ? folder : mem_strdup(".");
    if (system == TRACE_NATIVE)
        vec_push(&r->t.command, mem_strdup("native"));
    for (u32 i = 0; i < shaping->n; i++)
        vec_push(&r->t.command, mem_strdup(shaping->at[i]));
}

void recorded_free(recorded *r)
{
    if (r->from.c)
        asm_source_free(&r->from);
    else if (r->p)
        program_free(r->p);
    inlined_free(r->inlined);
    trace_free(&r->t);
    text_free(&r->explanation);
    vec_free(&r->command);
    properties_free(&r->properties);
    options_free(&r->made);
}
