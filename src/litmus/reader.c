/* What all parts of a litmus test are read with: blanks, comments (those of herd and of C), words,
 * numbers, places. */
#include "litmus/reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void reader_fail(const reader *r, const char *format, ...)
{
    char message[512];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    fail(EXIT_INPUT, "%s:%u: %s", r->t->file, r->line, message);
}

void reader_to(reader *r, const char *end)
{
    for (; r->at < end; r->at++)
        r->line += *r->at == '\n';
}

/* A comment of herd may hold others. */
static void skip_comment(reader *r)
{
    reader begin = *r;
    u32 depth = 1;

    for (r->at += 2; depth; reader_to(r, r->at + 1)) {
        if (!*r->at)
            reader_fail(&begin, "this comment has no end");
        if (!strncmp(r->at, "(*", 2))
            depth++, r->at++;
        else if (!strncmp(r->at, "*)", 2))
            depth--, r->at++;
    }
}

void reader_skip_code(reader *r)
{
    for (;;) {
        if (isspace((unsigned char)*r->at)) {
            reader_to(r, r->at + 1);
        } else if (!strncmp(r->at, "//", 2)) {
            reader_to(r, r->at + strcspn(r->at, "\n"));
        } else if (!strncmp(r->at, "/*", 2)) {
            const char *end = strstr(r->at + 2, "*/");

            if (!end)
                reader_fail(r, "this comment has no end");
            reader_to(r, end + 2);
        } else {
            return;
        }
    }
}

void reader_skip(reader *r)
{
    for (reader_skip_code(r); !strncmp(r->at, "(*", 2); reader_skip_code(r))
        skip_comment(r);
}

bool reader_take(reader *r, const char *what)
{
    reader_skip(r);
    if (!text_starts(r->at, what))
        return false;
    r->at += strlen(what);
    return true;
}

/* What stands there, for a message. */
static const char *found(const reader *r)
{
    static char shown[24];
    size_t n = text_word(r->at);

    if (!*r->at)
        return "the end of the file";
    snprintf(shown, sizeof shown, "'%.*s'", n > 20 ? 20 : n ? (int)n : 1, r->at);
    return shown;
}

void reader_expect(reader *r, const char *what)
{
    if (!reader_take(r, what))
        reader_fail(r, "'%s' is expected, here is %s", what, found(r));
}

bool reader_at_word(const reader *r, const char *word)
{
    size_t n = strlen(word);

    return !strncmp(r->at, word, n) && !text_is_word(r->at[n]);
}

char *reader_word(reader *r, const char *what)
{
    size_t n;
    char *word;

    reader_skip(r);
    n = text_word(r->at);
    if (!n)
        reader_fail(r, "%s is expected, here is %s", what, found(r));
    word = mem_strndup(r->at, n);
    r->at += n;
    return word;
}

bool reader_at_number(const reader *r)
{
    return isdigit((unsigned char)*r->at) || (*r->at == '-' && isdigit((unsigned char)r->at[1]));
}

i64 reader_number(reader *r)
{
    char *end;
    i64 value;

    reader_skip(r);
    if (!reader_at_number(r))
        reader_fail(r, "a number is expected, here is %s", found(r));
    value = (i64)strtoll(r->at, &end, 0);
    if (text_is_word(*end))
        reader_fail(r, "a number is expected, here is %s", found(r));
    r->at = end;
    return value;
}

u32 reader_place(reader *r, i32 thread, char *name)
{
    u32 k = 0;

    while (k < r->t->places.n &&
           (r->t->places.at[k].thread != thread || strcmp(r->t->places.at[k].name, name) != 0))
        k++;
    if (k == r->t->places.n)
        vec_push(&r->t->places, (litmus_place){.thread = thread, .name = name, .line = r->line});
    else
        mem_free(name);
    return k;
}

char *reader_register(reader *r)
{
    char *name;

    reader_take(r, "%");
    name = reader_word(r, "the name of a register");
    if (r->t->language == LITMUS_X86 && !x86_is_register(name))
        reader_fail(r, "'%s' is no register of 32 bits", name);
    return name;
}
