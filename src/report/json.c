/* A trace for programs.
 *
 * The JSON value of the member `trace` is an array with one object a step.  The members `event` to
 * `written_at` speak of the first thing the step did; `events` has all of them.  Steps of a run
 * that never ends also say whether they repeat, and what the propositions are around them.
 *
 * The picture is what the page of page.html draws: threads, the rows of the table, steps with their
 * events and where their thread rests then, and the sources that these speak of. */
#include "base/json.h"
#include "report/cxx.h"
#include "report/picture.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/source.h"
#include "report/explanation.h"

#include <stdio.h>

static const char *said(const char *s)
{
    return s && *s ? s : NULL;
}

static void add_number(json *j, const char *name, u32 value)
{
    if (value)
        json_number(j, name, value);
    else
        json_null(j, name);
}

static bool is_exception(const action *d)
{
    return d->kind == EV_OUTPUT && cxx_exception(d->value);
}

static void add_action(json *j, const action *d, source *src)
{
    text line = {0}, call = {0};

    source_line(src, d->file, d->line, &line);
    if (d->call)
        cxx_say(d->call, &call);
    json_string(j, "file", said(d->file));
    add_number(j, "line", d->line);
    json_string(j, "source", said(text_str(&line)));
    json_string(j, "call", said(text_str(&call)));
    json_string(j, "where", said(d->where));
    json_string(j, "value", said(d->now));
    json_string(j, "old", said(d->old));
    add_number(j, "written_at", d->from);
    json_string(j, "output", is_exception(d) ? NULL : said(d->output));
    if (is_exception(d)) {
        text_clear(&line);
        cxx_say_exception(d->value, d->output, &line);
        json_string(j, "exception", text_str(&line));
    }
    text_free(&call);
    text_free(&line);
}

static void add_events(json *j, const explained_step *step, source *src)
{
    json_array(j, "events");
    for (u32 i = 0; i < step->actions.n; i++) {
        const action *d = &step->actions.at[i];

        json_object(j, NULL);
        json_string(j, "event", is_exception(d) ? "exception" : event_names[d->kind]);
        add_action(j, d, src);
        json_end(j);
    }
    json_end(j);
}

static void add_propositions(json *j, const char *name, const valuation *w, const report_options *o)
{
    static const char *const values[] = {"false", "true", "null"};

    json_object(j, name);
    for (u32 i = 0; i < w->n; i++)
        json_raw(j, o->propositions.at[i].text, values[w->at[i]]);
    json_end(j);
}

static void add_loop(json *j, const explanation *st, u32 i, const report_options *o)
{
    json_bool(j, "repeats", st->lasso && i >= st->loop);
    add_propositions(j, "propositions_before", explanation_before(st, i + 1), o);
    add_propositions(j, "propositions_after", &st->steps.at[i].after, o);
}

static void add_step(json *j, const explanation *st, u32 i, source *src, const report_options *o)
{
    static const action nothing = {.kind = EV_NONE, .target = -1};
    const explained_step *step = &st->steps.at[i];
    const action *d = step->actions.n ? step->actions.at : &nothing;
    char thread[16];

    snprintf(thread, sizeof thread, "T%d", step->actor);
    json_object(j, NULL);
    json_number(j, "step", i + 1);
    json_string(j, "thread", thread);
    json_string(j, "name", said(st->actors.at[step->actor].name));
    json_string(j, "birth", said(st->actors.at[step->actor].birth));
    json_string(j, "kind", said(move_names[step->kind]));
    json_number(j, "choice", step->choice);
    json_string(j, "event", d->kind == EV_NONE ? NULL : said(event_names[d->kind]));
    add_action(j, d, src);
    json_bool(j, "preempted", step->change == SWITCH_PREEMPTED);
    if (st->lasso || st->refuted)
        add_loop(j, st, i, o);
    add_events(j, step, src);
    json_end(j);
}

static void add_trace(const explanation *st, sys *s, source *src, const report_options *o,
                      text *out)
{
    json j = {.out = out};

    (void)s;
    json_array(&j, NULL);
    for (u32 i = 0; i < st->steps.n; i++)
        add_step(&j, st, i, src, o);
    json_end(&j);
}

const char *report_json(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_trace, out);
}

static void add_threads(json *j, const explanation *st)
{
    json_array(j, "threads");
    for (u32 i = 0; i < st->actors.n; i++) {
        json_object(j, NULL);
        json_string(j, "name", said(st->actors.at[i].name));
        add_number(j, "created", st->actors.at[i].created);
        json_end(j);
    }
    json_end(j);
}

void picture_row(json *j, const row *r)
{
    static const char *const kinds[] = {
        [ROW_ACTION] = "did", [ROW_SWITCH] = "switch", [ROW_FAIL] = "fail", [ROW_RULE] = "rule"};

    json_object(j, NULL);
    json_string(j, "kind", kinds[r->kind]);
    add_number(j, "step", r->step);
    if (r->actor >= 0)
        json_number(j, "thread", (u64)r->actor);
    json_string(j, "file", said(r->file));
    add_number(j, "line", r->line);
    json_string(j, "text", r->did);
    json_string(j, "note", said(r->note));
    json_string(j, "after", said(r->after));
    json_bool(j, "loops", r->loops);
    json_bool(j, "matters", r->matters);
    json_bool(j, "preempted", r->change == SWITCH_PREEMPTED);
    json_end(j);
}

static void add_rows(json *j, const explanation *st, sys *s, source *src, bool all)
{
    row_list list;

    rows_make(&list, st, s, src, all);
    json_array(j, "rows");
    for (u32 i = 0; i < list.rows.n; i++)
        picture_row(j, &list.rows.at[i]);
    json_end(j);
    rows_free(&list);
}

static void add_rest(json *j, const explained_step *step, source *src)
{
    text line = {0};

    if (!step->line) {
        json_null(j, "rests");
        return;
    }
    source_raw(src, step->file, step->line, &line);
    text_free(&line);
    json_array(j, "rests");
    json_string(j, NULL, step->file);
    json_number(j, NULL, step->line);
    json_end(j);
}

static void add_drawn_steps(json *j, const explanation *st, source *src)
{
    json_array(j, "steps");
    for (u32 i = 0; i < st->steps.n; i++) {
        const explained_step *step = &st->steps.at[i];

        json_object(j, NULL);
        json_number(j, "thread", (u64)step->actor);
        add_rest(j, step, src);
        json_string(j, "heap", step->heap);
        json_string(j, "buffers", step->buffers);
        add_events(j, step, src);
        json_end(j);
    }
    json_end(j);
}

void picture_sources(json *j, const source *src)
{
    json_object(j, "sources");
    for (u32 i = 0; i < src->files.n; i++)
        if (src->files.at[i].contents.n)
            json_string(j, src->files.at[i].name, text_str(&src->files.at[i].contents));
    json_end(j);
}

static void add_picture(const explanation *st, sys *s, source *src, const report_options *o,
                        text *out)
{
    json j = {.out = out};

    json_object(&j, NULL);
    add_threads(&j, st);
    add_rows(&j, st, s, src, o->all);
    add_drawn_steps(&j, st, src);
    picture_sources(&j, src);
    json_end(&j);
}

const char *report_picture(sys *s, const trace *t, const report_options *o, text *out)
{
    report_options own = *o;

    own.heap = true;
    return explanation_write(s, t, &own, add_picture, out);
}
