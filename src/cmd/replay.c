/* heddle replay: shows a counterexample again. */
#include "cmd/gdb.h"
#include "cmd/recorded.h"
#include "session/shown.h"
#include "session/verdict.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct replay {
    options shown; /* of this command */
    const char *file;
    recorded of;
} replay;

static void read_options(replay *r, int argc, char **argv)
{
    options_parse(&r->shown, FOR_REPLAY, argc, argv);
    if (r->shown.front.files.n != 1)
        fail(EXIT_USAGE, "heddle replay: %s; heddle help replay says more",
             r->shown.front.files.n ? "one trace at a time can be shown" : "no trace was given");
    r->file = r->shown.front.files.at[0];
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

/* ---- what there is to show: of a run by taking it again, of an execution graph what was told ----
 */

static failure error_of(const trace *t)
{
    return (failure){.kind = t->error, .file = t->file, .line = t->line, .message = t->message};
}

static const char *find_text(replay *r, const report_options *o, text *out)
{
    failure f = error_of(&r->of.t);

    if (r->of.s)
        return report_text(r->of.s, &r->of.t, o, out);
    report_listed_text(text_str(&r->of.explanation), &f, o->width, out);
    return NULL;
}

static const char *find_json(replay *r, const report_options *o, text *out)
{
    failure f = error_of(&r->of.t);

    if (r->of.s)
        return report_json(r->of.s, &r->of.t, o, out);
    report_listed(text_str(&r->of.explanation), &f, out);
    return NULL;
}

static const char *find_summary(replay *r, const report_options *o, text *out)
{
    failure f = error_of(&r->of.t);

    if (r->of.s)
        return report_summary(r->of.s, &r->of.t, o, out);
    report_listed_summary(text_str(&r->of.explanation), &f, out);
    return NULL;
}

static const char *find_picture(replay *r, const report_options *o, text *out)
{
    failure f = error_of(&r->of.t);

    if (r->of.s)
        return report_picture(r->of.s, &r->of.t, o, out);
    report_listing(text_str(&r->of.explanation), &f, out);
    return NULL;
}

/* ---- and where it goes ---- */

/* The verdict that the trace stands for, as a check tells it, without what only its search knew. */
typedef struct replayed {
    result r;
    facts f;
} replayed;

static void judge(replay *r, const text *summary, const text *steps, replayed *out)
{
    bool failed = r->of.t.error != ERR_NONE;

    out->r = (result){.verdict = failed ? VERDICT_FAILED : VERDICT_UNKNOWN,
                      .failed = failed,
                      .error = error_of(&r->of.t),
                      .lasso = r->of.t.lasso,
                      .refuted = r->of.t.refuted,
                      .shortest = r->of.t.shortest};
    snprintf(out->r.reason, sizeof out->r.reason, "%s",
             failed ? "" : "there is no error in this run");
    out->f = (facts){.o = &r->of.made,
                     .r = &out->r,
                     .properties = &r->of.properties,
                     .calmest = r->of.t.calmest,
                     .trace_file = r->file,
                     .summary = summary && summary->n ? text_str(summary) : NULL,
                     .steps = steps && steps->n ? text_str(steps) : NULL,
                     .replayed = true};
}

static void write_json(replay *r, const report_options *o, FILE *to)
{
    text steps = {0}, summary = {0}, out = {0};
    const char *problem = find_json(r, o, &steps);
    replayed of;

    if (!problem)
        problem = find_summary(r, o, &summary);
    if (problem)
        recorded_refuse(&r->of, problem);
    judge(r, &summary, &steps, &of);
    verdict_json(&of.f, &out);
    if (fputs(text_str(&out), to) < 0 || (to != stdout && fclose(to) != 0))
        fail(EXIT_USAGE, "heddle replay: %s: %s", r->shown.json, strerror(errno));
    text_free(&steps);
    text_free(&summary);
    text_free(&out);
}

static void add_verdict(replay *r, text *out)
{
    replayed of;

    judge(r, NULL, NULL, &of);
    verdict_line(&of.f, out);
}

static void write_text(replay *r, const report_options *o)
{
    text out = {0};
    const char *problem = find_text(r, o, &out);

    if (problem)
        recorded_refuse(&r->of, problem);
    add_verdict(r, &out);
    fputs(text_str(&out), stdout);
    text_free(&out);
}

static void write_page(replay *r, const report_options *o, FILE *to)
{
    text told = {0}, line = {0}, words = {0}, summary = {0}, picture = {0}, command = {0};
    const char *problem = find_text(r, o, &words);
    replayed of;

    if (!problem)
        problem = find_summary(r, o, &summary);
    if (!problem)
        problem = find_picture(r, o, &picture);
    if (problem)
        recorded_refuse(&r->of, problem);
    judge(r, &summary, NULL, &of);
    verdict_json(&of.f, &told);
    add_verdict(r, &line);
    text_add(&command, "heddle replay ");
    text_shell(&command, r->file);
    if (!report_html(&(report_page){.verdict = text_str(&told),
                                    .line = text_str(&line),
                                    .command = text_str(&command),
                                    .text = text_str(&words),
                                    .picture = picture.n ? text_str(&picture) : NULL},
                     to))
        fail(EXIT_USAGE, "heddle replay: %s: %s", r->shown.html, strerror(errno));
    text_free(&told);
    text_free(&line);
    text_free(&words);
    text_free(&summary);
    text_free(&picture);
    text_free(&command);
}

static void replay_free(replay *r)
{
    if (r->of.s)
        sys_close(r->of.s);
    recorded_free(&r->of);
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
    r.of.verbose = r.shown.front.verbose;
    r.of.no_cache = r.shown.front.no_cache;
    r.of.gdb = r.shown.gdb;
    r.of.words = &r.shown.front.args;
    recorded_read(&r.of, r.file);
    recorded_open(&r.of);
    if (r.shown.gdb && r.of.t.system != TRACE_NATIVE)
        fail(EXIT_USAGE, "heddle replay: --gdb is for traces of heddle native");
    o = shown_settings(&r.shown, &r.of.properties, &r.of.t);
    if (json_file != stdout)
        write_text(&r, &o);
    if (json_file)
        write_json(&r, &o, json_file);
    if (page)
        write_page(&r, &o, page);
    if (r.shown.gdb)
        gdb_follow(r.of.s, &r.of.t, r.shown.at);
    bool failed = r.of.t.error != ERR_NONE;

    vec_free(&o.propositions);
    replay_free(&r);
    return failed ? EXIT_FAILED : EXIT_UNKNOWN;
}
