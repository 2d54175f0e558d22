/* The whole of a failure as a person reads it: the line that editors jump to, how it came about,
 * the table of steps, and where every thread is at the end. */
#include "report/columns.h"
#include "report/cxx.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/explanation.h"
#include "report/summary.h"

#include <string.h>

enum { STACK_FRAMES = 8, WIDTH_DEFAULT = 80 };

static void add_place(text *out, const char *file, u32 line)
{
    if (file && *file && line)
        text_addf(out, "%s:%u", file, line);
    else
        text_add(out, file && *file ? file : "?");
}

static const char *plural(u32 n)
{
    return n == 1 ? "" : "s";
}

/* It is of all threads. */
static bool stuck(const explanation *st)
{
    return st->error == ERR_DEADLOCK || error_lasts(st->error);
}

/* How the error came about. */
static void add_way(text *out, const explanation *st)
{
    if (st->failing >= 0 && !stuck(st))
        text_addf(out, "thread T%d, ", st->failing);
    text_addf(out, "after %u step%s", st->steps.n, plural(st->steps.n));
    if (st->actors.n > 1)
        text_addf(out, ", %u preemption%s", st->preemptions, plural(st->preemptions));
}

/* What is proved of it. */
static void add_least(text *out, const explanation *st)
{
    if (st->shortest)
        text_add(out, " (no trace has fewer steps)");
    else if (st->calmest && st->preemptions)
        text_add(out, " (no trace has fewer preemptions)");
}

static void add_lasso(text *out, const explanation *st)
{
    if (st->loop)
        text_addf(out, "after %u step%s", st->loop, plural(st->loop));
    if (st->loop < st->steps.n) {
        text_add(out, st->loop ? ", " : "");
        explanation_loop(st, out);
    } else
        text_add(out, st->end == ST_DONE ? " the program has ended" : " no thread can go on");
}

/* A run without an error, which somebody chose. */
static void add_steps(text *out, const explanation *st)
{
    text_addf(out, "%u step%s", st->steps.n, plural(st->steps.n));
    if (st->actors.n > 1)
        text_addf(out, ", %u preemption%s", st->preemptions, plural(st->preemptions));
    text_add(out, ", no error\n");
}

static void add_head(text *out, const explanation *st, sys *s, const report_options *o)
{
    text how = {0};
    summary m;

    if (st->error == ERR_NONE) {
        add_steps(out, st);
        return;
    }
    if (*st->file) {
        add_place(out, st->file, st->line);
        text_add(out, ": ");
    }
    columns_ink(out, o, INK_ERROR);
    text_add(out, "error: ");
    columns_ink(out, o, INK_PLAIN);
    columns_ink(out, o, INK_BOLD);
    text_add(out, st->message);
    columns_ink(out, o, INK_PLAIN);
    text_add(out, "\n  ");
    if (st->lasso)
        add_lasso(&how, st);
    else
        add_way(&how, st);
    add_least(&how, st);
    columns_wrap(out, how.at, 2, 2, o->width);
    text_add(out, "\n");
    text_free(&how);
    summary_make(st, s, &m);
    if (m.said.n) {
        text_add(out, "  ");
        columns_sentence(out, m.said.at, 2, o->width);
        text_add(out, "\n");
    }
    summary_free(&m);
}

static void add_table(text *out, const explanation *st, sys *s, source *src,
                      const report_options *o)
{
    row_list list;

    rows_make(&list, st, s, src, o->all);
    if (!o->all)
        rows_cut(&list);
    text_add(out, "\n");
    columns_table(out, &list, st, o);
    rows_free(&list);
}

static u32 frame_title(text *out, const frame_shown *f)
{
    size_t from = out->n;

    cxx_say_name(*f->function ? f->function : "?", out);
    text_add(out, ", ");
    add_place(out, f->file, f->line);
    return columns_width(out->at + from);
}

static u32 widest_title(const frame_shown *frames, u32 n)
{
    text title = {0};
    u32 widest = 0;

    for (u32 i = 0; i < n; i++) {
        u32 w = frame_title(&title, &frames[i]);

        widest = w > widest ? w : widest;
    }
    text_free(&title);
    return widest > 40 ? 40 : widest;
}

/* The variables beside the function, or below it where that leaves them no room. */
static void add_locals(text *out, const char *locals, u32 at, u32 beside, const report_options *o)
{
    bool below = beside > o->width / 2 || at + 1 > o->width / 2;
    u32 from = below ? 6 : at + 1 > beside ? at + 1 : beside;

    text_addf(out, "%s%*s", below ? "\n" : "", (int)(below ? from : from - at), "");
    columns_wrap(out, locals, from, below ? from : beside, o->width);
}

static void add_frames(text *out, const frame_shown *frames, u32 n, const report_options *o)
{
    u32 widest = widest_title(frames, n);
    text title = {0};

    for (u32 i = 0; i < n; i++) {
        u32 at = 4;

        text_clear(&title);
        frame_title(&title, &frames[i]);
        text_add(out, "    ");
        at += columns_clip(out, text_str(&title), o->width - 4);
        if (frames[i].locals.n)
            add_locals(out, frames[i].locals.at, at, 4 + widest + 2, o);
        text_addc(out, '\n');
    }
    text_free(&title);
}

/* Its part in the loop.  Where it is then is said of the last state, which is that before the loop
 * but for names. */
static void add_part(text *out, const explanation *st, const actor *a)
{
    u32 steps = st->steps.n - st->loop;

    if (a->created > st->loop)
        text_add(out, " is created in the loop;");
    else if (a->moves)
        text_add(out, " goes on for ever;");
    else if (a->able == 0)
        text_add(out, " never goes on;");
    else if (a->able == steps)
        text_add(out, " could always go on but never does;");
    else
        text_addf(out, " could go on before %u of the %u steps but never does;", a->able, steps);
}

static void add_when(text *out, const explanation *st, const actor *a)
{
    bool always = !a->moves && (a->able == 0 || a->able == st->steps.n - st->loop);

    if (always)
        text_add(out, " it");
    else
        text_addf(out, " after step %u it", st->steps.n);
}

/* Appends both, on two lines when what follows needs the room; returns the column. */
static u32 add_loop(text *out, u32 at, const explanation *st, const actor *a,
                    const report_options *o)
{
    text part = {0}, when = {0};

    if (st->lasso && st->loop < st->steps.n) {
        add_part(&part, st, a);
        add_when(&when, st, a);
    }
    columns_wrap(out, text_str(&part), at, 6, o->width);
    at += columns_width(text_str(&part));
    if (when.n && at + columns_width(when.at) + 8 > o->width) {
        text_add(out, "\n     ");
        at = 5;
    }
    text_add(out, text_str(&when));
    at += columns_width(text_str(&when));
    text_free(&part);
    text_free(&when);
    return at;
}

static void add_reason(text *out, u32 at, const char *reason, const report_options *o)
{
    bool beside = at + 8 < o->width / 2 || at + columns_width(reason) + 8 <= o->width;

    text_add(out, beside ? " waits: " : " waits:\n      ");
    columns_wrap(out, reason, beside ? at + 8 : 6, 6, o->width);
    text_add(out, "\n");
}

static void add_title(text *out, const explanation *st, int who, const char *reason, u32 frames,
                      const report_options *o)
{
    text title = {0};
    u32 at = 2;

    text_addf(&title, "T%d %s", who, st->actors.at[who].name);
    text_add(out, "\n  ");
    columns_ink(out, o, INK_THREAD + (u32)who);
    at += columns_clip(out, title.at, o->width - 12);
    columns_ink(out, o, INK_PLAIN);
    at = add_loop(out, at, st, &st->actors.at[who], o);
    if (who == st->failing && !stuck(st))
        text_add(out, " fails in\n");
    else if (*reason)
        add_reason(out, at, reason, o);
    else
        text_add(out, frames ? " is in\n" : " has not begun\n");
    text_free(&title);
}

/* It could begin in every state of the loop. */
static bool left_out(const explanation *st, const actor *a)
{
    return a->able && !a->moves && a->created <= st->loop;
}

static void add_thread(text *out, const explanation *st, sys *s, u32 slot, const report_options *o)
{
    frame_shown frames[STACK_FRAMES + 1] = {0};
    int who = st->actor_of.at[slot];
    u32 n = sys_stack(s, (u16)slot, STACK_FRAMES + 1, frames);
    text reason = {0};

    cxx_waits_for(s, (u16)slot, &reason);
    if (n || reason.n || left_out(st, &st->actors.at[who])) {
        add_title(out, st, who, text_str(&reason), n, o);
        add_frames(out, frames, n < STACK_FRAMES ? n : STACK_FRAMES, o);
        text_add(out, n > STACK_FRAMES ? "    ...\n" : "");
    }
    text_free(&reason);
    for (u32 i = 0; i <= STACK_FRAMES; i++)
        text_free(&frames[i].locals);
}

static bool last_holder(const explanation *st, u32 slot)
{
    return st->actor_of.at[slot] >= 0;
}

/* The failing thread first, then the others. */
static void add_threads(text *out, const explanation *st, sys *s, const report_options *o)
{
    bool lone = stuck(st) || st->lasso;

    for (u32 slot = 0; slot < st->actor_of.n && !lone; slot++)
        if (last_holder(st, slot) && st->actor_of.at[slot] == st->failing)
            add_thread(out, st, s, slot, o);
    for (u32 slot = 0; slot < st->actor_of.n; slot++)
        if (last_holder(st, slot) && (lone || st->actor_of.at[slot] != st->failing))
            add_thread(out, st, s, slot, o);
}

static void add_report(const explanation *st, sys *s, source *src, const report_options *o,
                       text *out)
{
    report_options set = *o;

    if (set.width == 0)
        set.width = WIDTH_DEFAULT;
    add_head(out, st, s, &set);
    add_table(out, st, s, src, &set);
    if (st->end != ST_DONE)
        add_threads(out, st, s, &set);
    text_add(out, "\n");
}

const char *report_text(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_report, out);
}
