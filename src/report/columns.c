/* Lays out the rows of a trace.  Only one thread acts in a row, so its text may run on over the
 * columns of the threads to its right, up to the column that says what is shared after the step;
 * therefore columns may be narrower than what stands in them, and only the last needs the room of a
 * whole text. When even that does not fit, there is one column and each row begins with its thread.
 * Propositions have columns at the right edge, which the rest of the table keeps clear of; they
 * take the room that leaves the threads theirs, else their share of all, and when that does not do,
 * each change is told below the row of its step. */
#include "report/columns.h"
#include "report/propositions.h"

#include <stdio.h>
#include <string.h>

enum {
    STEP_WIDTH = 7,   /* " 1234  " */
    AFTER_LEAST = 17, /* "shared after step" */
    LAST_LEAST = 26,  /* of the last thread's column */
    PITCH_LEAST = 14, /* from one column to the next */
    PITCH_EASY = 18,  /* unless the last column needs the room less */
    SIDE_SHARE = 4,   /* of the width at most one in this many for propositions */
};
#define AFTER_TITLE "shared after step"

typedef struct layout {
    const row_list *list;
    const explanation *st;
    proposition_columns side;
    const valuation *said; /* of the last row that had one */
    const report_options *o;
    text *out;
    u32 width, digits, after; /* width: without propositions; after: of the last column, 0 none */
    u32 body;                 /* columns between the step number and the last column */
    u32 pitch, count;         /* of thread columns; count 0: names in front */
    u32 tag;                  /* width of the names in front */
    VEC(int) column;          /* of each actor; -1 none */
} layout;

/* Text of a given width. */

static bool continues(char c)
{
    return ((u8)c & 0xc0) == 0x80;
}

u32 columns_width(const char *s)
{
    u32 n = 0;

    for (; *s; s++)
        n += !continues(*s);
    return n;
}

/* The bytes of the first `room` columns. */
static size_t bytes_of(const char *s, u32 room)
{
    size_t i = 0;

    for (; s[i]; i++) {
        if (continues(s[i]))
            continue;
        if (room == 0)
            break;
        room--;
    }
    return i;
}

u32 columns_clip(text *out, const char *s, u32 room)
{
    u32 n = columns_width(s);

    if (n <= room) {
        text_add(out, s);
        return n;
    }
    if (room == 0)
        return 0;
    text_addn(out, s, bytes_of(s, room - 1));
    text_add(out, "…");
    return room;
}

/* The same, but the end of it is kept: of `a_long_name.c:12` the line number counts. */
static void clip_front(text *out, const char *s, u32 room)
{
    u32 n = columns_width(s);

    if (n > room)
        text_add(out, "…");
    text_add(out, s + (n > room ? bytes_of(s, n - room + 1) : 0));
}

static void pad(text *out, u32 n)
{
    while (n--)
        text_addc(out, ' ');
}

/* Where to break s so that at most `room` columns stand before: after a comma, else at a blank,
 * else between the parts of a long name of C++. */
static size_t break_at(const char *s, u32 room)
{
    size_t most = bytes_of(s, room), blank = 0, comma = 0, part = 0;

    if (!s[most])
        return most;
    for (size_t i = 1; i <= most; i++) {
        if (s[i] == ' ' && s[i - 1] != '=' && s[i + 1] != '=')
            blank = i;
        if (s[i] == ' ' && s[i - 1] == ',')
            comma = i;
        if (s[i - 1] == '(' || (s[i] == ':' && s[i + 1] == ':'))
            part = i;
    }
    return comma ? comma : blank ? blank : part ? part : most;
}

/* The same in a sentence, where what a call has in its parentheses stays together if it can. */
static size_t break_sentence(const char *s, u32 room)
{
    size_t most = bytes_of(s, room), blank = 0, comma = 0;
    int depth = 0;

    for (size_t i = 0; s[most] && i <= most; i++) {
        depth += strchr("(<{[", s[i]) ? 1 : strchr(")>}]", s[i]) && depth ? -1 : 0;
        if (s[i] != ' ' || depth || !i)
            continue;
        blank = i;
        if (s[i - 1] == ',')
            comma = i;
    }
    return comma ? comma : blank ? blank : break_at(s, room);
}

static void wrap(text *out, const char *s, u32 at, u32 indent, u32 width,
                 size_t (*end)(const char *s, u32 room))
{
    u32 column = at;

    while (*s) {
        size_t n = end(s, width > column + 8 ? width - column : 8);

        text_addn(out, s, n);
        s += n;
        while (*s == ' ')
            s++;
        if (!*s)
            return;
        while (out->at[out->n - 1] == ' ')
            out->n--;
        text_addc(out, '\n');
        pad(out, indent);
        column = indent;
    }
}

void columns_wrap(text *out, const char *s, u32 at, u32 indent, u32 width)
{
    wrap(out, s, at, indent, width, break_at);
}

void columns_sentence(text *out, const char *s, u32 indent, u32 width)
{
    wrap(out, s, indent, indent, width, break_sentence);
}

void columns_ink(text *out, const report_options *o, u32 which)
{
    static const char *const fixed[] = {"0", "2", "1;31", "1"};
    static const char *const threads[] = {"32", "36", "35", "33", "34"};

    if (!o->colour)
        return;
    if (which >= INK_THREAD)
        text_addf(out, "\033[%sm", threads[(which - INK_THREAD) % LENGTH(threads)]);
    else
        text_addf(out, "\033[%sm", fixed[which]);
}

static void ink(layout *l, u32 which)
{
    columns_ink(l->out, l->o, which);
}

/* Ends a line: no blanks before the newline. */
static void newline(layout *l)
{
    while (l->out->n && l->out->at[l->out->n - 1] == ' ')
        l->out->n--;
    text_addc(l->out, '\n');
}

/* Measures. */

static void place_of(const layout *l, const row *r, char *buffer, size_t n)
{
    if (r->line == 0)
        buffer[0] = 0;
    else if (l->list->many_files)
        snprintf(buffer, n, "%s:%u", r->file, r->line);
    else
        snprintf(buffer, n, "%u", r->line);
}

static void measure_rows(layout *l)
{
    l->digits = 2;
    for (u32 i = 0; i < l->list->rows.n; i++) {
        const row *r = &l->list->rows.at[i];
        u32 n = columns_width(r->after);
        char place[300];

        if (n > l->after)
            l->after = n;
        place_of(l, r, place, sizeof place);
        if (columns_width(place) > l->digits)
            l->digits = columns_width(place);
    }
    if (l->digits > 20)
        l->digits = 20;
    if (l->after > l->width / 3)
        l->after = l->width / 3;
    if (l->after && l->after < AFTER_LEAST)
        l->after = AFTER_LEAST;
    l->body = l->width - STEP_WIDTH - (l->after ? l->after + 2 : 0);
}

/* A thread that only creates and joins others needs no column. */
static void assign_columns(layout *l)
{
    for (u32 i = 0; i < l->st->actors.n; i++)
        vec_push(&l->column, -1);
    for (u32 i = 0; i < l->list->rows.n; i++) {
        const row *r = &l->list->rows.at[i];

        if (r->actor >= 0 && !r->aside && (r->kind == ROW_ACTION || r->kind == ROW_FAIL))
            l->column.at[r->actor] = 0;
    }
    for (u32 i = 0; i < l->column.n; i++)
        if (l->column.at[i] == 0)
            l->column.at[i] = (int)l->count++;
}

/* The room for propositions. */
static void plan_side(layout *l)
{
    u32 most = l->width / SIDE_SHARE, threads = l->count > 1 ? l->count - 1 : 0,
        need = STEP_WIDTH + AFTER_LEAST + 2 + LAST_LEAST + threads * PITCH_LEAST,
        room = l->width > need ? l->width - need : 0;

    if (l->st->start.n && !propositions_plan(&l->side, l->o, room < most ? room : most))
        propositions_plan(&l->side, l->o, most);
    l->width -= l->side.width;
}

/* What the last thread's column must have so that each text has one line. */
static u32 last_need(const layout *l)
{
    u32 need = LAST_LEAST, shared = l->after ? l->after + 2 : 0;

    for (u32 i = 0; i < l->list->rows.n; i++) {
        const row *r = &l->list->rows.at[i];
        u32 n = l->digits + 2 + columns_width(r->did), over = *r->after ? 0 : shared;

        if (r->kind == ROW_ACTION && r->actor >= 0 && n > need + over &&
            l->column.at[r->actor] + 1 == (int)l->count)
            need = n - over;
    }
    return need;
}

/* No column is a thread's: each row begins with its thread. */
static void name_in_front(layout *l)
{
    l->count = 0;
    l->tag = 2 + (u32)snprintf(NULL, 0, "T%u", l->st->actors.n - 1);
}

static void fit_columns(layout *l)
{
    u32 n = l->count, last = n > 1 ? last_need(l) : 0, most;

    if (n == 0) {
        name_in_front(l);
        return;
    }
    most = l->body > (n - 1) * PITCH_EASY ? l->body - (n - 1) * PITCH_EASY : 0;
    if (last > most)
        last = most > LAST_LEAST ? most : LAST_LEAST;
    l->pitch = (l->body + 2) / n;
    if (n > 1 && l->pitch < last + 2)
        l->pitch = l->body > last ? (l->body - last) / (n - 1) : 0;
    if (n > 1 && l->pitch < PITCH_LEAST)
        name_in_front(l);
}

/* Rows. */

static u32 start_of(const layout *l, int who)
{
    if (l->count == 0 || who < 0 || l->column.at[who] < 0)
        return 0;
    return (u32)l->column.at[who] * l->pitch;
}

static bool named_in_front(const layout *l, int who)
{
    return who >= 0 && (l->count == 0 || l->column.at[who] < 0);
}

static void add_step_number(layout *l, const row *r)
{
    ink(l, r->kind == ROW_FAIL ? INK_ERROR : INK_DIM);
    if (r->kind == ROW_FAIL)
        text_add(l->out, "    !  ");
    else if (r->step)
        text_addf(l->out, "%c%4u  ", r->matters ? '>' : ' ', r->step);
    else
        text_add(l->out, r->matters ? ">      " : "       ");
    ink(l, INK_PLAIN);
}

static u32 ink_of(const row *r)
{
    if (r->kind == ROW_FAIL)
        return INK_ERROR;
    return r->actor < 0 ? INK_PLAIN : INK_THREAD + (u32)r->actor;
}

/* The place and, where no column says it, the thread; returns the columns used. */
static u32 add_front(layout *l, const row *r)
{
    char place[300], tag[16] = "";
    u32 used = 0;

    place_of(l, r, place, sizeof place);
    if (l->count == 0) {
        snprintf(tag, sizeof tag, r->actor < 0 ? "" : "T%d", r->actor);
        text_addf(l->out, "%-*s", (int)l->tag, tag);
        used = l->tag;
    }
    if (columns_width(place) < l->digits)
        pad(l->out, l->digits - columns_width(place));
    clip_front(l->out, place, l->digits);
    text_add(l->out, "  ");
    used += l->digits + 2;
    if (l->count && named_in_front(l, r->actor)) {
        snprintf(tag, sizeof tag, "T%d ", r->actor);
        text_add(l->out, tag);
        used += (u32)strlen(tag);
    }
    return used;
}

/* The column after what was added since `from`, which began in column `at`. */
static u32 last_line(const text *out, size_t from, u32 at)
{
    for (size_t i = out->n; i > from; i--)
        if (out->at[i - 1] == '\n')
            return columns_width(out->at + i);
    return at + columns_width(out->at + from);
}

/* What is shared after the step, in lines of that column's width; returns where the last one ends.
 */
static u32 add_shared(layout *l, const char *after, u32 column)
{
    u32 from = STEP_WIDTH + l->body + 2;
    size_t at;

    if (column + 2 > from && column > STEP_WIDTH) {
        newline(l);
        column = 0;
    }
    pad(l->out, from - column);
    at = l->out->n;
    columns_wrap(l->out, after, from, from, from + l->after);
    return last_line(l->out, at, from);
}

static void add_after(layout *l, const row *r, u32 column)
{
    if (*r->after)
        column = add_shared(l, r->after, column);
    if (r->values && l->side.width) {
        pad(l->out, l->width > column ? l->width - column : 0);
        propositions_values(&l->side, r->values, l->out);
    }
    newline(l);
}

/* Propositions that have no columns. */
static void add_turns(layout *l, const row *r, u32 column)
{
    text turns = {0};

    if (l->said)
        propositions_changes(l->o, l->said, r->values, &turns);
    else
        propositions_holding(l->o, r->values, &turns);
    if (turns.n || !l->said) {
        pad(l->out, column);
        ink(l, INK_DIM);
        text_add(l->out, l->said ? "[" : turns.n ? "[true: " : "[none is true");
        columns_wrap(l->out, text_str(&turns), column + (l->said ? 1 : 7), column + 1,
                     l->width - 1);
        text_addc(l->out, ']');
        ink(l, INK_PLAIN);
        newline(l);
    }
    l->said = r->values;
    text_free(&turns);
}

/* The note on a line of its own, under the text. */
static void add_note_below(layout *l, const row *r, u32 column)
{
    pad(l->out, column);
    ink(l, INK_DIM);
    columns_wrap(l->out, r->note, column, column + 1, l->width);
    ink(l, INK_PLAIN);
    newline(l);
}

/* The text from this column on, in more lines where the table is too narrow for it: nothing is cut.
 * Returns the column after it. */
static u32 add_did(layout *l, const row *r, u32 column)
{
    size_t from = l->out->n;

    columns_wrap(l->out, r->did, column, column + 2, l->width);
    column = last_line(l->out, from, column);
    ink(l, INK_PLAIN);
    return column;
}

static void add_action(layout *l, const row *r)
{
    u32 start = start_of(l, r->actor), column, text_at, room;
    bool beside;

    add_step_number(l, r);
    pad(l->out, start);
    ink(l, ink_of(r));
    text_at = column = STEP_WIDTH + start + add_front(l, r);
    room = *r->after ? STEP_WIDTH + l->body : l->width;
    column = add_did(l, r, column);
    beside = *r->note && column + 1 + columns_width(r->note) <= room;
    if (beside) {
        ink(l, INK_DIM);
        text_addf(l->out, " %s", r->note);
        column += 1 + columns_width(r->note);
        ink(l, INK_PLAIN);
    }
    add_after(l, r, column);
    if (*r->note && !beside)
        add_note_below(l, r, text_at);
    if (r->values && !l->side.width)
        add_turns(l, r, text_at);
}

static void add_fail(layout *l, const row *r)
{
    u32 start = start_of(l, r->actor), column;

    add_step_number(l, r);
    pad(l->out, start);
    ink(l, INK_ERROR);
    column = STEP_WIDTH + start + add_front(l, r);
    columns_wrap(l->out, r->did, column, column, l->width);
    ink(l, INK_PLAIN);
    newline(l);
}

static void add_switch(layout *l, const row *r)
{
    u32 width = l->width + l->side.width, column = 9;

    ink(l, INK_DIM);
    text_add(l->out, " - - - - ");
    columns_wrap(l->out, r->did, column, column, width);
    column = columns_width(r->did) + column;
    for (; column + 2 <= width; column += 2)
        text_add(l->out, " -");
    ink(l, INK_PLAIN);
    newline(l);
}

static void add_dashes(text *out, u32 n)
{
    while (n--)
        text_addc(out, '-');
}

static void add_rule(layout *l, const row *r)
{
    u32 width = l->width + l->side.width, column = 6;

    ink(l, INK_BOLD);
    text_add(l->out, "+---- ");
    column += columns_clip(l->out, r->did, width - column);
    if (column < width)
        text_addc(l->out, ' ');
    add_dashes(l->out, column + 1 < width ? width - column - 1 : 0);
    ink(l, INK_PLAIN);
    newline(l);
}

/* Puts a bar at the margin of the lines that begin at `from`. */
static void mark(text *out, size_t from)
{
    for (size_t i = from; i < out->n; i++) {
        while (out->at[i] == '\033')
            i += strcspn(out->at + i, "m") + 1;
        if (out->at[i] == ' ')
            out->at[i] = '|';
        i += strcspn(out->at + i, "\n");
    }
}

static void add_row(layout *l, const row *r)
{
    size_t from = l->out->n;

    switch (r->kind) {
    case ROW_ACTION:
        add_action(l, r);
        break;
    case ROW_SWITCH:
        add_switch(l, r);
        break;
    case ROW_FAIL:
        add_fail(l, r);
        break;
    case ROW_RULE:
        add_rule(l, r);
        break;
    }
    if (r->loops)
        mark(l->out, from);
}

static void add_remark(layout *l, const char *remark)
{
    ink(l, INK_DIM);
    text_add(l->out, "  (");
    columns_wrap(l->out, remark, 3, 3, l->width - 1);
    text_add(l->out, ")");
    ink(l, INK_PLAIN);
    newline(l);
}

/* The head of the table. */

static u32 column_width(const layout *l, u32 i)
{
    return i + 1 < l->count ? l->pitch - 2 : l->body - i * l->pitch;
}

/* After the columns of threads. */
static void end_head(layout *l, void (*add)(const proposition_columns *side, text *out))
{
    if (l->side.width && !l->after)
        l->out->n -= 2;
    if (l->side.width)
        add(&l->side, l->out);
    newline(l);
}

static void add_titles(layout *l)
{
    text_add(l->out, " step  ");
    for (u32 i = 0, k = 0; i < l->column.n && l->count; i++) {
        char title[300];
        u32 room;

        if (l->column.at[i] < 0)
            continue;
        room = column_width(l, k++);
        snprintf(title, sizeof title, "T%u %s", i, l->st->actors.at[i].name);
        ink(l, INK_THREAD + i);
        pad(l->out, room - columns_clip(l->out, title, room));
        ink(l, INK_PLAIN);
        text_add(l->out, "  ");
    }
    if (l->count == 0) {
        text_add(l->out, "thread");
        pad(l->out, l->body - 4);
    }
    if (l->after)
        pad(l->out, l->after - columns_clip(l->out, AFTER_TITLE, l->after));
    end_head(l, propositions_titles);
}

static void add_rules(layout *l)
{
    text_add(l->out, " ----  ");
    for (u32 k = 0; k < l->count; k++) {
        add_dashes(l->out, column_width(l, k));
        text_add(l->out, "  ");
    }
    if (l->count == 0) {
        add_dashes(l->out, l->body);
        text_add(l->out, "  ");
    }
    add_dashes(l->out, l->after);
    end_head(l, propositions_rules);
}

static void add_rows(layout *l)
{
    const row_list *list = l->list;
    u32 before = list->cut && list->rows.at[0].kind == ROW_RULE;

    for (u32 i = 0; i < list->rows.n; i++) {
        if (list->cut && i == before)
            text_add(l->out, "  ... (--all shows the steps before)\n");
        add_row(l, &list->rows.at[i]);
    }
}

void columns_table(text *out, const row_list *list, const explanation *st, const report_options *o)
{
    layout l = {.list = list, .st = st, .o = o, .out = out};

    l.width = o->width < REPORT_WIDTH_LEAST ? REPORT_WIDTH_LEAST : o->width;
    assign_columns(&l);
    plan_side(&l);
    measure_rows(&l);
    fit_columns(&l);
    propositions_legend(&l.side, o, out);
    if (list->rows.n > 1) {
        add_titles(&l);
        add_rules(&l);
    }
    add_rows(&l);
    if (list->left_out)
        add_remark(&l,
                   "steps that are not shown change nothing for other threads; --all shows them");
    if (list->folded)
        add_remark(&l, "what a call of C++'s library does in itself is one row; --all shows it");
    propositions_free(&l.side);
    vec_free(&l.column);
}
