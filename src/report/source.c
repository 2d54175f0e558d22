/* Source files are read once, whole, when the first line of them is asked for; a file that cannot be
 * read is kept as an empty one.  What is quoted is one line of the table of a trace: indentation,
 * comments and a last semicolon say nothing there and are left out. */
#include "report/source.h"

#include <string.h>

static void find_lines(source_file *f)
{
    const char *at = f->contents.at, *end = at + f->contents.n;

    while (at && at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));

        vec_push(&f->lines, (size_t)(at - f->contents.at));
        at = newline ? newline + 1 : NULL;
    }
}

static void read_source(source *s, source_file *f)
{
    text path = {0};

    if (s->folder && *s->folder && f->name[0] != '/')
        text_addf(&path, "%s/", s->folder);
    text_add(&path, f->name);
    if (!text_read_file(&f->contents, path.at))
        text_clear(&f->contents);
    text_free(&path);
    find_lines(f);
}

static source_file *find_file(source *s, const char *name)
{
    source_file f = {0};

    for (u32 i = 0; i < s->files.n; i++)
        if (strcmp(s->files.at[i].name, name) == 0)
            return &s->files.at[i];
    f.name = mem_strdup(name);
    read_source(s, &f);
    vec_push(&s->files, f);
    return &vec_last(&s->files);
}

/* The end of a comment that begins at `at`, or NULL when none begins there. */
static const char *past_comment(const char *at, const char *end)
{
    if (end - at < 2 || at[0] != '/')
        return NULL;
    if (at[1] == '/')
        return end;
    if (at[1] != '*')
        return NULL;
    for (at += 2; at + 1 < end; at++)
        if (at[0] == '*' && at[1] == '/')
            return at + 2;
    return end;
}

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Copies a literal with its quotes; returns what follows it. */
static const char *copy_literal(const char *at, const char *end, text *out)
{
    char quote = *at;

    do {
        if (*at == '\\' && at + 1 < end)
            text_addc(out, *at++);
        text_addc(out, *at++);
    } while (at < end && *at != quote);
    if (at < end)
        text_addc(out, *at++);
    return at;
}

static void copy_line(const char *at, const char *end, text *out)
{
    bool gap = false, any = false;

    while (at < end) {
        const char *past = past_comment(at, end);

        if (past || blank(*at)) {
            at = past ? past : at + 1;
            gap = any;
            continue;
        }
        if (gap)
            text_addc(out, ' ');
        gap = false;
        any = true;
        if (*at == '"' || *at == '\'')
            at = copy_literal(at, end, out);
        else
            text_addc(out, *at++);
    }
}

/* `x = 1;` reads as `x = 1`; `for (;;)` and `a; b;` stay. */
static void drop_semicolon(text *out, size_t from)
{
    if (out->n > from + 1 && out->at[out->n - 1] == ';' &&
        !memchr(out->at + from, ';', out->n - from - 1)) {
        out->n--;
        out->at[out->n] = 0;
    }
}

void source_line(source *s, const char *file, u32 number, text *out)
{
    source_file *f;
    const char *at, *end, *last;
    size_t from = out->n;

    if (!file || !*file || number == 0)
        return;
    f = find_file(s, file);
    if (number > f->lines.n)
        return;
    at = f->contents.at + f->lines.at[number - 1];
    last = f->contents.at + f->contents.n;
    end = memchr(at, '\n', (size_t)(last - at));
    copy_line(at, end ? end : last, out);
    drop_semicolon(out, from);
}

void source_free(source *s)
{
    for (u32 i = 0; i < s->files.n; i++) {
        mem_free(s->files.at[i].name);
        text_free(&s->files.at[i].contents);
        vec_free(&s->files.at[i].lines);
    }
    vec_free(&s->files);
}
