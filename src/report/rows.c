/* From what happened to what is said of it: one row an action, with the source text where the
 * source says it best (writes, calls) and names with values where it does not (reads).  Steps that
 * touch nothing shared are folded; why one thread gives way to another is a row of its own.  The
 * loop of a run that never ends stands between two rules; a step that changes what a proposition
 * says is shown, and so is every step of a loop that would have no row.
 *
 * What a function of C++'s library does inside itself is no news to those who call it: all such
 * steps of one call that no other thread comes between are one row, with the call's name. */
#include "report/rows_parts.h"
#include "report/cxx.h"

#include <string.h>

enum { ROWS_SHOWN = 400, QUIET_SHOWN = 12, READS_KEPT = 64 };

void row_push(row_maker *k, row r)
{
    k->inside = NULL;
    cxx_say_places(&k->did);
    cxx_say_places(&k->note);
    cxx_say_places(&k->after);
    r.did = mem_strdup(text_str(&k->did));
    r.note = mem_strdup(text_str(&k->note));
    r.after = mem_strdup(text_str(&k->after));
    r.loops = k->loops && r.kind != ROW_RULE;
    vec_push(&k->list->rows, r);
    text_clear(&k->did);
    text_clear(&k->note);
    text_clear(&k->after);
}

static void add_switch(row_maker *k, const explained_step *step)
{
    text_addf(&k->did, "T%d ", step->left);
    if (step->change == SWITCH_PREEMPTED)
        text_add(&k->did, k->starting ? "preempted at its start" : "preempted");
    else if (step->change == SWITCH_ENDED)
        text_add(&k->did, "ends");
    else if (*step->blocked_on)
        text_addf(&k->did, "waits: %s", step->blocked_on);
    else
        text_add(&k->did, "waits");
    row_push(k, (row){.kind = ROW_SWITCH, .actor = step->left, .change = step->change});
}

/* The same line read the same before, and its thread went on since: calls of the library look at
 * one member many times. */
static bool read_again(const row_maker *k, const action *d)
{
    u32 first = k->reads.n > READS_KEPT ? k->reads.n - READS_KEPT : 0;

    for (u32 i = first; d->kind == EV_READ && !d->failed && !k->loops && i < k->reads.n; i++) {
        const action *r = k->reads.at[i];

        if (r->line == d->line && r->file == d->file && told_same_object(r, d) &&
            r->size == d->size && strcmp(r->now, d->now) == 0 && r->from == d->from)
            return true;
    }
    return false;
}

static void note_read(row_maker *k, const action *d)
{
    if (d->kind == EV_READ)
        vec_push(&k->reads, d);
}

/* A look at which class of the library's an object is of. */
static bool of_library_class(const action *d)
{
    text name = {0};
    bool is = d->kind == EV_READ && cxx_class(d->now, &name) && cxx_call(name.at);

    text_free(&name);
    return is;
}

/* An action that changes nothing for others and tells nothing about them. */
static bool skipped(const row_maker *k, const action *d)
{
    return !k->all && !(k->bare && k->loops) &&
           (d->constant || d->kind == EV_START || read_again(k, d) || of_library_class(d)) &&
           !summary_names(&k->matters, d);
}

static bool silent(const row_maker *k, const explained_step *step)
{
    for (u32 i = 0; i < step->actions.n; i++)
        if (!skipped(k, &step->actions.at[i]))
            return false;
    return true;
}

static bool dull(const row_maker *k, const explained_step *step, u32 number)
{
    return !k->all && !(k->bare && k->loops) && step->kind != MOVE_SPURIOUS &&
           step->kind != MOVE_TIMEOUT && !explanation_changes(k->st, number) && silent(k, step);
}

/* The second half of one library call: what it changed belongs to the row of the first. */
static bool joins_row(row_maker *k, const action *before, const action *d)
{
    row *last = k->list->rows.n ? &vec_last(&k->list->rows) : NULL;

    if (!before || before->line != d->line || *last->after ||
        strcmp(last->did, text_str(&k->did)) != 0)
        return false;
    mem_free(last->after);
    last->after = mem_strdup(text_str(&k->after));
    last->matters |= summary_names(&k->matters, d);
    text_clear(&k->did);
    text_clear(&k->note);
    text_clear(&k->after);
    return true;
}

/* More of what one call does inside the library. */
static bool joins_call(row_maker *k, const action *d)
{
    row *last = k->list->rows.n ? &vec_last(&k->list->rows) : NULL;

    if (!k->inside || !last || k->inside->line != d->line || !row_inside_library(k, d) ||
        strcmp(k->inside->call, d->call) != 0 || (k->after.n && *last->after))
        return false;
    if (k->after.n) {
        mem_free(last->after);
        last->after = mem_strdup(k->after.at);
    }
    if (k->note.n) {
        mem_free(last->note);
        last->note = mem_strdup(k->note.at);
    }
    text_clear(&k->did);
    text_clear(&k->note);
    text_clear(&k->after);
    k->list->folded = true;
    return true;
}

/* Of many quiet actions only the last are shown; how many are not. */
static u32 quiet_hidden(const row_maker *k, const explained_step *step)
{
    u32 n = 0;

    for (u32 i = 0; i < step->actions.n; i++)
        n += step->actions.at[i].quiet;
    return k->all || n <= QUIET_SHOWN ? 0 : n - QUIET_SHOWN;
}

static void add_hidden(row_maker *k, const explained_step *step, u32 n)
{
    if (n == 0)
        return;
    text_addf(&k->did, "... (%u more like the next)", n);
    row_push(k, (row){.kind = ROW_ACTION, .actor = step->actor, .aside = true});
}

/* Is the next action, with nobody in between, an access to the next piece of the same number?  That
 * one's row has the number. */
static bool goes_on(const row_maker *k, const action *d, const action *next)
{
    return d->goes_on && next && next->kind == d->kind && next->object == d->object &&
           next->offset == d->offset + d->size && next->line == d->line &&
           strcmp(next->where, d->where) == 0 && !k->all && !k->loops &&
           !summary_names(&k->matters, d);
}

/* The same of a step that is no more than that. */
static bool step_goes_on(const row_maker *k, const explained_step *step, u32 number)
{
    const explained_step *next = number < k->st->steps.n ? &k->st->steps.at[number] : NULL;

    return next && step->actions.n == 1 && next->actions.n && next->actor == step->actor &&
           next->change == SWITCH_NONE && step->kind == next->kind &&
           !explanation_changes(k->st, number) && goes_on(k, step->actions.at, next->actions.at);
}

static void add_actions(row_maker *k, const explained_step *step, u32 number)
{
    u32 hide = quiet_hidden(k, step), hidden = hide + step->unsaid;
    const action *before = NULL;

    for (u32 i = 0; i < step->actions.n; i++) {
        const action *d = &step->actions.at[i];

        if (goes_on(k, d, i + 1 < step->actions.n ? d + 1 : NULL)) {
            k->joined = true;
            continue;
        }
        if (skipped(k, d) || (d->quiet && hide && hide-- && !summary_names(&k->matters, d)))
            continue;
        if (d->quiet) {
            add_hidden(k, step, hidden);
            hidden = 0;
        }
        note_read(k, d);
        row_say_did(k, step, d);
        row_say_after(k, step, d);
        if (!joins_call(k, d) && !joins_row(k, before, d)) {
            row_push(k, (row){.kind = ROW_ACTION,
                              .step = before ? 0 : number,
                              .actor = step->actor,
                              .file = d->file,
                              .line = d->line,
                              .matters = summary_names(&k->matters, d),
                              .aside = row_is_aside(d)});
            k->inside = row_inside_library(k, d) ? d : NULL;
        }
        before = d;
        k->joined = false;
    }
}

static void add_lone(row_maker *k, const explained_step *step, u32 number)
{
    bool said = k->loops || explanation_changes(k->st, number);

    text_add(&k->did, step->kind == MOVE_START      ? "starts"
                      : step->kind == MOVE_SPURIOUS ? "wakes up without a signal"
                      : step->kind == MOVE_TIMEOUT  ? "times out"
                      : step->kind == MOVE_FLUSH    ? "a store reaches memory"
                      : step->local && k->loops     ? "loops here for ever, touching nothing shared"
                                                    : "goes on");
    if (step->kind == MOVE_RUN && !step->local && said && step->line)
        text_addf(&k->did, " to line %u", step->line);
    row_push(k, (row){.kind = ROW_ACTION,
                      .step = number,
                      .actor = step->actor,
                      .file = step->file,
                      .line = step->local && k->loops ? step->line : 0,
                      .aside = !said});
}

/* Before the first step, only for what the propositions say. */
static void add_start(row_maker *k)
{
    if (k->st->start.n == 0)
        return;
    text_add(&k->did, "at the start");
    row_push(k, (row){.kind = ROW_ACTION, .actor = -1, .aside = true, .values = &k->st->start});
}

void row_turn_to(row_maker *k, int who)
{
    if (k->left && who != k->last)
        add_switch(k, k->left);
    k->last = who;
    k->left = NULL;
}

/* Other switches to and from steps that are left out would be riddles: of them only why the thread
 * of the last row gave way is told. */
static void add_preemption(row_maker *k, const explained_step *step)
{
    if (k->left && k->last != step->left)
        add_switch(k, k->left);
    add_switch(k, step);
    k->left = NULL;
    k->last = step->actor;
}

static bool bare(const row_maker *k)
{
    for (u32 i = k->st->loop; i < k->st->steps.n; i++)
        if (!dull(k, &k->st->steps.at[i], i + 1))
            return false;
    return true;
}

/* The way into the loop is not part of it. */
static void open_loop(row_maker *k, const explained_step *first)
{
    row_turn_to(k, first->actor);
    explanation_loop(k->st, &k->did);
    row_push(k, (row){.kind = ROW_RULE, .actor = -1});
    k->loops = true;
    k->bare = bare(k);
}

static void add_step(row_maker *k, const explained_step *step, u32 number)
{
    if (step->change != SWITCH_NONE)
        vec_clear(&k->reads);
    if (step->change == SWITCH_PREEMPTED)
        add_preemption(k, step);
    else if (step->change != SWITCH_NONE && step->left == k->last)
        k->left = step;
    k->starting = false;
    if (k->st->lasso && number == k->st->loop + 1)
        open_loop(k, step);
    if (dull(k, step, number)) {
        k->starting = step->kind == MOVE_START;
        k->list->left_out |= step->kind != MOVE_START && number < k->st->steps.n;
        return;
    }
    if (step_goes_on(k, step, number)) {
        k->joined = true;
        return;
    }
    row_turn_to(k, step->actor);
    if (silent(k, step))
        add_lone(k, step, number);
    else
        add_actions(k, step, number);
    if (step->after.n)
        vec_last(&k->list->rows).values = &step->after;
}

static void look_for_files(row_list *list)
{
    const char *first = NULL;

    for (u32 i = 0; i < list->rows.n; i++) {
        const row *r = &list->rows.at[i];

        if (!r->file || !*r->file || r->line == 0)
            continue;
        if (first && strcmp(first, r->file) != 0)
            list->many_files = true;
        first = r->file;
    }
}

static void free_row(row *r)
{
    mem_free(r->did);
    mem_free(r->note);
    mem_free(r->after);
}

/* The rule above the loop goes where the first row that is left is. */
static void keep_rule(row_list *list, u32 first)
{
    row *rows = list->rows.at;

    for (u32 i = 0; i < first; i++) {
        if (rows[i].kind == ROW_RULE) {
            row other = rows[first];

            rows[first] = rows[i];
            rows[i] = other;
            return;
        }
    }
}

void rows_make(row_list *list, const explanation *st, sys *s, source *src, bool all)
{
    row_maker k = {.list = list, .st = st, .s = s, .src = src, .all = all, .last = -1};

    *list = (row_list){0};
    summary_make(st, s, &k.matters);
    add_start(&k);
    for (u32 i = 0; i < st->steps.n; i++)
        add_step(&k, &st->steps.at[i], i + 1);
    row_end(&k);
    look_for_files(list);
    summary_free(&k.matters);
    vec_free(&k.reads);
    text_free(&k.did);
    text_free(&k.note);
    text_free(&k.after);
}

void rows_cut(row_list *list)
{
    u32 more = list->rows.n > ROWS_SHOWN ? list->rows.n - ROWS_SHOWN : 0;

    if (more == 0)
        return;
    keep_rule(list, more);
    for (u32 i = 0; i < more; i++)
        free_row(&list->rows.at[i]);
    memmove(list->rows.at, list->rows.at + more, ROWS_SHOWN * sizeof *list->rows.at);
    list->rows.n = ROWS_SHOWN;
    list->cut = true;
    look_for_files(list);
}

void rows_free(row_list *list)
{
    for (u32 i = 0; i < list->rows.n; i++)
        free_row(&list->rows.at[i]);
    vec_free(&list->rows);
}
