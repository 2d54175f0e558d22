/* The panes of the simulator on the whole screen: threads side by side with their source, the
 * program's variables, the timeline, and what the last command said.
 *
 *     title
 *     T0 main        | T1 worker(0)    | T2 worker(1)
 *     source           source            source
 *     variables            | timeline
 *     what was said
 *     keys, or a command that is typed
 *
 * Panes share the rows that there are; threads that do not fit beside each other are those farthest
 * from the present one. */
#include "sim/screen.h"
#include "report/cxx.h"
#include "sim/tui.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PANE_LEAST = 26, ROWS_LEAST = 10, COLUMNS_LEAST = 40, SAID_ROWS = 3, NAMES_MOST = 500 };

typedef struct layout {
    u32 rows, columns;
    u32 threads, lower, said; /* the first row of each */
    u32 middle;               /* the column of the timeline */
} layout;

static layout lay_out(void)
{
    layout l;
    u32 left;

    screen_size(&l.rows, &l.columns);
    l.said = l.rows - 1 - SAID_ROWS;
    left = l.said - 1;
    l.threads = 1;
    l.lower = l.threads + (left * 11 + 19) / 20;
    l.middle = l.columns * 9 / 20;
    return l;
}

/* ---- the timeline ---- */

static bool same_step(const walk_step *a, const walk_step *b)
{
    return a->thread == b->thread && a->kind == b->kind && a->choice == b->choice &&
           a->key == b->key && a->actor == b->actor;
}

static void forget_steps(tui *t, u32 from)
{
    while (t->timeline.n > from)
        mem_free(vec_pop(&t->timeline).words);
}

static void add_step(tui *t, sys *s, u32 step, const taken *done)
{
    step_words one = {.step = t->x->w.path.at[step - 1]};
    text words = {0};

    assert(step == t->timeline.n + 1);
    tell_step_words(t->x, step, s, done, &words);
    one.words = mem_strdup(text_str(&words));
    text_free(&words);
    vec_push(&t->timeline, one);
}

static bool visit_step(void *of, sys *s, u32 step, const taken *done)
{
    tui *t = of;

    if (step > t->timeline.n)
        add_step(t, s, step, done);
    return true;
}

static void update_timeline(tui *t)
{
    walk *w = &t->x->w;
    u32 same = 0;

    while (same < t->timeline.n && same < w->path.n &&
           same_step(&t->timeline.at[same].step, &w->path.at[same]))
        same++;
    forget_steps(t, same);
    if (t->x->inside || same == w->path.n)
        return;
    if (same + 1 == w->path.n && w->at == w->path.n) {
        add_step(t, w->s, w->at, &w->done);
        return;
    }
    text_clear(&t->x->call);
    walk_scan(w, w->path.n, visit_step, t);
}

static void draw_timeline(const tui *t, const layout *l)
{
    const walk *w = &t->x->w;
    u32 rows = l->said - l->lower - 1, first = w->at > rows / 2 ? w->at - rows / 2 : 0;
    text line = {0};

    for (u32 i = 0; i < rows && first + i <= w->path.n; i++) {
        u32 step = first + i;
        ink look = step == w->at ? INK_HERE : step < w->at ? INK_PLAIN : INK_FAINT;

        text_clear(&line);
        text_addf(&line, "%c%4u  ", step == w->at ? '>' : ' ', step);
        if (!step)
            text_add(&line, "start");
        else
            text_addf(&line, "T%u %s", w->path.at[step - 1].actor,
                      step <= t->timeline.n ? t->timeline.at[step - 1].words : "");
        if (step == w->at && t->bad)
            look = INK_BAD;
        screen_put(l->lower + 1 + i, l->middle + 2, l->columns - l->middle - 2, look,
                   text_str(&line));
    }
    text_free(&line);
}

/* ---- variables ---- */

static void find_shared(tui *t)
{
    sys *s = sys_with_describe(t->x->w.s);
    const char *name;
    bool function;

    if (t->shared.n || !s->ops->describe->name)
        return;
    for (u32 i = 0; t->shared.n < NAMES_MOST && s->ops->describe->name(s, i, &name, &function); i++)
        if (!function)
            vec_push(&t->shared, (shared){.name = name});
}

static char *value_of(const expr_scope *at, const char *name)
{
    text value = {0}, problem = {0};
    char *found = NULL;

    if (expression_print(at, name, &value, &problem))
        found = mem_strdup(text_str(&value));
    text_free(&value);
    text_free(&problem);
    return found;
}

static void update_shared(tui *t)
{
    expr_scope at = {.s = t->x->w.s, .thread = NO_THREAD};

    find_shared(t);
    for (u32 i = 0; i < t->shared.n; i++) {
        shared *v = &t->shared.at[i];

        mem_free(v->before);
        v->before = v->value;
        v->value = value_of(&at, v->name);
        v->moved |= v->before && v->value && strcmp(v->before, v->value) != 0;
    }
}

static bool has_news(const shared *v)
{
    return v->before && v->value && strcmp(v->before, v->value) != 0;
}

static u32 put_variables(const tui *t, const layout *l, u32 row, bool moved, bool others)
{
    u32 end = l->said - l->lower - 1;
    text line = {0};

    for (u32 i = 0; i < t->shared.n && row < end; i++) {
        const shared *v = &t->shared.at[i];

        if (!v->value || !(v->moved ? moved : others))
            continue;
        text_clear(&line);
        text_addf(&line, "%c %s = %s", has_news(v) ? '*' : ' ', v->name, v->value);
        screen_put(l->lower + 1 + row++, 0, l->middle, has_news(v) ? INK_NEWS : INK_PLAIN,
                   text_str(&line));
    }
    text_free(&line);
    return row;
}

/* Where not all fit, those that changed come before those that never did. */
static void draw_shared(const tui *t, const layout *l)
{
    bool fit = t->shared.n < l->said - l->lower;
    u32 row = put_variables(t, l, 0, true, fit);

    if (!fit)
        row = put_variables(t, l, row, false, true);
    if (!row)
        screen_put(l->lower + 1, 0, l->middle, INK_FAINT, "  none");
}

/* ---- threads ---- */

static bool place_of(const tui *t, u32 actor, code_place *at)
{
    int slot = t->x->w.actors.at[actor].slot;

    if (t->x->inside && actor == t->x->focus && !t->x->frame) {
        *at = t->x->here;
        return true;
    }
    return slot >= 0 && tell_place(t->x, (u16)slot, actor == t->x->focus ? t->x->frame : 0, at);
}

static bool is_over(const tui *t, u32 actor)
{
    int slot = t->x->w.actors.at[actor].slot;
    code_place at;

    return slot < 0 || (!place_of(t, actor, &at) && tell_over(t->x, (u16)slot) &&
                        !sys_buffers(t->x->w.s, (u16)slot));
}

bool panes_cursor(const tui *t, code_place *at)
{
    if (!place_of(t, t->x->focus, at))
        return false;
    if (t->cursor && t->seen == t->x->focus && t->seen_at == t->x->w.at)
        at->line = t->cursor;
    return true;
}

static void add_state(const tui *t, u32 actor, text *out)
{
    int slot = t->x->w.actors.at[actor].slot;
    text waits = {0};
    code_place at;

    if (slot >= 0)
        cxx_waits_for(t->x->w.s, (u16)slot, &waits);
    if (waits.n)
        text_addf(out, "waits: %s", text_str(&waits));
    else if (place_of(t, actor, &at))
        text_addf(out, "%s:%u", at.function, at.line);
    else
        text_add(out, is_over(t, actor) ? "over" : "has not begun");
    text_clear(&waits);
    if (slot >= 0)
        sys_buffer(t->x->w.s, (u16)slot, &waits);
    if (waits.n)
        text_addf(out, "; buffer: %s", text_str(&waits));
    text_free(&waits);
}

static bool has_stop(const tui *t, const char *file, u32 line)
{
    for (u32 i = 0; i < t->x->stops.n; i++) {
        const stop *s = &t->x->stops.at[i];

        if (s->kind == STOP_LINE && s->line == line && tell_same_file(s->file, file))
            return true;
    }
    return false;
}

/* How many blanks the lines from here on all begin with. */
static u32 indent_of(tui *t, const char *file, u32 from, u32 n)
{
    u32 least = 60;
    text line = {0};

    for (u32 i = from; i < from + n; i++) {
        u32 blanks;

        text_clear(&line);
        source_raw(&t->x->src, file, i, &line);
        blanks = (u32)strspn(text_str(&line), " \t");
        if (line.n > blanks && blanks < least)
            least = blanks;
    }
    text_free(&line);
    return least;
}

static void draw_source(tui *t, u32 actor, u32 row, u32 rows, u32 column, u32 width)
{
    code_place at, shown_at;
    u32 first, indent;
    int digits;
    text raw = {0}, line = {0};

    if (!place_of(t, actor, &at))
        return;
    shown_at = at;
    if (actor == t->x->focus)
        panes_cursor(t, &shown_at);
    first = shown_at.line > rows / 2 ? shown_at.line - rows / 2 : 1;
    indent = indent_of(t, at.file, first, rows);
    digits = first + rows > 999 ? 5 : first + rows > 99 ? 3 : 2;
    for (u32 i = 0; i < rows; i++) {
        u32 number = first + i;
        bool here = number == at.line,
             cursor = actor == t->x->focus && number == shown_at.line && !here;

        text_clear(&raw);
        text_clear(&line);
        source_raw(&t->x->src, at.file, number, &raw);
        text_addf(&line, "%c%c%*u ",
                  here     ? '>'
                  : cursor ? '_'
                           : ' ',
                  has_stop(t, at.file, number) ? 'b' : ' ', digits, number);
        if (raw.n > indent)
            text_add(&line, raw.at + indent);
        if (raw.n || here || cursor)
            screen_put(row + i, column, width,
                       here     ? INK_HERE
                       : cursor ? INK_STRONG
                                : INK_PLAIN,
                       text_str(&line));
    }
    text_free(&raw);
    text_free(&line);
}

static void draw_thread(tui *t, u32 actor, const layout *l, u32 column, u32 width)
{
    u32 rows = l->lower - l->threads;
    text title = {0}, state = {0};

    text_add(&title, actor == t->x->focus ? "*" : " ");
    tell_title(t->x, actor, &title);
    add_state(t, actor, &state);
    screen_put(l->threads, column, width, actor == t->x->focus ? INK_BAR : INK_STRONG,
               text_str(&title));
    screen_put(l->threads + 1, column + 1, width - 1, INK_FAINT, text_str(&state));
    if (rows > 2)
        draw_source(t, actor, l->threads + 2, rows - 2, column, width);
    text_free(&title);
    text_free(&state);
}

/* The threads that have a pane: as many as fit, among them the present one. */
static void draw_threads(tui *t, const layout *l)
{
    VEC(u32) all = {0};
    u32 most = l->columns / PANE_LEAST, first = 0, n, at = 0;

    for (u32 i = 0; i < t->x->w.actors.n; i++) {
        if (i == t->x->focus)
            at = all.n;
        if (i == t->x->focus || !is_over(t, i))
            vec_push(&all, i);
    }
    n = all.n < most ? all.n : most;
    if (at >= n)
        first = at - n + 1;
    for (u32 i = 0; i < n; i++) {
        u32 width = l->columns / n;

        draw_thread(t, all.at[first + i], l, i * width, width - 1);
    }
    vec_free(&all);
}

/* ---- the whole ---- */

static void draw_title(const tui *t, const layout *l)
{
    const walk *w = &t->x->w;
    text line = {0};

    text_addf(&line, " heddle sim   step %u of %u%s   %u thread%s", w->at, w->path.n,
              t->x->inside ? ", within the next" : "", w->actors.n, w->actors.n == 1 ? "" : "s");
    screen_put(0, 0, l->columns, INK_BAR, text_str(&line));
    screen_put(0, l->columns - 8, 8, INK_BAR, "? help");
    text_free(&line);
}

/* The last rows of it. */
static void draw_said(const tui *t, const layout *l)
{
    const char *s = text_str(&t->message), *end = s + strlen(s), *from = end;
    u32 rows = 0;
    text line = {0};

    if (from > s && from[-1] == '\n')
        from--;
    end = from;
    while (from > s && (from[-1] != '\n' || ++rows < SAID_ROWS))
        from--;
    for (u32 i = 0; i < SAID_ROWS && from < end; i++) {
        size_t n = strcspn(from, "\n");

        text_clear(&line);
        text_addn(&line, from, n);
        screen_put(l->said + i, 0, l->columns,
                   strstr(text_str(&line), "error: ") ? INK_BAD : INK_PLAIN, text_str(&line));
        from += n + (from[n] == '\n');
    }
    text_free(&line);
}

static void draw_too_small(const layout *l)
{
    screen_put(0, 0, l->columns, INK_PLAIN, "the terminal is too small");
    screen_show(0, 0);
}

void panes_draw(tui *t, const char *prompt)
{
    layout l;

    screen_size(&l.rows, &l.columns);
    screen_clear();
    if (l.rows < ROWS_LEAST || l.columns < COLUMNS_LEAST) {
        draw_too_small(&l);
        return;
    }
    l = lay_out();
    draw_title(t, &l);
    draw_threads(t, &l);
    screen_put(l.lower, 0, l.columns, INK_BAR, " variables");
    screen_put(l.lower, l.middle, l.columns - l.middle, INK_BAR, "| timeline");
    draw_shared(t, &l);
    draw_timeline(t, &l);
    draw_said(t, &l);
    if (prompt) {
        screen_put(l.rows - 1, 0, 1, INK_STRONG, ":");
        screen_put(l.rows - 1, 1, l.columns - 2, INK_PLAIN, prompt);
        screen_show(l.rows - 1, 1 + (u32)strlen(prompt));
        return;
    }
    screen_put(l.rows - 1, 0, l.columns - 1, INK_FAINT,
               "Left Right: back, forward  0-9: step thread  e: to the error  b: break  : ? q");
    screen_show(l.rows - 1, l.columns - 1);
}

static bool run_failed(const sim *x)
{
    status st = sys_status(x->w.s);

    return !x->inside && x->w.at &&
           (x->w.done.outcome == OUT_ERROR || st == ST_ERROR || st == ST_DEADLOCK ||
            (sim_at_loaded_end(x) && x->o->loaded->error != ERR_NONE));
}

void panes_update(tui *t)
{
    update_timeline(t);
    update_shared(t);
    t->bad = run_failed(t->x);
    if (t->seen != t->x->focus || t->seen_at != t->x->w.at || t->x->inside)
        t->cursor = 0;
    t->seen = t->x->focus;
    t->seen_at = t->x->w.at;
}

void panes_free(tui *t)
{
    forget_steps(t, 0);
    vec_free(&t->timeline);
    for (u32 i = 0; i < t->shared.n; i++) {
        mem_free(t->shared.at[i].value);
        mem_free(t->shared.at[i].before);
    }
    vec_free(&t->shared);
}

/* ---- a page ---- */

static u32 draw_page(const char *title, const char *words, u32 first)
{
    u32 rows, columns, row = 1, number = 0;
    text line = {0};

    screen_size(&rows, &columns);
    screen_clear();
    screen_put(0, 0, columns, INK_BAR, title);
    for (const char *s = words; *s;) {
        size_t n = strcspn(s, "\n");

        if (number++ >= first && row + 1 < rows) {
            text_clear(&line);
            text_addn(&line, s, n);
            screen_put(row++, 0, columns, INK_PLAIN, text_str(&line));
        }
        s += n + (s[n] == '\n');
    }
    screen_put(rows - 1, 0, columns - 1, INK_FAINT,
               number > rows - 2 ? "Up, Down, Page Up, Page Down; any other key: back"
                                 : "any key: back");
    screen_show(rows - 1, columns - 1);
    text_free(&line);
    return number > rows - 2 ? number - (rows - 2) : 0;
}

void panes_page(const char *title, const char *words)
{
    u32 first = 0, rows, columns;
    int key = SCREEN_NONE;

    do {
        u32 most = draw_page(title, words, first), by;

        key = screen_key();
        screen_size(&rows, &columns);
        by = key == SCREEN_UP || key == SCREEN_DOWN ? 1 : rows > 3 ? rows - 3 : 1;
        if (key == SCREEN_DOWN || key == SCREEN_PAGE_DOWN)
            first = first + by < most ? first + by : most;
        else if (key == SCREEN_UP || key == SCREEN_PAGE_UP)
            first = first > by ? first - by : 0;
    } while (key == SCREEN_NONE || key == SCREEN_UP || key == SCREEN_DOWN ||
             key == SCREEN_PAGE_UP || key == SCREEN_PAGE_DOWN);
}
