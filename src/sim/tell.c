/* What the simulator prints of steps, moves and places.  The words are those of reports: the source
 * where it says best what is done, names and values where it does not. */
#include "report/cxx.h"
#include "report/moment.h"
#include "sim/session.h"

#include <assert.h>
#include <string.h>

enum { ROWS = 8, AROUND = 4 };

bool tell_same_file(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);

    if (n < m)
        return tell_same_file(b, a);
    return m && strcmp(a + n - m, b) == 0 && (n == m || a[n - m - 1] == '/' || *b == '/');
}

/* The first function of the user's that a thread of C++ runs, or that it is one. */
static void name_cxx(sys *s, u16 slot, text *out)
{
    enum { MOST = 64 };
    frame_shown frames[MOST] = {0};
    u32 n = sys_stack(s, slot, MOST, frames);

    text_clear(out);
    if (n && frames[n - 1].function)
        cxx_say_name(frames[n - 1].function, out);
    else
        text_add(out, "std::thread");
    for (u32 i = 0; i < n; i++)
        text_free(&frames[i].locals);
}

void tell_name(sim *x, u16 slot, text *out)
{
    text name = {0};

    sys_thread_name(x->w.s, slot, &name);
    if (strncmp(text_str(&name), "std::thread", strlen("std::thread")) == 0)
        name_cxx(x->w.s, slot, &name);
    text_add(out, text_str(&name));
    text_free(&name);
}

void tell_title(sim *x, u32 actor, text *out)
{
    int slot = actor < x->w.actors.n ? x->w.actors.at[actor].slot : -1;

    text_addf(out, "T%u", actor);
    if (slot < 0)
        return;
    text_addc(out, ' ');
    tell_name(x, (u16)slot, out);
}

bool tell_place(sim *x, u16 slot, u32 frame, code_place *out)
{
    enum { MOST = 64 };
    frame_shown frames[MOST] = {0};
    u32 n = sys_stack(x->w.s, slot, MOST, frames);

    if (frame < n)
        *out = (code_place){.file = frames[frame].file,
                            .function = frames[frame].function,
                            .line = frames[frame].line,
                            .depth = n - frame};
    for (u32 i = 0; i < n; i++)
        text_free(&frames[i].locals);
    return frame < n;
}

static bool line_of(sim *x, const char *file, u32 line, text *out)
{
    size_t before = out->n;

    source_raw(&x->src, file, line, out);
    return out->n > before;
}

static const char *marks(sim *x, const char *file, u32 line, text *out)
{
    code_place at;

    text_clear(out);
    for (u32 i = 0; i < x->w.actors.n; i++)
        if (x->w.actors.at[i].slot >= 0 &&
            tell_place(x, (u16)x->w.actors.at[i].slot, i == x->focus ? x->frame : 0, &at) &&
            at.line == line && tell_same_file(at.file, file))
            text_addf(out, "%sT%u", out->n ? "," : "", i);
    return text_str(out);
}

/* Lines behind the last that has something are not there. */
void tell_source(sim *x, const char *file, u32 from, u32 to)
{
    text line = {0}, who = {0};
    u32 empty = 0;

    for (u32 i = from; i <= to; i++) {
        text_clear(&line);
        if (!line_of(x, file, i, &line)) {
            empty++;
            continue;
        }
        for (; empty; empty--)
            printf("%8s %4u\n", "", i - empty);
        printf("%8s %4u  %s\n", marks(x, file, i, &who), i, text_str(&line));
    }
    if (empty > to - from)
        printf("%s has no line %u\n", file, from);
    text_free(&line);
    text_free(&who);
}

/* A thread without frames that can still move has not begun. */
bool tell_over(sim *x, u16 slot)
{
    move m;

    if (sys_peek(x->w.s, slot, &m))
        return false;
    sys_moves(x->w.s, &x->moves);
    for (u32 i = 0; i < x->moves.n; i++)
        if (x->moves.at[i].thread == slot)
            return false;
    return true;
}

void tell_position(sim *x)
{
    int slot = x->w.actors.at[x->focus].slot;
    text title = {0}, line = {0};
    code_place at;

    assert(x->focus < x->w.actors.n);
    tell_title(x, x->focus, &title);
    if (slot < 0 || !tell_place(x, (u16)slot, x->frame, &at)) {
        printf("%s %s\n", text_str(&title),
               slot >= 0 && !tell_over(x, (u16)slot) ? "has not begun" : "is over");
    } else {
        printf("%s in %s, %s:%u\n", text_str(&title), at.function, at.file, at.line);
        if (line_of(x, at.file, at.line, &line))
            printf("%4u  %s\n", at.line, text_str(&line));
    }
    text_free(&title);
    text_free(&line);
}

/* ---- what happened ---- */

static bool plain(const event *e)
{
    return e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE;
}

/* Reads are told where others could write, writes also where they could read; what the library
 * keeps for itself is not. */
static bool worth_telling(const event *e, u32 i)
{
    if (e->kind == EV_CREATE || e->kind == EV_OUTPUT)
        return true;
    if (e->kind == EV_NONE || e->flags & (EVF_RUNTIME | EVF_ASIDE))
        return i == 0;
    if (plain(e))
        return i == 0 || !(e->flags & EVF_OWN);
    return true;
}

static void add_access(sim *x, const event *e, const shown *v, text *out)
{
    size_t before = out->n;

    if (e->kind == EV_READ && v->where.n == 0 && v->call.n) {
        cxx_say(text_str(&v->call), out);
        return;
    }
    if (e->kind == EV_READ) {
        text_addf(out, "%s is %s", v->where.n ? text_str(&v->where) : "a value",
                  v->value.n ? text_str(&v->value) : "read");
        return;
    }
    if (v->call.n)
        cxx_say(text_str(&v->call), out);
    else
        source_statement(&x->src, v->file, v->line, v->column, out);
    if (v->where.n && v->value.n)
        text_addf(out, "%s%s = %s", out->n > before ? ": " : "", text_str(&v->where),
                  text_str(&v->value));
    if (v->old.n)
        text_addf(out, ", was %s", text_str(&v->old));
}

/* With store buffers. */
static bool buffers(const event *e, move_kind kind)
{
    return e->kind == EV_BUFFER || e->kind == EV_FORWARD || kind == MOVE_FLUSH;
}

static void add_buffered(sim *x, const event *e, const shown *v, move_kind kind, text *out)
{
    const char *where = v->where.n ? text_str(&v->where) : "a value",
               *value = v->value.n ? text_str(&v->value) : "...";

    if (kind == MOVE_FLUSH) {
        text_addf(out, "%s = %s reaches memory", where, value);
    } else if (e->kind == EV_FORWARD) {
        text_addf(out, "%s is %s (from its own buffer)", where, value);
    } else {
        source_statement(&x->src, v->file, v->line, v->column, out);
        text_addf(out, " (buffered: %s = %s)", where, value);
    }
}

static void add_operation(sim *x, const event *e, const shown *v, text *out)
{
    size_t before = out->n;

    if (v->call.n)
        cxx_say(text_str(&v->call), out);
    else if (v->file && *v->file && e->kind != EV_START && e->kind != EV_THREAD_EXIT)
        source_statement(&x->src, v->file, v->line, v->column, out);
    if (out->n == before && e->kind != EV_NONE)
        text_add(out, e->kind == EV_START ? "starts" : event_names[e->kind]);
    if (e->kind == EV_CREATE && walk_actor_of(&x->w, (u16)e->value) >= 0)
        text_addf(out, ": T%d", walk_actor_of(&x->w, (u16)e->value));
    else if (e->kind == EV_CHOOSE)
        text_addf(out, ": %s", text_str(&v->value));
    else if (v->where.n && v->value.n)
        text_addf(out, ": %s %s", text_str(&v->where), text_str(&v->value));
}

/* What the event did, in words; its line, or 0. */
static u32 add_event(sim *x, sys *s, const taken *done, u32 i, move_kind kind, text *words)
{
    event e = moment_of(done, i);
    shown v = {0};
    u32 line;

    shown_clear(&v);
    sys_show(s, &e, &v);
    if (i == 0 && v.call.n && x->call.n) {
        text_clear(&v.call);
        text_add(&v.call, text_str(&x->call));
    }
    if (e.kind == EV_OUTPUT && cxx_exception(e.value)) {
        cxx_say_exception(e.value, e.text ? e.text : "", words);
    } else if (e.kind == EV_OUTPUT) {
        text_add(words, "prints ");
        text_quoted(words, e.text ? e.text : "", 60);
    } else if (buffers(&e, kind)) {
        add_buffered(x, &e, &v, kind, words);
    } else if (plain(&e)) {
        add_access(x, &e, &v, words);
    } else {
        add_operation(x, &e, &v, words);
    }
    line = v.line;
    shown_free(&v);
    return line;
}

static void print_row(u32 line, const text *words)
{
    if (line && words->n)
        printf("%4u  %s\n", line, text_str(words));
    else if (words->n)
        printf("      %s\n", text_str(words));
}

/* Whether there was something to tell. */
static bool tell_event(sim *x, sys *s, const taken *done, u32 i, move_kind kind)
{
    text words = {0};
    u32 line = add_event(x, s, done, i, kind, &words);
    bool any = words.n;

    print_row(line, &words);
    text_free(&words);
    return any;
}

/* A step that others see nothing of: the line on which it began. */
static void tell_own_step(sim *x)
{
    text words = {0};

    source_line(&x->src, x->here.file, x->here.line, &words);
    print_row(x->here.line, &words);
    text_free(&words);
}

void tell_step_words(sim *x, u32 number, sys *s, const taken *done, text *out)
{
    text words = {0};

    for (u32 i = 0; i < done->events.n && !words.n; i++)
        if (worth_telling(&done->events.at[i], i)) {
            u32 line = add_event(x, s, done, i, x->w.path.at[number - 1].kind, &words);

            if (line && words.n)
                text_addf(out, "%u ", line);
            text_add(out, text_str(&words));
        }
    text_free(&words);
}

/* Arguments of a call are known only while the thread waits in it. */
void tell_note_call(sim *x, u16 slot)
{
    shown v = {0};
    move m;

    text_clear(&x->call);
    if (!sys_peek(x->w.s, slot, &m) || sys_with_describe(x->w.s)->ops->describe->pending)
        return;
    shown_clear(&v);
    sys_show(x->w.s, &m.next, &v);
    text_add(&x->call, text_str(&v.call));
    shown_free(&v);
}

void tell_step(sim *x, u32 number, sys *s, u32 actor, const taken *done)
{
    text title = {0};
    u32 told = 0, left = 0;
    bool any = false;

    tell_title(x, actor, &title);
    printf("step %u: %s\n", number, text_str(&title));
    for (u32 i = 0; i < done->events.n; i++) {
        if (!worth_telling(&done->events.at[i], i))
            continue;
        if (told++ < ROWS)
            any |= tell_event(x, s, done, i, x->w.path.at[number - 1].kind);
        else
            left++;
    }
    if (left)
        printf("      and %u more\n", left);
    if (!any && x->here.line)
        tell_own_step(x);
    text_free(&title);
}

/* ---- what is next ---- */

static const char *way_of(const move *m)
{
    if (m->kind == MOVE_TIMEOUT)
        return ", times out";
    if (m->kind == MOVE_SPURIOUS)
        return ", wakes up without a signal";
    return "";
}

static void add_next(sim *x, const move *m, text *out)
{
    event e = m->next;
    shown v = {0};
    sys *s = sys_with_describe(x->w.s);

    if (s->ops->describe->pending) {
        s->ops->describe->pending(s, m->thread, out);
        return;
    }
    if (m->kind == MOVE_FLUSH) {
        text_add(out, "a store reaches memory; its buffer: ");
        sys_buffer(s, m->thread, out);
        return;
    }
    shown_clear(&v);
    e.flags |= EVF_SETTLED;
    sys_show(s, &e, &v);
    if (v.line)
        text_addf(out, "%s:%u  ", v.file, v.line);
    if (e.kind == EV_START || m->kind == MOVE_START)
        text_add(out, "starts");
    else if (v.call.n)
        text_add(out, text_str(&v.call));
    else
        source_statement(&x->src, v.file ? v.file : "", v.line, v.column, out);
    if (plain(&e) && v.where.n)
        text_addf(out, ": %s %s",
                  e.kind == EV_READ    ? "reads"
                  : e.kind == EV_WRITE ? "writes"
                                       : "changes",
                  text_str(&v.where));
    if (e.kind == EV_READ && v.value.n)
        text_addf(out, ", %s", text_str(&v.value));
    if (!out->n)
        text_add(out, "begins");
    shown_free(&v);
}

static void tell_move(sim *x, u32 i)
{
    const move *m = &x->moves.at[i];
    int actor = walk_actor_of(&x->w, m->thread);
    text title = {0}, next = {0}, waits = {0};

    if (actor >= 0)
        tell_title(x, (u32)actor, &title);
    add_next(x, m, &next);
    if (!(m->flags & MOVE_ENABLED))
        cxx_waits_for(x->w.s, m->thread, &waits);
    printf("%4u  %-18s %s%s", i + 1, text_str(&title), text_str(&next), way_of(m));
    if (!(m->flags & MOVE_ENABLED))
        printf(waits.n ? "; blocked: %s" : "; blocked", text_str(&waits));
    if (m->choices > 1)
        printf("; %u choices", m->choices);
    printf("\n");
    text_free(&title);
    text_free(&next);
    text_free(&waits);
}

void tell_moves(sim *x)
{
    sys_moves(x->w.s, &x->moves);
    for (u32 i = 0; i < x->moves.n; i++)
        tell_move(x, i);
    if (!x->moves.n)
        printf("no thread can move\n");
}

void tell_end(sim *x)
{
    status st = sys_status(x->w.s);
    failure f = {0};

    if (x->w.at && x->w.done.outcome == OUT_LIMIT) {
        printf("the run is cut: %s\n", x->w.done.limit ? x->w.done.limit : "a limit was reached");
    } else if (x->w.at && x->w.done.outcome == OUT_ERROR) {
        f = x->w.done.error;
        printf("%s:%u: error: %s\n", f.file, f.line, f.message);
    } else if (st == ST_ERROR || st == ST_DEADLOCK) {
        sys_explain(x->w.s, &f);
        printf("%s:%u: error: %s\n", f.file ? f.file : "", f.line, f.message);
    } else if (st == ST_DONE) {
        printf("the program has ended, exit status %u\n", sys_exit_status(x->w.s));
    } else if (st == ST_PRUNED) {
        printf("an assumption of the program does not hold: the run does not count\n");
    } else if (st == ST_LIMIT) {
        printf("the run is cut: a limit was reached\n");
    } else if (sim_at_loaded_end(x) && x->o->loaded->error != ERR_NONE) {
        printf("%s:%u: error: %s\n", x->o->loaded->file, x->o->loaded->line, x->o->loaded->message);
    }
}
