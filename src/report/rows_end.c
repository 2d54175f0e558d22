/* The last rows: what fails, where the threads of a deadlock are stuck, or where the loop of a run
 * that never ends closes. */
#include "report/cxx.h"
#include "report/reasons.h"
#include "report/rows_parts.h"

#include <string.h>

static void free_frame(frame_shown *f)
{
    text_free(&f->locals);
}

static void push_failure(row_maker *k)
{
    const explanation *st = k->st;

    row_push(k, (row){.kind = ROW_FAIL, .actor = st->failing, .file = st->file, .line = st->line});
}

static bool says(const explanation *st, const char *words)
{
    return text_starts(st->message, words);
}

/* A query fails by its own text, not by that of the line which wrote. */
static bool add_query(row_maker *k)
{
    static const char violated[] = "invariant violated: ";
    const explanation *st = k->st;
    const char *expression = st->message + strlen(violated);

    if (says(st, violated)) {
        text_addf(&k->did, "%s  FAILS", expression);
        reasons_invariant(st, k->s, expression, &k->did);
    } else if (says(st, "in the invariant '") || says(st, "in the abstraction '")) {
        text_add(&k->did, st->message);
    } else {
        return false;
    }
    push_failure(k);
    return true;
}

/* The statement that fails: of several on the line that with the assertion, if it can be told. */
static void failing_statement(row_maker *k, text *out)
{
    const explanation *st = k->st;
    text line = {0};
    const char *assertion;

    source_raw(k->src, st->file, st->line, &line);
    assertion = says(st, "assertion failed: ") ? strstr(text_str(&line), "assert") : NULL;
    if (assertion && !strstr(assertion + 1, "assert"))
        source_statement(k->src, st->file, st->line, (u32)(assertion - line.at) + 1, out);
    else
        source_line(k->src, st->file, st->line, out);
    text_free(&line);
}

static void add_failure(row_maker *k)
{
    const explanation *st = k->st;
    text line = {0};

    if (add_query(k))
        return;
    failing_statement(k, &line);
    if (strcmp(text_str(&line), "}") == 0)
        text_clear(&line); /* where a function returned: no statement */
    text_add(&k->did, line.n ? line.at : st->message);
    text_add(&k->did, line.n == 0 ? "" : st->error == ERR_LEAK ? "  is LOST" : "  FAILS");
    reasons_add(st, k->s, text_str(&line), &k->did);
    push_failure(k);
    text_free(&line);
}

/* Where each thread of a deadlock is stuck. */
static void add_stuck(row_maker *k)
{
    for (u32 slot = 0; slot < k->st->actor_of.n; slot++) {
        frame_shown top = {0};
        text reason = {0};

        if (k->st->actor_of.at[slot] < 0)
            continue;
        cxx_waits_for(k->s, (u16)slot, &reason);
        if (reason.n && sys_stack(k->s, (u16)slot, 1, &top)) {
            source_line(k->src, top.file, top.line, &k->did);
            text_add(&k->did, k->did.n ? "  WAITS" : "WAITS");
            row_push(k, (row){.kind = ROW_FAIL,
                              .actor = k->st->actor_of.at[slot],
                              .file = top.file,
                              .line = top.line});
        }
        free_frame(&top);
        text_free(&reason);
    }
}

/* A run that never ends. */
static void close_loop(row_maker *k)
{
    const explanation *st = k->st;

    k->loops = false;
    if (st->loop < st->steps.n)
        text_addf(&k->did, "back to the state before step %u", st->loop + 1);
    else
        text_add(&k->did, st->end == ST_DONE
                              ? "the program has ended; its last state stays for ever"
                              : "no thread can go on; this state stays for ever");
    row_push(k, (row){.kind = ROW_RULE, .actor = -1});
}

/* Where the formula begins in `the property does not hold: G p`, and `a run violates G p`. */
static size_t formula_at(const char *message)
{
    static const char violates[] = "a run violates ";
    const char *colon = strstr(message, ": ");

    if (strncmp(message, violates, sizeof violates - 1) == 0)
        return sizeof violates - 1;
    return colon ? (size_t)(colon + 2 - message) : 0;
}

/* The formula is false whatever comes; its propositions speak of what the last step left. */
static void add_refuted(row_maker *k)
{
    const explanation *st = k->st;
    const char *formula = st->message + formula_at(st->message);
    text names = {0};

    text_addf(&k->did, "%s  FAILS", formula);
    for (; *formula; formula++)
        text_addc(&names, (char)(*formula == '"' ? ' ' : *formula));
    reasons_invariant(st, k->s, text_str(&names), &k->did);
    row_push(k, (row){.kind = ROW_FAIL,
                      .actor = st->steps.n ? vec_last(&st->steps).actor : -1,
                      .file = st->file,
                      .line = st->line});
    text_free(&names);
}

/* A last step that fails before it does anything has no row but this. */
void row_end(row_maker *k)
{
    if (k->st->lasso) {
        close_loop(k);
        return;
    }
    if (k->st->refuted) {
        add_refuted(k);
        return;
    }
    if (k->st->error == ERR_DEADLOCK || error_lasts(k->st->error)) {
        add_stuck(k);
        return;
    }
    if (k->st->error == ERR_NONE)
        return;
    row_turn_to(k, k->st->failing);
    add_failure(k);
}
