/* The commands that look at the present state, and those that write it down. */
#include "report/report.h"
#include "report/cxx.h"
#include "sim/session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 64, AROUND = 5 };

/* ---- threads and frames ---- */

static void say_thread(sim *x, u32 actor)
{
    int slot = x->w.actors.at[actor].slot;
    text title = {0}, waits = {0};
    code_place at;

    tell_title(x, actor, &title);
    printf("%c %-18s ", actor == x->focus ? '*' : ' ', text_str(&title));
    if (slot >= 0)
        cxx_waits_for(x->w.s, (u16)slot, &waits);
    if (slot < 0)
        printf("over");
    else if (tell_place(x, (u16)slot, 0, &at))
        printf("%s, %s:%u", at.function, at.file, at.line);
    else
        printf(waits.n ? "at its end" : tell_over(x, (u16)slot) ? "over" : "has not begun");
    printf(waits.n ? "; blocked: %s" : "", text_str(&waits));
    text_clear(&waits);
    if (slot >= 0)
        sys_buffer(x->w.s, (u16)slot, &waits);
    printf(waits.n ? "; buffer: %s\n" : "\n", text_str(&waits));
    text_free(&title);
    text_free(&waits);
}

void do_threads(sim *x, char *words)
{
    (void)words;
    for (u32 i = 0; i < x->w.actors.n; i++)
        say_thread(x, i);
}

void do_thread(sim *x, char *words)
{
    char *word = word_next(&words);
    u32 actor;

    if (!word) {
        command_wrong(x, "which? thread T1");
    } else if (word_thread(x, word, &actor)) {
        x->focus = actor;
        x->frame = 0;
        tell_position(x);
    }
}

static void say_frames(sim *x, u16 slot, u32 marked)
{
    frame_shown frames[FRAMES] = {0};
    u32 n = sys_stack(x->w.s, slot, FRAMES, frames);

    for (u32 i = 0; i < n; i++) {
        printf("%c %u  %s, %s:%u%s%s\n", i == marked ? '*' : ' ', i, frames[i].function,
               frames[i].file, frames[i].line, frames[i].locals.n ? "  " : "",
               text_str(&frames[i].locals));
        text_free(&frames[i].locals);
    }
    if (!n)
        printf("no frames: it is over or has not begun\n");
}

void do_backtrace(sim *x, char *words)
{
    u32 actor;
    u16 slot;

    if (word_slot(x, words, &actor, &slot))
        say_frames(x, slot, actor == x->focus ? x->frame : 0);
}

static void to_frame(sim *x, i64 frame)
{
    code_place at;
    u16 slot;

    if (!sim_slot(x, &slot))
        return;
    if (frame < 0 || !tell_place(x, slot, (u32)frame, &at)) {
        command_wrong(x, frame < 0 ? "this is the innermost frame" : "this is the outermost frame");
        return;
    }
    x->frame = (u32)frame;
    tell_position(x);
}

static bool frames_word(sim *x, char *words, u32 *n)
{
    char *word = word_next(&words);

    *n = 1;
    return !word || word_number(x, word, n);
}

void do_up(sim *x, char *words)
{
    u32 n;

    if (frames_word(x, words, &n))
        to_frame(x, (i64)x->frame + n);
}

void do_down(sim *x, char *words)
{
    u32 n;

    if (frames_word(x, words, &n))
        to_frame(x, (i64)x->frame - n);
}

void do_list(sim *x, char *words)
{
    code_place at = {.file = "", .function = ""};
    int slot = x->w.actors.at[x->focus].slot;
    bool placed = slot >= 0 && tell_place(x, (u16)slot, x->frame, &at);
    stop s = {0};

    if (*words && (strchr(words, '(') || !stop_parse(x, words, false, &s) || s.kind != STOP_LINE)) {
        command_wrong(x, "'%s' is no line", words);
    } else if (!*words && !placed) {
        command_wrong(x, "the thread is at no line; list FILE:LINE");
    } else {
        const char *file = *words ? s.file : at.file;
        u32 line = *words ? s.line : at.line;

        tell_source(x, file, line > AROUND ? line - AROUND : 1, line + AROUND);
    }
    stop_free(&s);
}

/* ---- values ---- */

void do_print(sim *x, char *words)
{
    expr_scope at = sim_scope(x);
    text value = {0}, problem = {0};

    if (!*words)
        command_wrong(x, "what? print EXPR");
    else if (expression_print(&at, words, &value, &problem))
        printf("%s = %s\n", words, text_str(&value));
    else
        command_wrong(x, "%s", text_str(&problem));
    text_free(&value);
    text_free(&problem);
    sim_scope_free(&at);
}

void do_heap(sim *x, char *words)
{
    sys *s = sys_with_describe(x->w.s);
    text out = {0};

    (void)words;
    if (!s->ops->describe->heap) {
        command_wrong(x, "the heap is known of C programs that heddle runs itself");
        return;
    }
    s->ops->describe->heap(s, &out);
    printf("%s", out.n ? text_str(&out) : "nothing is allocated\n");
    text_free(&out);
}

/* What stands in quotes, as it was printed. */
static void print_unquoted(const char *s)
{
    for (; *s && *s != '"'; s++) {
        if (*s == '\\' && s[1])
            putchar(*++s == 'n' ? '\n' : *s == 't' ? '\t' : *s);
        else
            putchar(*s);
    }
}

/* Of a program that runs: what has left its buffers. */
static void say_output_of_run(sim *x)
{
    static const char head[] = "printed \"";
    text said = {0};
    const char *at;

    sys_outcome(x->w.s, &said);
    at = strstr(text_str(&said), head);
    if (at && at[strlen(head)] != '"')
        print_unquoted(at + strlen(head));
    else
        printf("nothing was printed, or it waits in a buffer of the program's\n");
    text_free(&said);
}

void do_output(sim *x, char *words)
{
    (void)words;
    if (x->o->made->system == TRACE_NATIVE) {
        say_output_of_run(x);
        return;
    }
    printf("%s", x->w.output.n ? text_str(&x->w.output) : "nothing was printed\n");
    if (x->w.output.n && x->w.output.at[x->w.output.n - 1] != '\n')
        printf("\n");
}

/* ---- the state as a whole ---- */

void do_state(sim *x, char *words)
{
    byte_list bytes = {0};

    (void)words;
    if (x->inside)
        printf("within step %u\n", x->w.at + 1);
    else if (x->w.at && x->w.done.outcome != OUT_RAN)
        printf("after step %u, which failed\n", x->w.at);
    else if (!sys_has_bytes(x->w.s)) /* only as long as this simulation lasts */
        printf("after step %u, state %" PRIu64 "\n", x->w.at, sys_save(x->w.s));
    else {
        sys_pack(x->w.s, &bytes);
        printf("after step %u, state %016" PRIx64 "\n", x->w.at, hash_bytes(bytes.at, bytes.n, 1));
    }
    vec_free(&bytes);
}

/* ---- as a trace ---- */

static bool is_loaded(const sim *x, const trace *t)
{
    const trace *l = x->o->loaded;

    if (!l || l->moves.n != t->moves.n)
        return false;
    for (u32 i = 0; i < t->moves.n; i++)
        if (strcmp(l->moves.at[i].thread, t->moves.at[i].thread) != 0 ||
            l->moves.at[i].kind != t->moves.at[i].kind ||
            l->moves.at[i].choice != t->moves.at[i].choice)
            return false;
    return true;
}

bool sim_at_loaded_end(const sim *x)
{
    trace t = {0};
    bool is;

    walk_save(&x->w, &t);
    is = is_loaded(x, &t);
    trace_free(&t);
    return is;
}

static void set_error(trace *t, const failure *f)
{
    t->error = f->kind;
    t->file = mem_strdup(f->file ? f->file : "");
    t->line = f->line;
    t->message = mem_strdup(f->message ? f->message : "");
}

/* The steps up to here; of those that were loaded also what the trace says of the whole run. */
static void make_trace(sim *x, trace *t)
{
    const trace *m = x->o->made, *l = x->o->loaded;
    status st = sys_status(x->w.s);
    failure f = {0};

    *t = (trace){.system = m->system, .program = m->program};
    t->folder = mem_strdup(m->folder ? m->folder : "");
    for (u32 i = 0; i < m->command.n; i++)
        vec_push(&t->command, mem_strdup(m->command.at[i]));
    walk_save(&x->w, t);
    if (is_loaded(x, t)) {
        set_error(
            t,
            &(failure){.kind = l->error, .file = l->file, .line = l->line, .message = l->message});
        t->shortest = l->shortest;
        t->calmest = l->calmest;
        t->refuted = l->refuted;
        t->lasso = l->lasso;
        t->loop = l->loop;
        return;
    }
    if (x->w.at && x->w.done.outcome == OUT_ERROR)
        f = x->w.done.error;
    else if (st == ST_ERROR || st == ST_DEADLOCK)
        sys_explain(x->w.s, &f);
    set_error(t, &f);
}

void sim_summary(sim *x, text *out)
{
    report_options o = {0};
    u32 back = x->w.at;
    trace t;

    make_trace(x, &t);
    if (t.error != ERR_NONE && report_summary(x->w.aside ? x->w.aside : x->w.s, &t, &o, out))
        text_clear(out);
    if (t.error != ERR_NONE && !x->w.aside)
        walk_again(&x->w, back);
    trace_free(&t);
}

void do_history(sim *x, char *words)
{
    report_options o = {.width = x->o->width, .colour = x->o->colour};
    trace t;
    text out = {0};
    const char *problem;
    u32 back = x->w.at;

    (void)words;
    make_trace(x, &t);
    problem = report_text(x->w.aside ? x->w.aside : x->w.s, &t, &o, &out);
    if (!x->w.aside)
        walk_again(&x->w, back);
    if (problem)
        command_wrong(x, "%s", problem);
    else
        printf("%s", text_str(&out));
    text_free(&out);
    trace_free(&t);
}

void do_save(sim *x, char *words)
{
    trace t;
    text path = {0};

    if (!*words) {
        command_wrong(x, "where to? save FILE");
        return;
    }
    if (x->o->home && *words != '/')
        text_addf(&path, "%s/", x->o->home);
    text_add(&path, words);
    make_trace(x, &t);
    if (trace_write(&t, text_str(&path)))
        printf("%u step%s written to %s\n", t.moves.n, t.moves.n == 1 ? "" : "s", words);
    else
        command_wrong(x, "%s: %s", words, strerror(errno));
    text_free(&path);
    trace_free(&t);
}
