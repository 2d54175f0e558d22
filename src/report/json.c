/* A trace as the JSON value of the member `trace`: an array with one object a step.  The members
 * `event` to `written_at` speak of the first thing the step did; `events` has all of them.  Steps
 * of a run that never ends also say whether they repeat, and what the propositions are around them.
 */
#include "base/json.h"
#include "report/report.h"
#include "report/source.h"
#include "report/story.h"

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

static void add_deed(json *j, const deed *d, source *src)
{
    text line = {0};

    source_line(src, d->file, d->line, &line);
    json_string(j, "file", said(d->file));
    add_number(j, "line", d->line);
    json_string(j, "source", said(text_str(&line)));
    json_string(j, "call", said(d->call));
    json_string(j, "where", said(d->where));
    json_string(j, "value", said(d->now));
    json_string(j, "old", said(d->old));
    add_number(j, "written_at", d->from);
    json_string(j, "output", said(d->output));
    text_free(&line);
}

static void add_events(json *j, const story_step *step, source *src)
{
    json_array(j, "events");
    for (u32 i = 0; i < step->deeds.n; i++) {
        json_object(j, NULL);
        json_string(j, "event", event_names[step->deeds.at[i].kind]);
        add_deed(j, &step->deeds.at[i], src);
        json_end(j);
    }
    json_end(j);
}

static void add_letters(json *j, const char *name, const valuation *w, const report_options *o)
{
    static const char *const values[] = {"false", "true", "null"};

    json_object(j, name);
    for (u32 i = 0; i < w->n; i++)
        json_raw(j, o->letters.at[i].text, values[w->at[i]]);
    json_end(j);
}

static void add_loop(json *j, const story *st, u32 i, const report_options *o)
{
    json_bool(j, "repeats", st->lasso && i >= st->loop);
    add_letters(j, "propositions_before", story_before(st, i + 1), o);
    add_letters(j, "propositions_after", &st->steps.at[i].after, o);
}

static void add_step(json *j, const story *st, u32 i, source *src, const report_options *o)
{
    static const deed nothing = {.kind = EV_NONE, .target = -1};
    const story_step *step = &st->steps.at[i];
    const deed *d = step->deeds.n ? step->deeds.at : &nothing;
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
    add_deed(j, d, src);
    json_bool(j, "preempted", step->change == SWITCH_PREEMPTED);
    if (st->lasso || st->refuted)
        add_loop(j, st, i, o);
    add_events(j, step, src);
    json_end(j);
}

const char *report_json(sys *s, const trace *t, const report_options *o, text *out)
{
    source src = {.folder = t->folder};
    story st;
    text problem = {0};
    const char *wrong = story_tell(&st, s, t, o, &problem);
    json j = {.out = out};

    if (wrong) {
        text_add(out, wrong);
    } else {
        json_array(&j, NULL);
        for (u32 i = 0; i < st.steps.n; i++)
            add_step(&j, &st, i, &src, o);
        json_end(&j);
    }
    story_free(&st);
    source_free(&src);
    text_free(&problem);
    return wrong ? text_str(out) : NULL;
}
