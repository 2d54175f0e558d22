/* compile_commands.json: an array of objects with the members directory, file, and command or
 * arguments.  Only as much of JSON is read as that takes; other members are passed over. */
#include "front/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NAME "compile_commands.json"

typedef struct entry {
    text directory, file;
    VEC(char *) words;
} entry;

typedef struct scanner {
    const char *path, *start, *at;
} scanner;

static _Noreturn void wrong(const scanner *s, const char *what)
{
    u32 line = 1;

    for (const char *p = s->start; p < s->at; p++)
        line += *p == '\n';
    fail(EXIT_INPUT, "%s:%u: %s", s->path, line, what);
}

static char next(scanner *s)
{
    s->at += strspn(s->at, " \t\r\n");
    return *s->at;
}

static bool passes(scanner *s, char c)
{
    if (next(s) != c)
        return false;
    s->at++;
    return true;
}

static void expect(scanner *s, char c)
{
    char what[] = "a ' ' is missing";

    what[3] = c;
    if (!passes(s, c))
        wrong(s, what);
}

static void add_utf8(text *out, unsigned long c)
{
    if (c < 0x80) {
        text_addc(out, (char)c);
    } else if (c < 0x800) {
        text_addc(out, (char)(0xc0 | c >> 6));
        text_addc(out, (char)(0x80 | (c & 63)));
    } else {
        text_addc(out, (char)(0xe0 | c >> 12));
        text_addc(out, (char)(0x80 | (c >> 6 & 63)));
        text_addc(out, (char)(0x80 | (c & 63)));
    }
}

static void take_escape(scanner *s, text *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *which = *s->at ? strchr(from, *s->at) : NULL;
    char digits[5] = "", *end;

    if (which) {
        text_addc(out, to[which - from]);
        s->at++;
        return;
    }
    if (*s->at == 'u')
        strncpy(digits, s->at + 1, 4);
    add_utf8(out, strtoul(digits, &end, 16));
    if (end != digits + 4)
        wrong(s, "an escape that JSON does not have");
    s->at += 5;
}

static void take_string(scanner *s, text *out)
{
    expect(s, '"');
    while (*s->at && *s->at != '"') {
        if (*s->at != '\\') {
            text_addc(out, *s->at++);
            continue;
        }
        s->at++;
        take_escape(s, out);
    }
    expect(s, '"');
}

static void pass_value(scanner *s);

static void pass_members(scanner *s, char open, char close)
{
    text name = {0};

    expect(s, open);
    while (next(s) && *s->at != close) {
        if (open == '{') {
            take_string(s, &name);
            expect(s, ':');
        }
        pass_value(s);
        if (!passes(s, ','))
            break;
    }
    expect(s, close);
    text_free(&name);
}

static void pass_value(scanner *s)
{
    text string = {0};
    char c = next(s);

    if (c == '"')
        take_string(s, &string);
    else if (c == '{' || c == '[')
        pass_members(s, c, c == '{' ? '}' : ']');
    else if (strcspn(s->at, ",]} \t\r\n") == 0)
        wrong(s, "a value is missing");
    else
        s->at += strcspn(s->at, ",]} \t\r\n");
    text_free(&string);
}

/* A command line as a shell takes it apart. */
static void split(const char *s, entry *e)
{
    for (s += strspn(s, " \t\n"); *s; s += strspn(s, " \t\n")) {
        text word = {0};
        char quote = 0;

        text_add(&word, "");
        for (; *s && (quote || !strchr(" \t\n", *s)); s++) {
            if (*s == '\\' && quote != '\'' && s[1])
                text_addc(&word, *++s);
            else if (quote ? *s == quote : *s == '\'' || *s == '"')
                quote = quote ? 0 : *s;
            else
                text_addc(&word, *s);
        }
        vec_push(&e->words, mem_strdup(text_str(&word)));
        text_free(&word);
    }
}

static void take_arguments(scanner *s, entry *e)
{
    expect(s, '[');
    while (next(s) == '"') {
        text word = {0};

        take_string(s, &word);
        vec_push(&e->words, mem_strdup(text_str(&word)));
        text_free(&word);
        if (!passes(s, ','))
            break;
    }
    expect(s, ']');
}

static void take_member(scanner *s, const char *name, entry *e)
{
    text command = {0};

    if (strcmp(name, "directory") == 0)
        take_string(s, &e->directory);
    else if (strcmp(name, "file") == 0)
        take_string(s, &e->file);
    else if (strcmp(name, "arguments") == 0)
        take_arguments(s, e);
    else if (strcmp(name, "command") == 0)
        take_string(s, &command);
    else
        pass_value(s);
    if (command.n && !e->words.n)
        split(text_str(&command), e);
    text_free(&command);
}

static void take_entry(scanner *s, entry *e)
{
    expect(s, '{');
    while (next(s) == '"') {
        text name = {0};

        take_string(s, &name);
        expect(s, ':');
        take_member(s, text_str(&name), e);
        text_free(&name);
        if (!passes(s, ','))
            break;
    }
    expect(s, '}');
}

static void entry_free(entry *e)
{
    text_free(&e->directory);
    text_free(&e->file);
    vec_free_items(&e->words);
}

/* Is it the entry of this file? */
static bool is_of(const entry *e, const char *file)
{
    text path = {0};
    char *there, *here = realpath(file, NULL);
    bool same;

    if (text_str(&e->file)[0] != '/')
        text_addf(&path, "%s/", text_str(&e->directory));
    text_add(&path, text_str(&e->file));
    there = realpath(text_str(&path), NULL);
    same = there && here && strcmp(there, here) == 0;
    free(there);
    free(here);
    text_free(&path);
    return same;
}

/* The first entry of the file; false: there is none. */
static bool find_entry(scanner *s, const char *file, entry *out)
{
    expect(s, '[');
    while (next(s) == '{') {
        *out = (entry){0};
        take_entry(s, out);
        if (is_of(out, file))
            return true;
        entry_free(out);
        if (!passes(s, ','))
            break;
    }
    expect(s, ']');
    return false;
}

void database_read(const char *folder, const string_list *files, unit_list *list)
{
    text path = {0}, in = {0};

    text_addf(&path, "%s/" NAME, folder);
    if (!text_read_file(&in, text_str(&path)))
        fail(EXIT_INPUT, "%s: %s; cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes it",
             text_str(&path), strerror(errno));
    for (u32 i = 0; i < files->n; i++) {
        scanner s = {text_str(&path), text_str(&in), text_str(&in)};
        unit u = {.file = mem_strdup(files->at[i])};
        entry e;

        if (!find_entry(&s, files->at[i], &e))
            fail(EXIT_INPUT, "%s: has no command for %s", text_str(&path), files->at[i]);
        units_flags((const char *const *)e.words.at, e.words.n, text_str(&e.directory), &u);
        vec_push(&list->all, u);
        entry_free(&e);
    }
    text_free(&path);
    text_free(&in);
}
