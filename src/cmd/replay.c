/* heddle replay: shows a counterexample again.
 *
 * A trace file holds the moves, and how the program was compiled: the arguments of `heddle check`
 * that shape it and the folder they are meant in.  The program is compiled again from there; when
 * what comes out is not what the trace was recorded from, its moves mean nothing and it is refused.
 */
#include "cmd/asm.h"
#include "cmd/interactive.h"
#include "base/json.h"
#include "cmd/native.h"
#include "session/shown.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct replay {
    options shown; /* of this command */
    options made;  /* of the check that wrote the trace */
    properties properties;
    const char *file;
    trace t;
    VEC(char *) command;
    program *p;
    sys *s;
    /* Of an assembly system. */
    casm *c;
    casm_options shape;
    string_list names;
} replay;

static void read_options(replay *r, int argc, char **argv)
{
    options_parse(&r->shown, FOR_REPLAY, argc, argv);
    if (r->shown.front.files.n != 1)
        fail(EXIT_USAGE, "heddle replay: %s; heddle help replay says more",
             r->shown.front.files.n ? "one trace at a time can be shown" : "no trace was given");
    r->file = r->shown.front.files.at[0];
}

static void read_trace(replay *r)
{
    const char *problem = trace_read(&r->t, r->file);

    if (problem)
        fail(EXIT_INPUT, "%s: %s", r->file, problem);
    if (r->t.folder && *r->t.folder && chdir(r->t.folder) != 0)
        fail(EXIT_INPUT, "%s: the folder %s of its program cannot be entered: %s", r->file,
             r->t.folder, strerror(errno));
}

static _Noreturn void refuse(const replay *r, const char *problem)
{
    die("%s: the trace does not replay: %s", r->file, problem);
}

/* ---- the kinds of systems ---- */

static u64 load_program(replay *r)
{
    r->made.front.verbose = r->shown.front.verbose;
    properties_read(&r->properties, &r->made);
    r->p = front_load(&r->made.front);
    return r->p->hash;
}

static sys *open_program(replay *r)
{
    const char *problem = shown_loop(&r->made, &r->properties, r->p, &r->t);

    if (problem)
        refuse(r, problem);
    return shown_machine(&r->made, r->p);
}

static u64 load_system(replay *r)
{
    asm_options(&r->made, &r->shape, &r->names);
    r->c = casm_read(r->made.front.files.at[0], &r->shape);
    return casm_hash(r->c);
}

static sys *open_system(replay *r)
{
    asm_settings m = asm_machine(&r->made, true);

    properties_read_asm(&r->properties, &r->made, r->c, &r->shape);
    return asm_open(r->c, &m);
}

/* Named on the command line, or by the trace. */
static const string_list *native_words(const replay *r)
{
    return r->shown.front.args.n ? &r->shown.front.args : &r->made.front.args;
}

static u64 load_native(replay *r)
{
    const string_list *words = native_words(r);

    return words->n ? native_hash(words) : 0;
}

static sys *open_native(replay *r)
{
    r->made.gdb = r->shown.gdb;
    return native_start(&r->made, native_words(r), true, NULL);
}

static const struct {
    const char *command, *what, *why;
    int options_for;
    u64 (*load)(replay *r); /* by the trace's own arguments; its hash */
    sys *(*open)(replay *r);
} kinds[TRACE_SYSTEMS] = {
    [TRACE_CHECK] = {"check", "program", "; its source, the compiler or heddle has changed",
                     FOR_CHECK, load_program, open_program},
    [TRACE_ASM] = {"asm", "system", "", FOR_ASM, load_system, open_system},
    [TRACE_NATIVE] = {"native", "program", "", FOR_NATIVE, load_native, open_native},
};

/* The arguments that the trace has, behind the name of their command. */
static void parse_made(replay *r, const char *command, int options_for)
{
    if (r->t.system != TRACE_NATIVE) /* where it is among them */
        vec_push(&r->command, (char *)command);
    for (u32 i = 0; i < r->t.command.n; i++)
        vec_push(&r->command, r->t.command.at[i]);
    vec_push(&r->command, NULL);
    options_parse(&r->made, options_for, (int)r->command.n - 1, r->command.at);
    if (r->t.system != TRACE_NATIVE && r->made.front.files.n == 0)
        fail(EXIT_INPUT, "%s: the trace names no source file; write it again with heddle %s",
             r->file, command);
}

static void load(replay *r)
{
    parse_made(r, kinds[r->t.system].command, kinds[r->t.system].options_for);
    if (kinds[r->t.system].load(r) != r->t.program)
        fail(EXIT_INPUT,
             "%s: the %s is not the one this trace was recorded from%s; write the trace again with "
             "heddle %s",
             r->file, kinds[r->t.system].what, kinds[r->t.system].why, kinds[r->t.system].command);
    r->s = kinds[r->t.system].open(r);
}

/* Where output goes is named from the folder the user is in, so it is opened before leaving it. */
static FILE *open_output(const char *path, const char *option)
{
    FILE *to = path ? fopen(path, "w") : NULL;

    if (path && !to)
        fail(EXIT_USAGE, "heddle replay: %s: %s; %s needs a file that can be written", path,
             strerror(errno), option);
    return to;
}

static FILE *open_json(const replay *r)
{
    if (r->shown.json && strcmp(r->shown.json, "-") == 0)
        return stdout;
    return open_output(r->shown.json, "--json");
}

static void write_json(replay *r, const report_options *o, FILE *to)
{
    text out = {0};
    const char *problem = report_json(r->s, &r->t, o, &out);

    if (problem)
        refuse(r, problem);
    if (fprintf(to, "%s\n", text_str(&out)) < 0 || (to != stdout && fclose(to) != 0))
        fail(EXIT_USAGE, "heddle replay: %s: %s", r->shown.json, strerror(errno));
    text_free(&out);
}

static void add_verdict(const replay *r, text *out)
{
    fairness fair = properties_fairness(&r->made, r->t.error == ERR_LTL);

    text_addf(out, "FAILED: %s", error_names[r->t.error]);
    if (r->t.lasso || r->t.refuted)
        text_addf(out, ", %s assumed", fairness_words[fair]);
    text_addc(out, '\n');
}

static void write_text(replay *r, const report_options *o)
{
    text out = {0};
    const char *problem = report_text(r->s, &r->t, o, &out);

    if (problem)
        refuse(r, problem);
    add_verdict(r, &out);
    fputs(text_str(&out), stdout);
    text_free(&out);
}

/* What is known of the verdict without the search. */
static void add_facts(const replay *r, const text *summary, text *out)
{
    json j = {.out = out};

    json_object(&j, NULL);
    json_string(&j, "verdict", verdict_names[VERDICT_FAILED]);
    json_object(&j, "error");
    json_string(&j, "kind", error_names[r->t.error]);
    json_string(&j, "file", r->t.file);
    json_number(&j, "line", r->t.line);
    json_string(&j, "message", r->t.message);
    json_end(&j);
    json_string(&j, "summary", summary->n ? text_str(summary) : NULL);
    json_string(&j, "trace_file", r->file);
    json_end(&j);
}

static void write_page(replay *r, const report_options *o, FILE *to)
{
    text facts = {0}, line = {0}, words = {0}, summary = {0}, picture = {0};
    const char *problem = report_text(r->s, &r->t, o, &words);

    if (!problem)
        problem = report_summary(r->s, &r->t, o, &summary);
    if (!problem)
        problem = report_picture(r->s, &r->t, o, &picture);
    if (problem)
        refuse(r, problem);
    add_facts(r, &summary, &facts);
    add_verdict(r, &line);
    if (!report_html(&(report_page){text_str(&facts), text_str(&line), text_str(&words),
                                    text_str(&picture), NULL},
                     to))
        fail(EXIT_USAGE, "heddle replay: %s: %s", r->shown.html, strerror(errno));
    text_free(&facts);
    text_free(&line);
    text_free(&words);
    text_free(&summary);
    text_free(&picture);
}

static void replay_free(replay *r)
{
    sys_close(r->s);
    if (r->c) {
        asm_options_free(&r->shape, &r->names);
        casm_free(r->c);
    } else if (r->p) {
        program_free(r->p);
    }
    trace_free(&r->t);
    vec_free(&r->command);
    properties_free(&r->properties);
    options_free(&r->made);
    options_free(&r->shown);
}

int cmd_replay(int argc, char **argv)
{
    replay r = {0};
    report_options o;
    FILE *json_file, *page;

    read_options(&r, argc, argv);
    json_file = open_json(&r);
    page = open_output(r.shown.html, "--html");
    read_trace(&r);
    load(&r);
    if (r.shown.gdb && r.t.system != TRACE_NATIVE)
        fail(EXIT_USAGE, "heddle replay: --gdb is for traces of heddle native");
    o = shown_settings(&r.shown, &r.properties, &r.t);
    if (json_file != stdout)
        write_text(&r, &o);
    if (json_file)
        write_json(&r, &o, json_file);
    if (page)
        write_page(&r, &o, page);
    if (r.shown.gdb)
        interactive_gdb(r.s, &r.t, r.shown.at);
    vec_free(&o.propositions);
    replay_free(&r);
    return EXIT_FAILED;
}
