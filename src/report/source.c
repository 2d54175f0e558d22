/* Source files are read once, whole, when the first line of them is asked for; a file that cannot
 * be read is kept as an empty one.  What is quoted is one line of the table of a trace:
 * indentation, comments, the braces of a block and a last semicolon say nothing there and are left
 * out. */
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

static void drop_last(text *out, size_t from, char c)
{
    if (out->n > from + 1 && out->at[out->n - 1] == c)
        out->n--;
    while (out->n > from && out->at[out->n - 1] == ' ')
        out->n--;
    if (out->at)
        out->at[out->n] = 0;
}

/* `} while (x)` reads as `while (x)`. */
static void drop_brace(text *out, size_t from)
{
    size_t skip = 0;

    while (out->n > from + skip + 1 && (out->at[from + skip] == '}' || out->at[from + skip] == ' '))
        skip++;
    if (skip == 0)
        return;
    memmove(out->at + from, out->at + from + skip, out->n - from - skip + 1);
    out->n -= skip;
}

/* `x = 1;` reads as `x = 1`; `for (;;)` and `a; b;` stay. */
static void drop_semicolon(text *out, size_t from)
{
    if (out->n > from + 1 && out->at[out->n - 1] == ';' &&
        !memchr(out->at + from, ';', out->n - from - 1))
        drop_last(out, from, ';');
}

/* The line's text, without its newline; false when it cannot be had. */
static bool find_line(source *s, const char *file, u32 number, const char **from, const char **to)
{
    source_file *f;
    const char *last;

    if (!file || !*file || number == 0)
        return false;
    f = find_file(s, file);
    if (number > f->lines.n)
        return false;
    *from = f->contents.at + f->lines.at[number - 1];
    last = f->contents.at + f->contents.n;
    *to = memchr(*from, '\n', (size_t)(last - *from));
    if (!*to)
        *to = last;
    return true;
}

static void add_tidy(const char *from, const char *to, text *out)
{
    size_t start = out->n;

    copy_line(from, to, out);
    drop_brace(out, start);
    drop_last(out, start, '{');
    drop_semicolon(out, start);
}

void source_line(source *s, const char *file, u32 number, text *out)
{
    const char *from, *to;

    if (find_line(s, file, number, &from, &to))
        add_tidy(from, to, out);
}

void source_raw(source *s, const char *file, u32 number, text *out)
{
    const char *from, *to;

    if (find_line(s, file, number, &from, &to))
        text_addn(out, from, (size_t)(to - from));
}

static bool ends_statement(char c)
{
    return c == ';' || c == '{' || c == '}';
}

/* The last character of the literal that begins there; `at` itself when none does. */
static const char *literal_end(const char *at, const char *to)
{
    char quote = *at;

    if (quote != '"' && quote != '\'')
        return at;
    for (const char *c = at + 1; c < to; c++) {
        if (*c == quote)
            return c;
        c += *c == '\\';
    }
    return at;
}

/* Is there a character of the set outside parentheses in [from, to)?  The first one, or `to`. */
static const char *next_end(const char *from, const char *to)
{
    int depth = 0;

    for (; from < to; from++) {
        from = literal_end(from, to);
        depth += (*from == '(') - (*from == ')');
        if (depth <= 0 && ends_statement(*from))
            return from;
    }
    return to;
}

static bool word_at(const char *at, const char *to, const char *word)
{
    size_t n = strlen(word);

    return (size_t)(to - at) > n && memcmp(at, word, n) == 0 && !text_is_word(at[n]);
}

/* The parenthesis that closes the first one in [from, to), or NULL. */
static const char *closing(const char *from, const char *to)
{
    int depth = 0;

    for (; from < to; from++) {
        from = literal_end(from, to);
        depth += (*from == '(') - (*from == ')');
        if (*from == ')' && depth == 0)
            return from;
    }
    return NULL;
}

/* The end of the `for (...)` or its like that begins there, or NULL. */
static const char *header_end(const char *from, const char *to)
{
    static const char *const heads[] = {"for", "while", "if", "switch"};

    if (word_at(from, to, "else") || word_at(from, to, "do"))
        return from + (*from == 'e' ? 3 : 1);
    for (u32 i = 0; i < LENGTH(heads); i++)
        if (word_at(from, to, heads[i]))
            return closing(from, to);
    return NULL;
}

/* Past headers when `at` is in what they govern. */
static const char *past_headers(const char *from, const char *at, const char *to)
{
    const char *close;

    while (from < at && blank(*from))
        from++;
    close = header_end(from, to);
    return close && close < at ? past_headers(close + 1, at, to) : from;
}

void source_statement(source *s, const char *file, u32 number, u32 column, text *out)
{
    const char *from, *to, *at, *close;

    if (!find_line(s, file, number, &from, &to))
        return;
    at = from + column - 1;
    if (column == 0 || at >= to) {
        add_tidy(from, to, out);
        return;
    }
    for (const char *end = next_end(from, to); end < at; end = next_end(from, to))
        from = end + 1;
    to = next_end(from, to);
    from = past_headers(from, at, to);
    close = header_end(from, to);
    add_tidy(from, close ? close + 1 : to, out);
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
