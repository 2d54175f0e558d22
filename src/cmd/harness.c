/* Reading harnesses.
 *
 * Lines `// heddle: WORD ...` say what is expected: a row of `lines` below for each word.  Lines
 * `// heddle: ltl ...` are properties (--properties).  Any other word is refused, so that a slip
 * of the pen does not switch a test off. */
#include "cmd/harness.h"
#include "event.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MARK "// heddle:"

typedef struct reader {
    harness *to;
    u32 line;
} reader;

static _Noreturn void refuse(const reader *r, const char *what, const char *word)
{
    fail(EXIT_INPUT, "%s:%u: %s%s%s", r->to->path, r->line, what, *word ? " " : "", word);
}

/* The words of a line, with quotes as a shell has them. */
static void split(const reader *r, const char *s, own_words *out)
{
    for (s += text_blanks(s); *s; s += text_blanks(s)) {
        text word = {0};
        char quote = 0;

        for (; *s && (quote || !strchr(" \t\r", *s)); s++) {
            if (quote ? *s == quote : *s == '\'' || *s == '"')
                quote = quote ? 0 : *s;
            else
                text_addc(&word, *s);
        }
        if (quote)
            refuse(r, "a quote is not closed", "");
        vec_push(out, mem_strdup(text_str(&word)));
        text_free(&word);
    }
}

static void free_words(own_words *list)
{
    vec_free_items(list);
}

static void take_place(reader *r, const char *word)
{
    char *end;

    r->to->line = (u32)strtoul(word + 1, &end, 10);
    if (!r->to->line || *end)
        refuse(r, "a line such as :14 is needed, not", word);
}

/* VERIFIED, UNKNOWN, or FAILED with a kind and a line where it matters. */
static void take_verdict(reader *r, const char *rest)
{
    own_words words = {0};
    harness *h = r->to;
    error_kind kind;

    split(r, rest, &words);
    if (h->verdict)
        refuse(r, "a second verdict", "");
    if (!words.n || (strcmp(words.at[0], "VERIFIED") && strcmp(words.at[0], "FAILED") &&
                     strcmp(words.at[0], "UNKNOWN")))
        refuse(r, "a verdict is VERIFIED, FAILED or UNKNOWN", "");
    h->verdict = mem_strdup(words.at[0]);
    for (u32 i = 1; i < words.n; i++) {
        if (strcmp(h->verdict, "FAILED") != 0)
            refuse(r, "only FAILED has a kind or a line:", words.at[i]);
        if (words.at[i][0] == ':')
            take_place(r, words.at[i]);
        else if (h->kind || !error_named(words.at[i], &kind))
            refuse(r, "no kind of error (heddle list errors):", words.at[i]);
        else
            h->kind = mem_strdup(words.at[i]);
    }
    free_words(&words);
}

static void take_options(reader *r, const char *rest)
{
    split(r, rest, &r->to->options);
}

static void take_files(reader *r, const char *rest)
{
    split(r, rest, &r->to->files);
}

static void take_args(reader *r, const char *rest)
{
    split(r, rest, &r->to->args);
}

static void take_native(reader *r, const char *rest)
{
    r->to->native = true;
    split(r, rest, &r->to->flags);
}

static void take_nothing(reader *r, const char *rest)
{
    (void)r;
    (void)rest;
}

static const struct {
    const char *word;
    void (*take)(reader *r, const char *rest);
} lines[] = {
    {"verdict", take_verdict}, {"options", take_options}, {"files", take_files},
    {"args", take_args},       {"native", take_native},   {"ltl", take_nothing},
};

static void take_line(reader *r, const char *s)
{
    size_t n;

    s += strlen(MARK);
    s += text_blanks(s);
    n = text_word(s);
    for (u32 i = 0; i < LENGTH(lines); i++)
        if (strlen(lines[i].word) == n && strncmp(lines[i].word, s, n) == 0) {
            lines[i].take(r, s + n);
            return;
        }
    refuse(r, "verdict, options, files, args, native or ltl is needed, not", s);
}

static void read_lines(reader *r, char *s)
{
    for (r->line = 1; *s; r->line++) {
        size_t n = strcspn(s, "\n");
        bool more = s[n];

        s[n] = 0;
        if (text_starts(s, MARK))
            take_line(r, s);
        s += n + more;
    }
}

static void drop(harness *h)
{
    mem_free(h->path);
    mem_free(h->verdict);
    mem_free(h->kind);
    free_words(&h->options);
    free_words(&h->files);
    free_words(&h->args);
    free_words(&h->flags);
}

static bool ends_so(const char *name, const char *suffix)
{
    const char *dot = strrchr(name, '.');

    return dot && strcmp(dot, suffix) == 0;
}

/* A system is one file, and nothing runs. */
static void refuse_lines(const reader *r)
{
    if (r->to->system && (r->to->files.n || r->to->args.n || r->to->native))
        fail(EXIT_INPUT, "%s: files, args and native are for harnesses of C and C++", r->to->path);
}

static void read_file(harness_list *list, const char *path)
{
    harness h = {.path = mem_strdup(path)};
    reader r = {.to = &h};
    text in = {0};

    if (!text_read_file(&in, path))
        fail(EXIT_INPUT, "%s: %s", path, strerror(errno));
    h.system = ends_so(path, ".casm");
    if (in.n)
        read_lines(&r, in.at);
    refuse_lines(&r);
    if (h.verdict)
        vec_push(list, h);
    else
        drop(&h);
    text_free(&in);
}

static bool is_source(const char *name)
{
    static const char *const suffixes[] = {".c", ".cc", ".cpp", ".cxx", ".casm"};

    for (u32 i = 0; i < LENGTH(suffixes); i++)
        if (ends_so(name, suffixes[i]))
            return true;
    return false;
}

static void find_below(harness_list *list, const char *path);

static void read_folder(harness_list *list, const char *folder)
{
    struct dirent **names;
    int n = scandir(folder, &names, NULL, alphasort);

    if (n < 0)
        fail(EXIT_INPUT, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        text path = {0};

        text_addf(&path, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/",
                  names[i]->d_name);
        if (names[i]->d_name[0] != '.')
            find_below(list, text_str(&path));
        text_free(&path);
        free(names[i]);
    }
    free(names);
}

static void find_below(harness_list *list, const char *path)
{
    struct stat s;

    if (lstat(path, &s) != 0)
        return;
    if (S_ISDIR(s.st_mode))
        read_folder(list, path);
    else if (is_source(path))
        read_file(list, path);
}

void harness_find(harness_list *list, const char *path)
{
    struct stat s;

    if (stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        read_folder(list, path);
    else
        read_file(list, path);
}

void harness_free(harness_list *list)
{
    for (u32 i = 0; i < list->n; i++)
        drop(&list->at[i]);
    vec_free(list);
}
