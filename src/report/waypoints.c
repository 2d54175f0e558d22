/* The content of a violation witness of SV-COMP, format 2.0: the values of nondeterministic calls
 * in the order of the run, and the place of the error.  The format has no threads; a validator
 * finds the interleaving itself. */
#include "report/explanation.h"
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

#define NONDET "__VERIFIER_nondet_"
#define TARGET "reach_error"

static void add_location(text *out, const char *file, u32 line, const char *function)
{
    text_add(out, "            location:\n              file_name: ");
    text_json(out, file);
    text_addf(out, "\n              line: %" PRIu32 "\n", line);
    if (function && *function) {
        text_add(out, "              function: ");
        text_json(out, function);
        text_addc(out, '\n');
    }
}

static void begin_waypoint(text *out, const char *type)
{
    text_addf(out,
              "    - segment:\n        - waypoint:\n            type: %s\n"
              "            action: follow\n",
              type);
}

static void add_value(text *out, const action *d)
{
    text value = {0};

    text_addf(&value, "\\result == %s", d->now);
    begin_waypoint(out, "function_return");
    add_location(out, d->file, d->line, d->function);
    text_add(out, "            constraint:\n              value: ");
    text_json(out, text_str(&value));
    text_add(out, "\n              format: ext_c_expression\n");
    text_free(&value);
}

static bool is_nondet(const action *d)
{
    return d->kind == EV_CHOOSE && d->line && *d->now && d->call && text_starts(d->call, NONDET);
}

static int slot_of(const explanation *st, int thread)
{
    for (u32 i = 0; i < st->actor_of.n; i++)
        if (thread >= 0 && st->actor_of.at[i] == thread)
            return (int)i;
    return -1;
}

/* The error's place; of one in reach_error, its call. */
static void add_target(text *out, const explanation *st, sys *s)
{
    frame_shown frames[2] = {0}, own = {.file = st->file, .line = st->line};
    int slot = slot_of(st, st->failing);
    u32 n = slot < 0 ? 0 : sys_stack(s, (u16)slot, 2, frames);
    const frame_shown *at = &own;

    if (n > 1 && strcmp(frames[0].function, TARGET) == 0 && frames[1].line)
        at = &frames[1];
    else if (n && frames[0].line == st->line)
        own.function = frames[0].function;
    begin_waypoint(out, "target");
    add_location(out, at->file, at->line, at->function);
    for (u32 i = 0; i < LENGTH(frames); i++)
        text_free(&frames[i].locals);
}

static void add_waypoints(const explanation *st, sys *s, source *src, const report_options *o,
                          text *out)
{
    (void)src;
    (void)o;
    for (u32 i = 0; i < st->steps.n; i++)
        for (u32 k = 0; k < st->steps.at[i].actions.n; k++)
            if (is_nondet(&st->steps.at[i].actions.at[k]))
                add_value(out, &st->steps.at[i].actions.at[k]);
    add_target(out, st, s);
}

const char *report_waypoints(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_waypoints, out);
}
