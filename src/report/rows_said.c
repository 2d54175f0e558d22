/* What is said of one action of a thread: in the thread's own column, as a note, and as what is
 * different for everyone after it. */
#include "report/cxx.h"
#include "report/rows_parts.h"

#include <stdio.h>
#include <string.h>

static void add_source_or(row_maker *k, const action *d, const char *left, const char *between,
                          const char *right)
{
    source_statement(k->src, d->file, d->line, d->column, &k->did);
    if (k->did.n == 0)
        text_addf(&k->did, "%s%s%s", left, between, right);
}

bool row_is_aside(const action *d)
{
    return d->kind == EV_CREATE || d->kind == EV_JOIN || d->kind == EV_START ||
           d->kind == EV_EXIT || d->kind == EV_RESET;
}

/* Only the library knows what it touches.  What it frees, and where it waits, is worth a word. */
bool row_inside_library(const row_maker *k, const action *d)
{
    bool shown_apart = row_is_aside(d) || d->kind == EV_FREE || d->kind == EV_WAIT ||
                       d->kind == EV_WOKEN || d->kind == EV_CHOOSE || d->kind == EV_OUTPUT ||
                       d->kind == EV_CANCEL;

    return !k->all && !shown_apart &&
           ((!d->library && cxx_call(d->call) && cxx_place(d->where)) ||
            cxx_outside(d->function, d->where));
}

static void add_inside(row_maker *k, const action *d)
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
static bool add_class(row_maker *k, const action *d)
{
    text name = {0};
    bool is = *d->where && cxx_class(d->now, &name);

    if (is)
        text_addf(&k->did, "%s %s a %s", d->where, d->kind == EV_READ ? "is" : "becomes", name.at);
    text_free(&name);
    return is;
}

static void add_read(row_maker *k, const action *d)
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

static void add_call(row_maker *k, const action *d)
{
    if (cxx_call(d->call) || row_inside_library(k, d))
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

static void add_choice(row_maker *k, const action *d)
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

static void add_lock(row_maker *k, const action *d)
{
    if (of_condition(d))
        text_addf(&k->did, "locks %s again", d->where);
    else
        add_call(k, d);
}

static const char *how_it_went_on(move_kind how, const action *d)
{
    if (how == MOVE_TIMEOUT)
        return d->spends ? " times out, its signal is lost" : " times out";
    return how == MOVE_SPURIOUS  ? " wakes up without a signal"
           : d->kind == EV_WOKEN ? " is woken"
                                 : "";
}

/* The message of an exception that nothing catches ends with what() says. */
static bool add_throw(row_maker *k, const action *d)
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

static void add_library(row_maker *k, const action *d)
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
static void add_failed(row_maker *k, const action *d)
{
    add_source_or(k, d, "compare-exchange of ", "", d->where);
    drop_header(&k->did);
    text_addf(&k->did, " fails%s: %s is %s", d->kind == EV_UPDATE ? " spuriously" : "",
              *d->where ? d->where : "the value", *d->now ? d->now : "another");
    if (d->from)
        text_addf(&k->note, "(written at step %u)", d->from);
}

static void add_write(row_maker *k, const action *d)
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

static void add_buffered(row_maker *k, const action *d)
{
    if (*d->call)
        cxx_say(d->call, &k->did);
    else
        add_source_or(k, d, d->where, " = ", d->now);
    text_addf(&k->note, "(buffered: %s = %s)", *d->where ? d->where : "a value",
              *d->now ? d->now : "...");
}

static void add_flushed(row_maker *k, const action *d)
{
    text_addf(&k->did, "%s = %s reaches memory", *d->where ? d->where : "a value",
              *d->now ? d->now : "...");
}

static void add_forwarded(row_maker *k, const action *d)
{
    text_addf(&k->did, "%s is %s", *d->where ? d->where : "a value", *d->now ? d->now : "read");
    text_add(&k->note, "(from its own buffer)");
}

static void add_access(row_maker *k, const action *d)
{
    if (d->library)
        add_library(k, d);
    else if (row_inside_library(k, d))
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

static void add_output(row_maker *k, const action *d)
{
    if (cxx_exception(d->value)) {
        cxx_say_exception(d->value, d->output, &k->did);
        return;
    }
    text_add(&k->did, "prints ");
    text_quoted(&k->did, d->output, SIZE_MAX);
}

void row_say_did(row_maker *k, const explained_step *step, const action *d)
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
        text_add(&k->did, how_it_went_on(step->kind, d));
}

/* Inside the library: what has a name for its users. */
static void say_after_inside(row_maker *k, const action *d)
{
    text place = {0};

    cxx_say_place(d->where, &place);
    if (place.n && d->kind != EV_READ)
        text_addf(&k->after, "%s = %s", place.at, *d->now ? d->now : "...");
    text_free(&place);
}

/* What is different for everyone after it. */
void row_say_after(row_maker *k, const explained_step *step, const action *d)
{
    text element = {0};

    if (row_inside_library(k, d)) {
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
