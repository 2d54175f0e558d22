/* The whole of a failure as a person reads it: the line that editors jump to, how it came about,
 * the table of steps, and where every thread is at the end. */
#include "report/columns.h"
#include "report/report.h"
#include "report/rows.h"
#include "report/story.h"

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

static void add_head(text *out, const story *st, const trace *t, const report_options *o)
{
    text how = {0};

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
    if (st->failing >= 0 && st->error != ERR_DEADLOCK)
        text_addf(&how, "thread T%d, ", st->failing);
    text_addf(&how, "after %u step%s", st->steps.n, plural(st->steps.n));
    if (st->actors.n > 1)
        text_addf(&how, ", %u preemption%s", st->preemptions, plural(st->preemptions));
    if (t->shortest)
        text_add(&how, " (no trace has fewer steps)");
    columns_wrap(out, how.at, 2, 2, o->width);
    text_add(out, "\n");
    text_free(&how);
}

static void add_table(text *out, const story *st, sys *s, source *src, const report_options *o)
{
    row_list list;

    rows_make(&list, st, s, src, o->all);
    text_add(out, "\n");
    columns_table(out, &list, st, o);
    rows_free(&list);
}

/* The whole path is in the first line of the report; here it would only push the values aside. */
static const char *base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    return slash ? slash + 1 : path;
}

static u32 frame_title(text *out, const frame_shown *f)
{
    size_t from = out->n;

    text_addf(out, "%s, ", *f->function ? f->function : "?");
    add_place(out, base_name(f->file), f->line);
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

static void add_title(text *out, const story *st, int who, const char *reason,
                      const report_options *o)
{
    text title = {0};

    text_addf(&title, "T%d %s", who, st->actors.at[who].name);
    text_add(out, "\n  ");
    columns_ink(out, o, INK_THREAD + (u32)who);
    columns_clip(out, title.at, o->width - 12);
    columns_ink(out, o, INK_PLAIN);
    if (who == st->failing && st->error != ERR_DEADLOCK) {
        text_add(out, " fails in\n");
    } else if (*reason) {
        bool beside = columns_width(title.at) + 10 < o->width / 2 ||
                      columns_width(title.at) + columns_width(reason) + 10 <= o->width;

        text_add(out, beside ? " waits: " : " waits:\n      ");
        columns_wrap(out, reason, beside ? columns_width(title.at) + 10 : 6, 6, o->width);
        text_add(out, "\n");
    } else {
        text_add(out, " is in\n");
    }
    text_free(&title);
}

static void add_thread(text *out, const story *st, sys *s, u32 slot, const report_options *o)
{
    frame_shown frames[STACK_FRAMES + 1] = {0};
    int who = st->actor_of.at[slot];
    u32 n = s->ops->stack(s, (u16)slot, STACK_FRAMES + 1, frames);
    text reason = {0};

    s->ops->waits_for(s, (u16)slot, &reason);
    if (n) {
        add_title(out, st, who, text_str(&reason), o);
        add_frames(out, frames, n < STACK_FRAMES ? n : STACK_FRAMES, o);
        text_add(out, n > STACK_FRAMES ? "    ...\n" : "");
    }
    text_free(&reason);
    for (u32 i = 0; i <= STACK_FRAMES; i++)
        text_free(&frames[i].locals);
}

static bool last_holder(const story *st, u32 slot)
{
    return st->actor_of.at[slot] >= 0;
}

/* The failing thread first, then the others. */
static void add_threads(text *out, const story *st, sys *s, const report_options *o)
{
    bool lone = st->error == ERR_DEADLOCK;

    for (u32 slot = 0; slot < st->actor_of.n && !lone; slot++)
        if (last_holder(st, slot) && st->actor_of.at[slot] == st->failing)
            add_thread(out, st, s, slot, o);
    for (u32 slot = 0; slot < st->actor_of.n; slot++)
        if (last_holder(st, slot) && (lone || st->actor_of.at[slot] != st->failing))
            add_thread(out, st, s, slot, o);
}

const char *report_text(sys *s, const trace *t, const report_options *o, text *out)
{
    report_options set = *o;
    source src = {.folder = t->folder};
    story st;
    text problem = {0};
    const char *wrong = story_tell(&st, s, t, &problem);

    if (set.width == 0)
        set.width = WIDTH_DEFAULT;
    if (wrong) {
        text_add(out, wrong);
    } else {
        add_head(out, &st, t, &set);
        add_table(out, &st, s, &src, &set);
        add_threads(out, &st, s, &set);
        text_add(out, "\n");
    }
    story_free(&st);
    source_free(&src);
    text_free(&problem);
    return wrong ? text_str(out) : NULL;
}
