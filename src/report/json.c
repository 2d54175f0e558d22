/* A trace as the JSON value of the member `trace`: an array with one object a step.  The members
 * `event` to `written_at` speak of the first thing the step did; `events` has all of them.  Steps
 * of a run that never ends also say whether they repeat, and what the propositions are around them.
 */
#include "report/report.h"
#include "report/source.h"
#include "report/story.h"

static void add_string(text *out, const char *name, const char *value)
{
    text_addf(out, ", \"%s\": ", name);
    if (value && *value)
        text_json(out, value);
    else
        text_add(out, "null");
}

static void add_number(text *out, const char *name, u32 value)
{
    text_addf(out, ", \"%s\": ", name);
    if (value)
        text_addf(out, "%u", value);
    else
        text_add(out, "null");
}

static void add_deed(text *out, const deed *d, source *src)
{
    text line = {0};

    source_line(src, d->file, d->line, &line);
    add_string(out, "file", d->file);
    add_number(out, "line", d->line);
    add_string(out, "source", text_str(&line));
    add_string(out, "call", d->call);
    add_string(out, "where", d->where);
    add_string(out, "value", d->now);
    add_string(out, "old", d->old);
    add_number(out, "written_at", d->from);
    add_string(out, "output", d->output);
    text_free(&line);
}

static void add_events(text *out, const story_step *step, source *src)
{
    text_add(out, ", \"events\": [");
    for (u32 i = 0; i < step->deeds.n; i++) {
        text_addf(out, "%s{\"event\": ", i ? ", " : "");
        text_json(out, event_names[step->deeds.at[i].kind]);
        add_deed(out, &step->deeds.at[i], src);
        text_add(out, "}");
    }
    text_add(out, "]");
}

static void add_letters(text *out, const char *name, const valuation *w, const report_options *o)
{
    static const char *const values[] = {"false", "true", "null"};

    text_addf(out, ", \"%s\": {", name);
    for (u32 i = 0; i < w->n; i++) {
        text_add(out, i ? ", " : "");
        text_json(out, o->letters.at[i].text);
        text_addf(out, ": %s", values[w->at[i]]);
    }
    text_add(out, "}");
}

static void add_loop(text *out, const story *st, u32 i, const report_options *o)
{
    text_addf(out, ", \"repeats\": %s", st->lasso && i >= st->loop ? "true" : "false");
    add_letters(out, "propositions_before", story_before(st, i + 1), o);
    add_letters(out, "propositions_after", &st->steps.at[i].after, o);
}

static void add_step(text *out, const story *st, u32 i, source *src, const report_options *o)
{
    static const deed nothing = {.kind = EV_NONE, .target = -1};
    const story_step *step = &st->steps.at[i];
    const deed *d = step->deeds.n ? step->deeds.at : &nothing;

    text_addf(out, "{\"step\": %u, \"thread\": \"T%d\"", i + 1, step->actor);
    add_string(out, "name", st->actors.at[step->actor].name);
    add_string(out, "birth", st->actors.at[step->actor].birth);
    add_string(out, "kind", move_names[step->kind]);
    text_addf(out, ", \"choice\": %u", step->choice);
    add_string(out, "event", d->kind == EV_NONE ? NULL : event_names[d->kind]);
    add_deed(out, d, src);
    text_addf(out, ", \"preempted\": %s", step->change == SWITCH_PREEMPTED ? "true" : "false");
    if (st->lasso || st->refuted)
        add_loop(out, st, i, o);
    add_events(out, step, src);
    text_add(out, "}");
}

const char *report_json(sys *s, const trace *t, const report_options *o, text *out)
{
    source src = {.folder = t->folder};
    story st;
    text problem = {0};
    const char *wrong = story_tell(&st, s, t, o, &problem);

    if (wrong)
        text_add(out, wrong);
    for (u32 i = 0; i < st.steps.n && !wrong; i++) {
        text_add(out, i ? ",\n  " : "[\n  ");
        add_step(out, &st, i, &src, o);
    }
    if (!wrong)
        text_add(out, st.steps.n ? "\n]" : "[]");
    story_free(&st);
    source_free(&src);
    text_free(&problem);
    return wrong ? text_str(out) : NULL;
}
