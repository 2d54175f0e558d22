/* Reads the replay of a trail, which has a line for each step:
 *     7:  proc  1 (thread_worker:1) model.pml:34 (state 3)  [x = 1]
 * and after the last one the same, without a statement, for where each process is. */
#define _GNU_SOURCE
#include "promela/trail.h"
#include "promela/prelude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct step {
    char name[64];
    u32 process, line; /* of the model */
    char what[96];
    bool ran;
} step;

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

static const char *short_name(const char *name)
{
    return strncmp(name, "thread_", 7) ? name : name + 7;
}

static void add_step(const promela_model *m, const step *s, u32 *number, step *before, text *out)
{
    const promela_line *p = place_of(m, s->line), *q = place_of(m, before->line);
    const char *slash,
        *kind = s->line && s->line <= m->lines.n ? m->lines.at[s->line - 1].kind : NULL;

    if (kind && !strcmp(kind, PROMELA_FLUSH)) {
        text_addf(out, " %4u  %-16s       %s\n", ++*number, "store buffer", s->what);
        *before = *s;
        return;
    }
    if (!p || (q && q->line == p->line && q->file == p->file && before->process == s->process))
        return;
    slash = strrchr(p->file, '/');
    text_addf(out, " %4u  %-16s %s:%u  %s\n", ++*number, short_name(s->name),
              slash ? slash + 1 : p->file, p->line, s->what);
    *before = *s;
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

/* The line of the assertion that failed, when the replay names it. */
static u32 failed_line(const char *said)
{
    const char *at = strstr(said, ", Error: assertion violated"), *from = at;

    while (from && from > said && from[-1] != ':')
        from--;
    return from ? (u32)atoi(from) : 0;
}

/* Where each process called what is not of the program: the last line before. */
typedef struct callers {
    const promela_line *at[256];
} callers;

static bool is_prelude(const promela_line *p)
{
    return p && p->file && !strcmp(p->file, PRELUDE_FILE);
}

static void note_caller(callers *c, const promela_model *m, const step *s)
{
    const promela_line *p = place_of(m, s->line);

    if (p && !is_prelude(p) && s->process < LENGTH(c->at))
        c->at[s->process] = p;
}

void trail_read(const promela_model *m, const char *said, bool deadlock, promela_result *r)
{
    step s, before = {.line = 0}, last = {.line = 0}, waiting = {.line = 0};
    const promela_line *p;
    callers c = {0};
    u32 number = 0;

    text_add(&r->steps, "\n step  process          line  statement of the model\n");
    for (const char *at = said; *at;) {
        size_t n = strcspn(at, "\n");

        if (read_step(at, n, &s)) {
            if (s.ran) {
                add_step(m, &s, &number, &before, &r->steps);
                note_caller(&c, m, &s);
                last = s;
            } else if (place_of(m, s.line)) {
                if (!waiting.line)
                    waiting = s;
                text_addf(&r->steps, "       %-16s is at %s:%u\n", short_name(s.name),
                          place_of(m, s.line)->file, place_of(m, s.line)->line);
            }
        }
        at += n + (at[n] == '\n');
    }
    text_addc(&r->steps, '\n');
    if (deadlock)
        judge_deadlock(m, &waiting, r);
    else {
        p = place_of(m, failed_line(said) ? failed_line(said) : last.line);
        judge(p, is_prelude(p) && last.process < LENGTH(c.at) ? c.at[last.process] : p, r);
    }
}
