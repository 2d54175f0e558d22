/* From what happened to what is said of it: one row an action, with the source text where the
 * source says it best (writes, calls) and names with values where it does not (reads).  Steps that
 * touch nothing shared are folded; why one thread gives way to another is a row of its own.  The
 * loop of a run that never ends stands between two rules; a step that changes what a proposition
 * says is shown, and so is every step of a loop that would have no row.
 *
 * What a function of C++'s library does inside itself is no news to those who call it: all such
 * steps of one call that no other thread comes between are one row, with the call's name. */
#include "report/rows.h"
#include "report/cxx.h"
#include "report/reasons.h"
#include "report/summary.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_SHOWN = 400, QUIET_SHOWN = 12, READS_KEPT = 64 };

typedef struct maker {
    row_list *list;
    const explanation *st;
    sys *s;
    source *src;
    bool all;
    bool loops;                 /* within the loop */
    bool bare;                  /* which has no step worth showing */
    int last;                   /* the actor of the last row */
    const explained_step *left; /* the step that left it, NULL while it goes on */
    bool starting;              /* the last step only started its thread, and has no row */
    summary matters;            /* the steps that it names are shown and marked */
    VEC(const action *) reads;  /* of the present thread since it goes on */
    bool joined;                /* the pieces of a number before this one belong to its row */
    const action *inside; /* the last row is of this one, inside the library; NULL: it is not */
    text did, note, after;
} maker;

static void push(maker *k, row r)
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

/* What an action is, in the thread's own column. */

static void add_source_or(maker *k, const action *d, const char *left, const char *between,
                          const char *right)
{
    source_statement(k->src, d->file, d->line, d->column, &k->did);
    if (k->did.n == 0)
        text_addf(&k->did, "%s%s%s", left, between, right);
}

static bool aside(const action *d)
{
    return d->kind == EV_CREATE || d->kind == EV_JOIN || d->kind == EV_START ||
           d->kind == EV_EXIT || d->kind == EV_RESET;
}

/* Only the library knows what it touches.  What it frees, and where it waits, is worth a word. */
static bool inside_library(const maker *k, const action *d)
{
    bool shown_apart = aside(d) || d->kind == EV_FREE || d->kind == EV_WAIT ||
                       d->kind == EV_WOKEN || d->kind == EV_CHOOSE || d->kind == EV_OUTPUT ||
                       d->kind == EV_CANCEL;

    return !k->all && !shown_apart &&
           ((!d->library && cxx_call(d->call) && cxx_place(d->where)) ||
            cxx_outside(d->function, d->where));
}

static void add_inside(maker *k, const action *d)
{
    text place = {0};

    cxx_say_call(d->call, &k->did);
    cxx_say_place(d->where, &place);
    if (d->kind == EV_READ && place.n)
        text_addf(&k->note, "(%s is %s%s", place.at, *d->now ? d->now : "read", d->from ? "" : ")");
    if (d->kind == EV_READ && place.n && d->from)
        text_addf(&k->note, ", written at step %u)", d->from);
    text_free(&place);
}

/* The pointer to the virtual functions of an object. */
static bool add_class(maker *k, const action *d)
{
    text name = {0};
    bool is = *d->where && cxx_class(d->now, &name);

    if (is)
        text_addf(&k->did, "%s %s a %s", d->where, d->kind == EV_READ ? "is" : "becomes", name.at);
    text_free(&name);
    return is;
}

static void add_read(maker *k, const action *d)
{
    text element = {0};

    if (*d->call && !*d->where && !*d->now) { /* an operation that changes nothing */
        cxx_say(d->call, &k->did);
        return;
    }
    if (cxx_element(d->where, &element))
        text_addf(&k->did, "reads %s", element.at);
    else if (d->piece && !k->joined)
        text_addf(&k->did, "reads a piece of %s, which is %s", d->where, *d->now ? d->now : "...");
    else
        text_addf(&k->did, "%s is %s", *d->where ? d->where : "a value", *d->now ? d->now : "read");
    if (d->from)
        text_addf(&k->note, "(written at step %u)", d->from);
    text_free(&element);
}

static void add_call(maker *k, const action *d)
{
    if (cxx_call(d->call) || inside_library(k, d))
        cxx_say_call(d->call, &k->did);
    else if (*d->call)
        text_add(&k->did, d->call);
    else
        add_source_or(k, d, event_names[d->kind], *d->where ? " " : "", d->where);
}

static void add_actor(text *out, const explanation *st, int who, bool name)
{
    if (who < 0)
        text_add(out, "a thread");
    else if (name)
        text_addf(out, "T%d %s", who, st->actors.at[who].name);
    else
        text_addf(out, "T%d", who);
}

/* --malloc-may-fail: the second choice is failure. */
static bool of_allocation(const action *d)
{
    size_t n = strcspn(d->call, "(");
    const char *alloc = strstr(d->call, "alloc"), *copy = strstr(d->call, "dup");

    return (alloc && alloc < d->call + n) || (copy && copy < d->call + n);
}

static void add_choice(maker *k, const action *d)
{
    add_call(k, d);
    if (of_allocation(d))
        text_add(&k->did, d->value ? " fails" : " succeeds");
    else if (*d->now)
        text_addf(&k->did, " is %s", d->now);
    else
        text_addf(&k->did, " is %llu", (unsigned long long)d->value);
}

static bool of_condition(const action *d)
{
    return strncmp(d->call, "pthread_cond_", 13) == 0 || strncmp(d->call, "cnd_", 4) == 0;
}

static void add_lock(maker *k, const action *d)
{
    if (of_condition(d))
        text_addf(&k->did, "locks %s again", d->where);
    else
        add_call(k, d);
}

static const char *how_it_went_on(move_kind how, event_kind kind)
{
    return how == MOVE_SPURIOUS  ? " wakes up without a signal"
           : how == MOVE_TIMEOUT ? " times out"
           : kind == EV_WOKEN    ? " is woken"
                                 : "";
}

/* The message of an exception that nothing catches ends with what() says. */
static bool add_throw(maker *k, const action *d)
{
    const char *what =
        k->st->error == ERR_UNCAUGHT ? strstr(k->st->message, " is not caught: ") : NULL;

    if (!cxx_throws(d->call, &k->did))
        return false;
    if (what) {
        text_add(&k->did, ": ");
        text_quoted(&k->did, what + strlen(" is not caught: "), SIZE_MAX);
    }
    return true;
}

static void add_library(maker *k, const action *d)
{
    const char *does = d->kind == EV_READ ? "reads" : d->kind == EV_WRITE ? "sets" : "changes";

    if (add_throw(k, d))
        return;

    add_call(k, d);
    text_addf(&k->note, "(%s what the library keeps", does);
    if (d->kind == EV_READ && *d->now)
        text_addf(&k->note, ": %s", d->now);
    if (d->from)
        text_addf(&k->note, ", written at step %u", d->from);
    text_addc(&k->note, ')');
}

/* Of `if (x)` and `while (x)` only x. */
static void drop_header(text *did)
{
    const char *open = did->n ? strchr(did->at, '(') : NULL;
    bool header =
        open && (strncmp(did->at, "if ", 3) == 0 || strncmp(did->at, "if(", 3) == 0 ||
                 strncmp(did->at, "while ", 6) == 0 || strncmp(did->at, "while(", 6) == 0);
    char *inside;

    if (!header || did->at[did->n - 1] != ')')
        return;
    inside = mem_strndup(open + 1, (size_t)(did->at + did->n - 1 - (open + 1)));
    text_clear(did);
    text_add(did, inside);
    mem_free(inside);
}

/* It compared and wrote nothing: it read another value, or failed for no reason. */
static void add_failed(maker *k, const action *d)
{
    add_source_or(k, d, "compare-exchange of ", "", d->where);
    drop_header(&k->did);
    text_addf(&k->did, " fails%s: %s is %s", d->kind == EV_UPDATE ? " spuriously" : "",
              *d->where ? d->where : "the value", *d->now ? d->now : "another");
    if (d->from)
        text_addf(&k->note, "(written at step %u)", d->from);
}

static void add_write(maker *k, const action *d)
{
    text element = {0};

    if (*d->call)
        add_call(k, d);
    else
        add_source_or(k, d, d->where, " = ", d->now);
    if (d->own && cxx_element(d->where, &element))
        text_addf(&k->note, "(%s changes)", element.at);
    else if (d->own && *d->where)
        text_addf(&k->note, "(%s = %s)", d->where, *d->now ? d->now : "...");
    else if (d->from && *d->old)
        text_addf(&k->note, "(%s was %s, written at step %u)", d->where, d->old, d->from);
    text_free(&element);
}

static void add_buffered(maker *k, const action *d)
{
    if (*d->call)
        cxx_say(d->call, &k->did);
    else
        add_source_or(k, d, d->where, " = ", d->now);
    text_addf(&k->note, "(buffered: %s = %s)", *d->where ? d->where : "a value",
              *d->now ? d->now : "...");
}

static void add_flushed(maker *k, const action *d)
{
    text_addf(&k->did, "%s = %s reaches memory", *d->where ? d->where : "a value",
              *d->now ? d->now : "...");
}

static void add_forwarded(maker *k, const action *d)
{
    text_addf(&k->did, "%s is %s", *d->where ? d->where : "a value", *d->now ? d->now : "read");
    text_add(&k->note, "(from its own buffer)");
}

static void add_access(maker *k, const action *d)
{
    if (d->library)
        add_library(k, d);
    else if (inside_library(k, d))
        add_inside(k, d);
    else if (add_class(k, d))
        return;
    else if (d->failed)
        add_failed(k, d);
    else if (d->kind == EV_READ)
        add_read(k, d);
    else
        add_write(k, d);
}

static void add_output(maker *k, const action *d)
{
    if (cxx_exception(d->value)) {
        cxx_say_exception(d->value, d->output, &k->did);
        return;
    }
    text_add(&k->did, "prints ");
    text_quoted(&k->did, d->output, SIZE_MAX);
}

static void say_did(maker *k, const explained_step *step, const action *d)
{
    switch (d->kind) {
    case EV_READ:
    case EV_WRITE:
    case EV_UPDATE:
        if (step->kind == MOVE_FLUSH)
            add_flushed(k, d);
        else
            add_access(k, d);
        break;
    case EV_BUFFER:
        add_buffered(k, d);
        break;
    case EV_FORWARD:
        add_forwarded(k, d);
        break;
    case EV_THREAD_EXIT:
        text_add(&k->did, "ends; its variables are gone");
        break;
    case EV_LOCK:
        add_lock(k, d);
        break;
    case EV_FREE:
        if (*d->call)
            add_call(k, d);
        else
            text_addf(&k->did, "the scope of %s ends", *d->where ? d->where : "its variables");
        break;
    case EV_CREATE:
        text_add(&k->did, "creates ");
        add_actor(&k->did, k->st, d->target, true);
        break;
    case EV_JOIN:
        text_add(&k->did, "joins ");
        add_actor(&k->did, k->st, d->target, false);
        break;
    case EV_CANCEL:
        if (*d->call && strncmp(d->call, "pthread_cancel", 14) != 0) {
            text_add(&k->did, d->call); /* a signal aims at a thread as a cancellation does */
            break;
        }
        text_add(&k->did, "cancels ");
        add_actor(&k->did, k->st, d->target, false);
        break;
    case EV_START:
        text_add(&k->did, "starts");
        break;
    case EV_RESET:
        text_add(&k->did, "the program is reset");
        break;
    case EV_EXIT:
        text_addf(&k->did, "the process ends with status %s", *d->now ? d->now : "0");
        break;
    case EV_CHOOSE:
        add_choice(k, d);
        break;
    case EV_ATOMIC:
        text_add(&k->did, "atomic section:");
        break;
    case EV_OUTPUT:
        add_output(k, d);
        break;
    default:
        add_call(k, d);
    }
    if (d == step->actions.at)
        text_add(&k->did, how_it_went_on(step->kind, d->kind));
}

/* Inside the library: what has a name for its users. */
static void say_after_inside(maker *k, const action *d)
{
    text place = {0};

    cxx_say_place(d->where, &place);
    if (place.n && d->kind != EV_READ)
        text_addf(&k->after, "%s = %s", place.at, *d->now ? d->now : "...");
    text_free(&place);
}

/* What is different for everyone after it. */
static void say_after(maker *k, const explained_step *step, const action *d)
{
    text element = {0};

    if (inside_library(k, d)) {
        say_after_inside(k, d);
        return;
    }
    switch (d->kind) {
    case EV_WRITE:
    case EV_UPDATE:
        if (d->failed)
            break;
        if (!d->own && cxx_element(d->where, &element))
            text_addf(&k->after, "%s changes", element.at);
        else if (*d->where && !d->own)
            text_addf(&k->after, "%s = %s", d->where, *d->now ? d->now : "...");
        else if (d->library && *d->now)
            text_addf(&k->after, "%.*s: %s", (int)strcspn(d->call, "("), d->call, d->now);
        break;
    case EV_FREE:
        if (*d->where)
            text_addf(&k->after, "%s %s", d->where, *d->call ? "freed" : "gone");
        break;
    case EV_ALLOC:
        if (*d->where && of_allocation(d))
            text_addf(&k->after, "%s is given again", d->where);
        break;
    case EV_SEM_WAIT:
    case EV_SEM_POST:
        if (*d->now)
            text_addf(&k->after, "%s = %s", d->where, d->now);
        break;
    case EV_WAIT:
        text_addf(&k->after, "T%d waits at %s", step->actor, d->where);
        break;
    case EV_READ:
    case EV_BUFFER:
    case EV_FORWARD:
    case EV_CHOOSE:
    case EV_JOIN:
    case EV_CANCEL:
    case EV_CREATE:
    case EV_OUTPUT:
    case EV_EXIT:
        break;
    default:
        if (*d->now)
            text_addf(&k->after, "%s%s%s", d->where, *d->where ? " " : "", d->now);
    }
    text_free(&element);
}

/* Rows. */

static void add_switch(maker *k, const explained_step *step)
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
    push(k, (row){.kind = ROW_SWITCH, .actor = step->left, .change = step->change});
}

/* The same line read the same before, and its thread went on since: calls of the library look at
 * one member many times. */
static bool read_again(const maker *k, const action *d)
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

static void note_read(maker *k, const action *d)
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
static bool skipped(const maker *k, const action *d)
{
    return !k->all && !(k->bare && k->loops) &&
           (d->constant || d->kind == EV_START || read_again(k, d) || of_library_class(d)) &&
           !summary_names(&k->matters, d);
}

static bool silent(const maker *k, const explained_step *step)
{
    for (u32 i = 0; i < step->actions.n; i++)
        if (!skipped(k, &step->actions.at[i]))
            return false;
    return true;
}

static bool dull(const maker *k, const explained_step *step, u32 number)
{
    return !k->all && !(k->bare && k->loops) && step->kind != MOVE_SPURIOUS &&
           step->kind != MOVE_TIMEOUT && !explanation_changes(k->st, number) && silent(k, step);
}

/* The second half of one library call: what it changed belongs to the row of the first. */
static bool joins_row(maker *k, const action *before, const action *d)
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
static bool joins_call(maker *k, const action *d)
{
    row *last = k->list->rows.n ? &vec_last(&k->list->rows) : NULL;

    if (!k->inside || !last || k->inside->line != d->line || !inside_library(k, d) ||
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
static u32 quiet_hidden(const maker *k, const explained_step *step)
{
    u32 n = 0;

    for (u32 i = 0; i < step->actions.n; i++)
        n += step->actions.at[i].quiet;
    return k->all || n <= QUIET_SHOWN ? 0 : n - QUIET_SHOWN;
}

static void add_hidden(maker *k, const explained_step *step, u32 n)
{
    if (n == 0)
        return;
    text_addf(&k->did, "... (%u more like the next)", n);
    push(k, (row){.kind = ROW_DEED, .actor = step->actor, .aside = true});
}

/* Is the next action, with nobody in between, an access to the next piece of the same number?  That
 * one's row has the number. */
static bool goes_on(const maker *k, const action *d, const action *next)
{
    return d->goes_on && next && next->kind == d->kind && next->object == d->object &&
           next->offset == d->offset + d->size && next->line == d->line &&
           strcmp(next->where, d->where) == 0 && !k->all && !k->loops &&
           !summary_names(&k->matters, d);
}

/* The same of a step that is no more than that. */
static bool step_goes_on(const maker *k, const explained_step *step, u32 number)
{
    const explained_step *next = number < k->st->steps.n ? &k->st->steps.at[number] : NULL;

    return next && step->actions.n == 1 && next->actions.n && next->actor == step->actor &&
           next->change == SWITCH_NONE && step->kind == next->kind &&
           !explanation_changes(k->st, number) && goes_on(k, step->actions.at, next->actions.at);
}

static void add_actions(maker *k, const explained_step *step, u32 number)
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
        say_did(k, step, d);
        say_after(k, step, d);
        if (!joins_call(k, d) && !joins_row(k, before, d)) {
            push(k, (row){.kind = ROW_DEED,
                          .step = before ? 0 : number,
                          .actor = step->actor,
                          .file = d->file,
                          .line = d->line,
                          .matters = summary_names(&k->matters, d),
                          .aside = aside(d)});
            k->inside = inside_library(k, d) ? d : NULL;
        }
        before = d;
        k->joined = false;
    }
}

static void add_lone(maker *k, const explained_step *step, u32 number)
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
    push(k, (row){.kind = ROW_DEED,
                  .step = number,
                  .actor = step->actor,
                  .file = step->file,
                  .line = step->local && k->loops ? step->line : 0,
                  .aside = !said});
}

/* Before the first step, only for what the propositions say. */
static void add_start(maker *k)
{
    if (k->st->start.n == 0)
        return;
    text_add(&k->did, "at the start");
    push(k, (row){.kind = ROW_DEED, .actor = -1, .aside = true, .values = &k->st->start});
}

/* The next row is of this actor. */
static void turn_to(maker *k, int who)
{
    if (k->left && who != k->last)
        add_switch(k, k->left);
    k->last = who;
    k->left = NULL;
}

/* Other switches to and from steps that are left out would be riddles: of them only why the thread
 * of the last row gave way is told. */
static void add_preemption(maker *k, const explained_step *step)
{
    if (k->left && k->last != step->left)
        add_switch(k, k->left);
    add_switch(k, step);
    k->left = NULL;
    k->last = step->actor;
}

static bool bare(const maker *k)
{
    for (u32 i = k->st->loop; i < k->st->steps.n; i++)
        if (!dull(k, &k->st->steps.at[i], i + 1))
            return false;
    return true;
}

/* The way into the loop is not part of it. */
static void open_loop(maker *k, const explained_step *first)
{
    turn_to(k, first->actor);
    explanation_loop(k->st, &k->did);
    push(k, (row){.kind = ROW_RULE, .actor = -1});
    k->loops = true;
    k->bare = bare(k);
}

static void add_step(maker *k, const explained_step *step, u32 number)
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
    turn_to(k, step->actor);
    if (silent(k, step))
        add_lone(k, step, number);
    else
        add_actions(k, step, number);
    if (step->after.n)
        vec_last(&k->list->rows).values = &step->after;
}

/* The end. */

static void free_frame(frame_shown *f)
{
    text_free(&f->locals);
}

static void push_failure(maker *k)
{
    const explanation *st = k->st;

    push(k, (row){.kind = ROW_FAIL, .actor = st->failing, .file = st->file, .line = st->line});
}

static bool says(const explanation *st, const char *words)
{
    return text_starts(st->message, words);
}

/* A query fails by its own text, not by that of the line which wrote. */
static bool add_query(maker *k)
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
static void failing_statement(maker *k, text *out)
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

static void add_failure(maker *k)
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
static void add_stuck(maker *k)
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
            push(k, (row){.kind = ROW_FAIL,
                          .actor = k->st->actor_of.at[slot],
                          .file = top.file,
                          .line = top.line});
        }
        free_frame(&top);
        text_free(&reason);
    }
}

/* A run that never ends. */
static void close_loop(maker *k)
{
    const explanation *st = k->st;

    k->loops = false;
    if (st->loop < st->steps.n)
        text_addf(&k->did, "back to the state before step %u", st->loop + 1);
    else
        text_add(&k->did, st->end == ST_DONE
                              ? "the program has ended; its last state stays for ever"
                              : "no thread can go on; this state stays for ever");
    push(k, (row){.kind = ROW_RULE, .actor = -1});
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
static void add_refuted(maker *k)
{
    const explanation *st = k->st;
    const char *formula = st->message + formula_at(st->message);
    text names = {0};

    text_addf(&k->did, "%s  FAILS", formula);
    for (; *formula; formula++)
        text_addc(&names, (char)(*formula == '"' ? ' ' : *formula));
    reasons_invariant(st, k->s, text_str(&names), &k->did);
    push(k, (row){.kind = ROW_FAIL,
                  .actor = st->steps.n ? vec_last(&st->steps).actor : -1,
                  .file = st->file,
                  .line = st->line});
    text_free(&names);
}

/* A last step that fails before it does anything has no row but this. */
static void add_end(maker *k)
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
    turn_to(k, k->st->failing);
    add_failure(k);
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
    maker k = {.list = list, .st = st, .s = s, .src = src, .all = all, .last = -1};

    *list = (row_list){0};
    summary_make(st, s, &k.matters);
    add_start(&k);
    for (u32 i = 0; i < st->steps.n; i++)
        add_step(&k, &st->steps.at[i], i + 1);
    add_end(&k);
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
