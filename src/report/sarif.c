/* SARIF 2.1.0: a log with one run, a rule for each kind of error, and a result for each error,
 * whose code flow is the counterexample, with a thread flow for each thread.
 *
 * The rows of a trace's table are the locations; executionOrder tells how the threads interleave.
 * Files are named as the compiler was given them, relative ones from %SRCROOT%, the folder that
 * heddle ran in, so that a log means the same on another machine. */
#include "report/sarif.h"
#include "base/json.h"
#include "report/explanation.h"
#include "report/findings.h"
#include "report/report.h"
#include "report/rows.h"

#include <stdio.h>
#include <string.h>

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"
#define ROOT   "%SRCROOT%"

/* Of all bytes those that a path of a URI may have as they are. */
static bool stays(char c)
{
    return text_is_word(c) || strchr("/-.~", c);
}

static void add_path(text *uri, const char *path)
{
    for (; *path; path++)
        if (stays(*path))
            text_addc(uri, *path);
        else
            text_addf(uri, "%%%02X", (u8)*path);
}

static void add_artifact(json *j, const char *file)
{
    text uri = {0};

    text_add(&uri, *file == '/' ? "file://" : "");
    add_path(&uri, file);
    json_object(j, "artifactLocation");
    json_string(j, "uri", text_str(&uri));
    if (*file != '/')
        json_string(j, "uriBaseId", ROOT);
    json_end(j);
    text_free(&uri);
}

static void add_place(json *j, const char *file, u32 line)
{
    if (!file || !*file)
        return;
    json_object(j, "physicalLocation");
    add_artifact(j, file);
    if (line) {
        json_object(j, "region");
        json_number(j, "startLine", line);
        json_end(j);
    }
    json_end(j);
}

static void add_text(json *j, const char *name, const char *words)
{
    json_object(j, name);
    json_string(j, "text", words);
    json_end(j);
}

/* ---- code flows ---- */

static void add_words(const row *r, text *out)
{
    text_add(out, r->did);
    if (r->note && *r->note)
        text_addf(out, " %s", r->note);
    if (r->after && *r->after)
        text_addf(out, "; then %s", r->after);
}

static void add_flow_location(json *j, const row *r, u32 order)
{
    text words = {0};

    add_words(r, &words);
    json_object(j, NULL);
    json_object(j, "location");
    add_place(j, r->line ? r->file : NULL, r->line);
    add_text(j, "message", text_str(&words));
    json_end(j);
    json_number(j, "executionOrder", order);
    json_string(j, "importance", r->kind == ROW_FAIL || r->matters ? "essential" : "important");
    if (r->loops) {
        json_object(j, "properties");
        json_bool(j, "repeats", true);
        json_end(j);
    }
    json_end(j);
    text_free(&words);
}

static bool is_of(const row *r, int who)
{
    return r->actor == who && (r->kind == ROW_ACTION || r->kind == ROW_FAIL) && *r->did;
}

static bool has_rows(const row_list *list, int who)
{
    for (u32 i = 0; i < list->rows.n; i++)
        if (is_of(&list->rows.at[i], who))
            return true;
    return false;
}

static void add_thread(json *j, const char *named, const row_list *list, int who)
{
    char name[16];

    snprintf(name, sizeof name, "T%d", who);
    json_object(j, NULL);
    json_string(j, "id", name);
    add_text(j, "message", *named ? named : name);
    json_array(j, "locations");
    for (u32 i = 0; i < list->rows.n; i++)
        if (is_of(&list->rows.at[i], who))
            add_flow_location(j, &list->rows.at[i], i + 1);
    json_end(j);
    json_end(j);
}

void sarif_flows(const row_list *rows, const string_list *names, text *out)
{
    json j = {.out = out};

    json_array(&j, NULL);
    json_object(&j, NULL);
    json_array(&j, "threadFlows");
    for (u32 i = 0; i < names->n; i++)
        if (has_rows(rows, (int)i))
            add_thread(&j, names->at[i], rows, (int)i);
    json_end(&j);
    json_end(&j);
    json_end(&j);
}

static void add_flows(const explanation *st, sys *s, source *src, const report_options *o,
                      text *out)
{
    row_list list;
    string_list names = {0};

    rows_make(&list, st, s, src, o->all);
    for (u32 i = 0; i < st->actors.n; i++)
        vec_push(&names, st->actors.at[i].name);
    sarif_flows(&list, &names, out);
    vec_free(&names);
    rows_free(&list);
}

const char *report_flows(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_flows, out);
}

/* ---- the log ---- */

static void add_rules(json *j)
{
    json_array(j, "rules");
    for (u32 i = ERR_NONE + 1; i < ERR_COUNT; i++) {
        json_object(j, NULL);
        json_string(j, "id", error_names[i]);
        add_text(j, "shortDescription", error_meanings[i]);
        json_end(j);
    }
    json_end(j);
}

static void add_tool(json *j, const findings *f)
{
    json_object(j, "tool");
    json_object(j, "driver");
    json_string(j, "name", "heddle");
    json_string(j, "version", f->version);
    add_rules(j);
    json_end(j);
    json_end(j);
}

static void add_notice(json *j, const char *level, const char *words)
{
    json_object(j, NULL);
    json_string(j, "level", level);
    add_text(j, "message", words);
    json_end(j);
}

/* The verdict is no result: it says what was looked at, or that it was not all. */
static void add_invocation(json *j, const findings *f)
{
    json_array(j, "invocations");
    json_object(j, NULL);
    json_bool(j, "executionSuccessful", true);
    json_number(j, "exitCode", (u64)f->status);
    json_array(j, "toolExecutionNotifications");
    add_notice(j, f->unknown ? "warning" : "note", f->line);
    for (u32 i = 0; i < f->nnotes; i++)
        add_notice(j, "note", f->notes[i]);
    json_end(j);
    json_end(j);
    json_end(j);
}

static void add_root(json *j, const char *folder)
{
    text uri = {0};

    text_add(&uri, "file://");
    add_path(&uri, folder);
    text_add(&uri, uri.at[uri.n - 1] == '/' ? "" : "/");
    json_object(j, "originalUriBaseIds");
    json_object(j, ROOT);
    json_string(j, "uri", text_str(&uri));
    json_end(j);
    json_end(j);
    text_free(&uri);
}

/* What tells an error from others, also after lines were added above it. */
static void add_fingerprint(json *j, const finding *e)
{
    text words = {0};

    text_addf(&words, "%s:%s:%s", error_names[e->kind], e->file, e->message);
    json_object(j, "partialFingerprints");
    json_string(j, "heddleError/v1", text_str(&words));
    json_end(j);
    text_free(&words);
}

static void add_result(json *j, const finding *e)
{
    text words = {0};

    text_add(&words, e->message);
    if (e->summary)
        text_addf(&words, ". %s", e->summary);
    json_object(j, NULL);
    json_string(j, "ruleId", error_names[e->kind]);
    json_number(j, "ruleIndex", (u64)e->kind - 1);
    json_string(j, "level", "error");
    add_text(j, "message", text_str(&words));
    json_array(j, "locations");
    if (*e->file) {
        json_object(j, NULL);
        add_place(j, e->file, e->line);
        json_end(j);
    }
    json_end(j);
    add_fingerprint(j, e);
    if (e->flows)
        json_raw(j, "codeFlows", e->flows);
    json_end(j);
    text_free(&words);
}

void findings_sarif(const findings *f, text *out)
{
    json j = {.out = out};

    json_object(&j, NULL);
    json_string(&j, "$schema", SCHEMA);
    json_string(&j, "version", "2.1.0");
    json_array(&j, "runs");
    json_object(&j, NULL);
    add_tool(&j, f);
    add_invocation(&j, f);
    add_root(&j, f->folder);
    json_array(&j, "results");
    for (u32 i = 0; i < f->errors.n; i++)
        add_result(&j, &f->errors.at[i]);
    json_end(&j);
    json_end(&j);
    json_end(&j);
    json_end(&j);
    text_addc(out, '\n');
}
