/* What a session found, as the formats of report/findings.h take it. */
#include "session/formats.h"
#include "report/findings.h"
#include "session/witness.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unknown"
#endif

/* The files, or the program with its arguments. */
static void add_name(const options *o, text *out)
{
    const string_list *words = o->front.files.n ? &o->front.files : &o->front.args;

    for (u32 i = 0; i < words->n; i++)
        text_addf(out, "%s%s", i ? " " : "", words->at[i]);
}

static void add_finding(findings *to, const failure *e, const text *summary, const text *flows,
                        const text *report, const char *trace_file)
{
    vec_push(&to->errors,
             ((finding){e->kind, e->file ? e->file : "", e->line, e->message,
                        summary->n ? text_str(summary) : NULL, flows->n ? text_str(flows) : NULL,
                        text_str(report), trace_file}));
}

static void add_findings(const session *c, findings *to)
{
    if (c->r.verdict != VERDICT_FAILED)
        return;
    add_finding(to, &c->r.error, &c->summary, &c->flows, &c->report, c->trace_file);
    for (u32 i = 0; i < c->others.n; i++) {
        const session_error *e = &c->others.at[i];

        add_finding(to, &e->error, &e->summary, &e->flows, &e->report, e->trace_file);
    }
}

static void write_file(const char *path, const char *what, const text *contents)
{
    if (!text_write_file(contents, path))
        fail(EXIT_OUTPUT, "heddle: %s cannot be written to %s: %s", what, path, strerror(errno));
}

static void write_findings(const options *o, const findings *f, text *out)
{
    text sarif = {0}, junit = {0};

    if (o->sarif) {
        findings_sarif(f, &sarif);
        write_file(o->sarif, "the log", &sarif);
    }
    if (o->junit) {
        findings_junit(f, 1, &junit);
        write_file(o->junit, "the report", &junit);
    }
    if (o->annotations)
        findings_annotations(f, out);
    text_free(&sarif);
    text_free(&junit);
}

bool formats_any(const options *o)
{
    return o->sarif || o->junit || o->annotations || o->witness;
}

void formats_write(const session *c, const facts *f, const char *line, text *out)
{
    static const int statuses[] = {EXIT_VERIFIED, EXIT_FAILED, EXIT_UNKNOWN};
    text name = {0}, words = {0}, witness = {0};
    char *folder = getcwd(NULL, 0);
    findings all = {.version = HEDDLE_VERSION,
                    .command = c->command,
                    .folder = folder ? folder : "/",
                    .unknown = c->r.verdict == VERDICT_UNKNOWN ? c->r.reason : NULL,
                    .status = statuses[c->r.verdict],
                    .seconds = c->r.seconds,
                    .notes = (const char *const *)f->notes.at,
                    .nnotes = f->notes.n};

    add_name(&c->o, &name);
    text_addn(&words, line, strcspn(line, "\n"));
    all.name = text_str(&name);
    all.line = text_str(&words);
    add_findings(c, &all);
    write_findings(&c->o, &all, out);
    if (c->o.witness) {
        witness_add(c, &witness);
        write_file(c->o.witness, "the witness", &witness);
    }
    vec_free(&all.errors);
    text_free(&name);
    text_free(&words);
    text_free(&witness);
    mem_free(folder);
}
