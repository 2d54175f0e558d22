/* Reads the replay of a trail, which has a line for each step:
 *     7:  proc  1 (thread_worker:1) model.pml:34 (state 3)  [x = 1]
 * behind it, one a line, the global variables that the step has set, arrays with all elements:
 *             x = 1
 * and after the last one the same without a statement, for where each process is.
 *
 * Steps of a process that come from the same line of C are one step of the trace, which shows that
 * line as it is written, and which variables of the program have another value since. */
#define _GNU_SOURCE
#include "promela/trail.h"
#include "promela/prelude.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct step {
    char name[64];
    u32 process, line; /* of the model */
    char what[96];
    bool ran;
} step;

enum { MOST_PROCESSES = 256, MOST_THREADS = 32, NAME = 96, SOURCE = 56 };

/* A variable of the model, and its value. */
typedef struct shown {
    char name[NAME], value[32];
} shown;

typedef struct source {
    const char *name;
    text whole;
} source;

typedef struct reader {
    const promela_model *m;
    promela_result *r;
    step before;                            /* the last one that was shown */
    const promela_line *at[MOST_PROCESSES]; /* the last line of the program that each was at */
    u32 threads, thread[MOST_THREADS];      /* the process of each thread */
    u32 claims;                             /* a process that takes no steps of the program */
    char called[MOST_THREADS][64];          /* what it starts with */
    u32 number, who;                        /* the thread whose store reaches memory */
    bool flushes;                           /* the step is such a store */
    bool open, stores, column;              /* a line of the trace, of a store, with values */
    bool lost;         /* the error is a store that reaches freed memory; it was not shown yet */
    char stored[NAME]; /* where it is stored */
    VEC(shown) values;
    VEC(source) files;
} reader;

static bool read_step(const char *line, size_t n, step *s)
{
    const char *at = memmem(line, n, "proc ", 5), *file = memmem(line, n, "model.pml:", 10);
    const char *open, *close = line + n;
    char *end;

    if (!at || !file)
        return false;
    s->process = (u32)strtoul(at + 5, &end, 10); /* sscanf would look for the end of the whole */
    if (strncmp(end, " (", 2))
        return false;
    snprintf(s->name, sizeof s->name, "%.*s", (int)strcspn(end + 2, ":)"), end + 2);
    s->line = (u32)atoi(file + 10);
    open = memchr(file, '[', (size_t)(line + n - file));
    s->ran = open != NULL;
    s->what[0] = 0;
    while (close > line && close[-1] != ']')
        close--;
    if (open && close > open)
        snprintf(s->what, sizeof s->what, "%.*s", (int)(close - open - 2), open + 1);
    return true;
}

static const promela_line *place_of(const promela_model *m, u32 line)
{
    return line && line <= m->lines.n && m->lines.at[line - 1].file ? &m->lines.at[line - 1] : NULL;
}

static bool is_prelude(const promela_line *p)
{
    return p && p->file && !strcmp(p->file, PRELUDE_FILE);
}

/* What is shown of a step: in the library, where it was called. */
static const promela_line *shown_place(const reader *d, const step *s)
{
    const promela_line *p = place_of(d->m, s->line);

    return is_prelude(p) && s->process < MOST_PROCESSES ? d->at[s->process] : p;
}

/* Threads with their numbers; functions that are processes by name. */
static const char *called(const reader *d, u32 process, const char *name, char out[NAME])
{
    bool thread = !strncmp(name, "thread_", 7);

    for (u32 i = 0; i < d->threads; i++)
        if (thread && d->thread[i] == process) {
            snprintf(out, NAME, "T%u %.64s", i, name + 7);
            return out;
        }
    return thread ? name + 7 : name;
}

/* ---- the source ---- */

static const char *whole_file(reader *d, const char *name)
{
    char part[4096];
    source new = {.name = name};
    size_t n;
    FILE *f;

    for (u32 i = 0; i < d->files.n; i++)
        if (!strcmp(d->files.at[i].name, name))
            return text_str(&d->files.at[i].whole);
    f = fopen(name, "r");
    while (f && (n = fread(part, 1, sizeof part, f)) > 0)
        text_addn(&new.whole, part, n);
    if (f)
        fclose(f);
    vec_push(&d->files, new);
    return text_str(&vec_last(&d->files).whole);
}

/* The line as it is written, without blanks around it and without a comment behind it. */
static void add_source(reader *d, const promela_line *p, text *out)
{
    const char *s = whole_file(d, p->file), *comment;
    size_t n;

    for (u32 i = 1; i < p->line && *s; i++) {
        s += strcspn(s, "\n");
        s += *s == '\n';
    }
    s += strspn(s, " \t");
    n = strcspn(s, "\n");
    for (u32 i = 0; i < 2; i++) {
        comment = memmem(s, n, i ? "//" : "/*", 2);
        if (comment && comment > s)
            n = (size_t)(comment - s);
    }
    while (n && isspace((unsigned char)s[n - 1]))
        n--;
    text_addn(out, s, n > SOURCE ? SOURCE : n);
    if (n > SOURCE)
        text_add(out, "...");
}

/* ---- steps ---- */

static const char *name_in_c(const promela_model *m, const char *name);

/* Of a store whose value was there already the replay says nothing. */
static void end_store(reader *d)
{
    const char *c = name_in_c(d->m, d->stored);

    if (d->column)
        text_add(&d->r->steps, " is in memory\n");
    else
        text_addf(&d->r->steps, "%s is in memory, as it was\n", c ? c : "a store");
}

static void end_line(reader *d)
{
    if (d->open && d->stores)
        end_store(d);
    else if (d->open)
        text_add(&d->r->steps, d->column ? "]\n" : "\n");
    d->open = false;
}

static void begin_line(reader *d, const char *who)
{
    end_line(d);
    text_addf(&d->r->steps, " %4u  %-16s ", ++d->number, who);
    d->open = true;
    d->stores = d->flushes;
    d->column = false;
}

static void add_step(reader *d, const step *s)
{
    const promela_line *p = shown_place(d, s), *q = shown_place(d, &d->before);
    char name[NAME];
    const char *slash,
        *kind = s->line && s->line <= d->m->lines.n ? d->m->lines.at[s->line - 1].kind : NULL;

    d->flushes = kind && !strcmp(kind, PROMELA_FLUSH);
    if (!strncmp(s->what, "who = ", 6) && !p)
        d->who = (u32)atoi(s->what + 6) % MOST_THREADS;
    if (d->flushes) {
        begin_line(d, called(d, d->thread[d->who], d->called[d->who], name));
        text_addf(&d->r->steps, "%-20s", "store buffer");
        snprintf(d->stored, sizeof d->stored, "%.*s", (int)strcspn(s->what, " "), s->what);
        d->before = *s;
        return;
    }
    if (!p ||
        (q && q->line == p->line && !strcmp(q->file, p->file) && d->before.process == s->process))
        return;
    slash = strrchr(p->file, '/');
    begin_line(d, called(d, s->process, s->name, name));
    text_addf(&d->r->steps, "%s:%u  ", slash ? slash + 1 : p->file, p->line);
    add_source(d, p, &d->r->steps);
    d->before = *s;
}

/* The verifier stops before the store. */
static void add_lost_store(reader *d, const step *last)
{
    char name[NAME];

    if (!d->lost || strcmp(last->name, "sb_memory") != 0)
        return;
    d->lost = d->flushes = false;
    begin_line(d, called(d, d->thread[d->who], d->called[d->who], name));
    text_addf(&d->r->steps, "%-20s%s", "store buffer", "a store reaches memory that is freed");
}

/* ---- values ---- */

/* What C calls it; NULL: it is none of the program's. */
static const char *name_in_c(const promela_model *m, const char *name)
{
    for (u32 i = 0; i < m->names.n; i++)
        if (!strcmp(m->names.at[i].model, name))
            return m->names.at[i].c;
    return NULL;
}

static bool has_changed(reader *d, const char *name, const char *value)
{
    shown new = {.name = ""};

    for (u32 i = 0; i < d->values.n; i++)
        if (!strcmp(d->values.at[i].name, name)) {
            bool other = strcmp(d->values.at[i].value, value) != 0;

            snprintf(d->values.at[i].value, sizeof new.value, "%s", value);
            return other;
        }
    snprintf(new.name, sizeof new.name, "%s", name);
    snprintf(new.value, sizeof new.value, "%s", value);
    vec_push(&d->values, new);
    return strcmp(value, "0") != 0;
}

static void read_value(reader *d, const char *line, size_t n)
{
    const char *is = memmem(line, n, " = ", 3), *c;
    char name[NAME], value[32];

    if (!is || n < 2 || strncmp(line, "\t\t", 2))
        return;
    snprintf(name, sizeof name, "%.*s", (int)(is - line - 2), line + 2);
    snprintf(value, sizeof value, "%.*s", (int)(line + n - is - 3), is + 3);
    c = name_in_c(d->m, name);
    if (!c && d->flushes && strncmp(name, "sb_", 3) && !strstr(name, "_set"))
        c = name;
    if (!c || (!has_changed(d, name, value) && (!d->flushes || strchr(name, '['))) || !d->open)
        return;
    text_addf(&d->r->steps,
              d->column    ? ", %s = %s"
              : d->flushes ? "%s = %s"
                           : "    [%s = %s",
              c, value);
    d->column = true;
}

/* The first limit that an assertion stands for is no error of the program. */
static void judge(const promela_line *p, const promela_line *at, promela_result *r)
{
    r->kind = p && p->kind ? p->kind : "assertion";
    r->file = at ? at->file : NULL;
    r->line = at ? at->line : 0;
    if (!strncmp(r->kind, "limit", 5)) {
        r->verdict = EXIT_UNKNOWN;
        snprintf(r->message, sizeof r->message, "the model is too small at %s:%u: %s", r->file,
                 r->line, r->kind);
        return;
    }
    r->verdict = EXIT_FAILED;
    snprintf(r->message, sizeof r->message, "%s",
             strcmp(r->kind, "assertion") ? r->kind : "assertion failed");
}

static void judge_deadlock(const promela_model *m, const step *waiting, promela_result *r)
{
    const promela_line *p = place_of(m, waiting->line);

    r->verdict = EXIT_FAILED;
    r->kind = "deadlock";
    r->file = p ? p->file : NULL;
    r->line = p ? p->line : 0;
    snprintf(r->message, sizeof r->message, "deadlock: every thread that is left is blocked");
}

/* The line of the assertion that failed, when the replay names it, and it is not the claim's. */
static u32 failed_line(const char *said)
{
    static const char file[] = "model.pml:";
    const char *at = strstr(said, ", Error: assertion violated"), *from = at;
    size_t n = sizeof file - 1;

    while (from && from > said && from[-1] != ':')
        from--;
    if (!from || from < said + n || strncmp(from - n, file, n) != 0)
        return 0;
    return (u32)atoi(from);
}

/* A verifier that replays its own trail stops before the assertion, and tells of each process on
 * which line of the model it is and, on the next line, before which statement. */
static u32 stopped_line(const char *said)
{
    static const char words[] = "pan:1: assertion violated ", file[] = "model.pml:";
    const char *what = strstr(said, words), *end, *at, *line = NULL;
    char *wanted;

    if (!what)
        return 0;
    what += sizeof words - 1;
    end = strstr(what, " (at depth");
    if (!end || asprintf(&wanted, "\tassert(%.*s)\n", (int)(end - what), what) < 0)
        return 0;
    at = strstr(end, wanted);
    for (const char *next = strstr(end, file); at && next && next < at;
         next = strstr(next + 1, file))
        line = next;
    free(wanted);
    return line ? (u32)atoi(line + sizeof file - 1) : 0;
}

/* Where each process called what is not of the program: the last line before. */
static void note_place(reader *d, const step *s)
{
    const promela_line *p = place_of(d->m, s->line);

    if (p && !is_prelude(p) && s->process < MOST_PROCESSES)
        d->at[s->process] = p;
}

/* `Starting thread_worker with pid 3`: threads are numbered in this order.  A claim is started
 * before them; its number is counted, but that of no process in a step. */
static void note_thread(reader *d, const char *line)
{
    char name[64];
    const char *end = strstr(line, " with pid ");

    d->claims += strncmp(line, "starting claim ", 15) == 0;
    if (strncmp(line, "Starting ", 9) || !end || d->threads == MOST_THREADS)
        return;
    snprintf(name, sizeof name, "%.*s", (int)(end - line - 9), line + 9);
    if (strcmp(name, "main") && strncmp(name, "thread_", 7))
        return;
    snprintf(d->called[d->threads], sizeof name, "%s", name);
    d->thread[d->threads++] = (u32)atoi(end + 10) - d->claims;
}

/* The line of C of an assertion that failed: in the library that of the call, for a store that
 * reaches memory the one where its thread is. */
static const promela_line *blamed(const reader *d, u32 line, u32 process)
{
    const promela_line *p = place_of(d->m, line);

    if (!p && d->who < d->threads)
        return d->at[d->thread[d->who] % MOST_PROCESSES];
    return is_prelude(p) && process < MOST_PROCESSES ? d->at[process] : p;
}

static void read_line(reader *d, const char *at, size_t n, step *last, step *waiting)
{
    char name[NAME];
    step s;

    if (n >= 5 && !strncmp(at + strspn(at, " "), "<<<<<", 5)) {
        end_line(d);
        text_add(&d->r->steps, " ---- from here on the steps repeat for ever ----\n");
        d->before.line = 0;
        return;
    }
    if (!read_step(at, n, &s)) {
        note_thread(d, at);
        read_value(d, at, n);
        return;
    }
    if (s.ran) {
        add_step(d, &s);
        note_place(d, &s);
        *last = s;
    } else if (place_of(d->m, s.line)) {
        if (!waiting->line)
            *waiting = s;
        add_lost_store(d, last);
        end_line(d);
        text_addf(&d->r->steps, "       %-16s is at %s:%u\n", called(d, s.process, s.name, name),
                  place_of(d->m, s.line)->file, place_of(d->m, s.line)->line);
    }
}

void trail_read(const promela_model *m, const char *said, bool deadlock, promela_result *r)
{
    step last = {.line = 0}, waiting = {.line = 0};
    reader d = {.m = m, .r = r};
    u32 failed = failed_line(said);

    if (!failed)
        failed = stopped_line(said);
    d.lost = failed && failed <= m->lines.n && !place_of(m, failed) && m->lines.at[failed - 1].kind;
    text_add(&r->steps, "\n step  process          line\n");
    for (const char *at = said; *at;) {
        size_t n = strcspn(at, "\n");

        read_line(&d, at, n, &last, &waiting);
        at += n + (at[n] == '\n');
    }
    end_line(&d);
    text_addc(&r->steps, '\n');
    if (!failed)
        failed = last.line;
    if (deadlock)
        judge_deadlock(m, &waiting, r);
    else
        judge(failed && failed <= m->lines.n ? &m->lines.at[failed - 1] : NULL,
              blamed(&d, failed, last.process), r);
    for (u32 i = 0; i < d.files.n; i++)
        text_free(&d.files.at[i].whole);
    vec_free(&d.files);
    vec_free(&d.values);
}
