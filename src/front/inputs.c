/* What a program is made from, so that it need not be compiled again while that is the same.
 *
 * Files are known by their contents.  That is not all that decides: a header that is new in a
 * folder which is searched earlier takes the place of another one.  So for each file that was read,
 * every name by which it can have been included is looked for in every folder that may be searched,
 * and what is there must stay the same; so must the names that __has_include asks for.  Folders
 * that may be searched are those of the options, of the environment, and those of the files
 * themselves.
 *
 * A file that changed while the compiler ran may have been read before or after that; the time of
 * its last change tells, by the clock that the kernel sets it with.  Where a file has the time of
 * day in it, or asks for what cannot be seen here, the inputs are unclear. */
#define _GNU_SOURCE
#include "front/inputs.h"
#include "base/hash.h"
#include "base/mutant.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NAMES = 400000 };

void inputs_begin(inputs *in)
{
    clock_gettime(CLOCK_REALTIME_COARSE, &in->begun);
}

static void free_names(path_list *list)
{
    vec_free_items(list);
}

void inputs_free(inputs *in)
{
    for (u32 i = 0; i < in->files.n; i++)
        mem_free(in->files.at[i].path);
    vec_free(&in->files);
    free_names(&in->folders);
    free_names(&in->asked);
    text_free(&in->said);
}

void inputs_file(inputs *in, const char *path)
{
    vec_push(&in->files, (input){.path = mem_strdup(path)});
}

void inputs_folder(inputs *in, const char *path)
{
    vec_push(&in->folders, mem_strdup(path));
}

/* ---- what clang lists ---- */

/* One name; `\ ` and `\#` are a blank and a #, `$$` is a $. */
static const char *take_name(const char *s, text *name)
{
    for (; *s && !strchr(" \t\n", *s); s++) {
        if (s[0] == '\\' && (s[1] == ' ' || s[1] == '#'))
            s++;
        else if (s[0] == '$' && s[1] == '$')
            s++;
        else if (s[0] == '\\' && s[1] == '\n')
            break;
        text_addc(name, *s);
    }
    return s;
}

void inputs_listed(inputs *in, const char *list)
{
    const char *s = strstr(list, ": ");
    text name = {0};

    if (!s) {
        in->unclear |= !strchr(list, ':');
        return;
    }
    for (s += 2; *s;) {
        if (s[0] == '\\' && s[1] == '\n') {
            s += 2;
        } else if (strchr(" \t\n", *s)) {
            s++;
        } else {
            text_clear(&name);
            s = take_name(s, &name);
            if (strcmp(text_str(&name), "-") != 0)
                inputs_file(in, text_str(&name));
        }
    }
    text_free(&name);
}

static void add_if_there(inputs *in, const char *name)
{
    struct stat s;

    if (!*name || stat(name, &s))
        return;
    if (S_ISDIR(s.st_mode))
        inputs_folder(in, name);
    else
        inputs_file(in, name);
}

void inputs_option(inputs *in, const char *option)
{
    static const char *const searched[] = {"-I", "-isystem", "-iquote", "-idirafter"};
    const char *equals = strchr(option, '=');

    for (u32 i = 0; i < LENGTH(searched); i++) {
        size_t n = strlen(searched[i]);

        if (!strncmp(option, searched[i], n) && option[n])
            inputs_folder(in, option + n);
    }
    if (option[0] != '-')
        add_if_there(in, option + (option[0] == '@'));
    else if (equals)
        add_if_there(in, equals + 1);
}

/* ---- what files say ---- */

/* What stands before s, blanks left out, ends so. */
static bool follows(const text *t, const char *s, const char *what)
{
    size_t n = strlen(what);

    while (s > t->at && (s[-1] == ' ' || s[-1] == '\t'))
        s--;
    return (size_t)(s - t->at) >= n && !memcmp(s - n, what, n);
}

/* As a word of its own, after a # where it is a directive. */
static bool has_word(const text *t, const char *word, bool directive)
{
    size_t n = strlen(word);

    for (const char *s = t->at; (s = memmem(s, t->n - (size_t)(s - t->at), word, n)); s += n)
        if ((s == t->at || !text_is_word(s[-1])) && !text_is_word(s[n]) &&
            (!directive || follows(t, s, "#")))
            return true;
    return false;
}

/* The names that a file asks for; false: a macro has one of them. */
static bool take_asked(inputs *in, const text *t)
{
    static const char asks[] = "__has_include";

    for (const char *s = t->at; (s = memmem(s, t->n - (size_t)(s - t->at), asks, strlen(asks)));) {
        bool defined = follows(t, s, "define");
        const char *end;

        s += strlen(asks);
        s += strncmp(s, "_next", 5) ? 0 : 5;
        s += text_blanks(s);
        if (*s != '(' || defined)
            continue;
        s += 1 + text_blanks(s + 1);
        end = *s == '<' ? strchr(s, '>') : *s == '"' ? strchr(s + 1, '"') : NULL;
        if (!end)
            return false;
        vec_push(&in->asked, mem_strndup(s + 1, (size_t)(end - s - 1)));
    }
    return true;
}

static bool understood(inputs *in, const text *t)
{
    static const char *const words[] = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_embed",
                                        "incbin"};

    for (u32 i = 0; i < LENGTH(words); i++)
        if (has_word(t, words[i], false))
            return false;
    return !has_word(t, "embed", true) && take_asked(in, t);
}

/* ---- which names are there ---- */

/* The path behind the folder, or NULL where it does not lie in it. */
static const char *behind(const char *path, const char *folder)
{
    size_t n = strlen(folder);

    if (!strcmp(folder, "."))
        return path[0] == '/' ? NULL : path;
    while (n > 1 && folder[n - 1] == '/')
        n--;
    if (strncmp(path, folder, n) != 0 || path[n] != '/')
        return NULL;
    return path + n + strspn(path + n, "/");
}

static void look_everywhere(const inputs *in, const char *name, text *path, text *seen)
{
    for (u32 i = 0; i < in->folders.n; i++) {
        text_clear(path);
        text_addf(path, "%s/%s", in->folders.at[i], name);
        text_addc(seen, access(text_str(path), F_OK) ? '-' : '+');
    }
}

/* By every name that it can have been included by. */
static void look_for_file(const inputs *in, const char *file, text *path, text *seen)
{
    for (u32 i = 0; i < in->folders.n; i++) {
        const char *name = behind(file, in->folders.at[i]);

        if (name)
            look_everywhere(in, name, path, seen);
    }
}

/* Versions of gcc: clang takes the headers of the last one. */
static void list_folder(const char *folder, text *seen)
{
    struct dirent **all;
    int n = scandir(folder, &all, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        text_addf(seen, "%s/", all[i]->d_name);
        free(all[i]);
    }
    if (n >= 0)
        free(all);
}

/* False: there would be too many. */
static bool look(const inputs *in, u64 there[2])
{
    text seen = {0}, path = {0};
    bool few;

    for (u32 i = 0; i < in->files.n && seen.n < MOST_NAMES; i++)
        look_for_file(in, in->files.at[i].path, &path, &seen);
    for (u32 i = 0; i < in->asked.n && seen.n < MOST_NAMES; i++)
        look_everywhere(in, in->asked.at[i], &path, &seen);
    few = seen.n < MOST_NAMES;
    list_folder("/usr/lib/gcc/x86_64-linux-gnu", &seen);
    list_folder("/usr/include/c++", &seen);
    hash_wide(seen.at, seen.n, there);
    text_free(&seen);
    text_free(&path);
    return few;
}

/* ---- the whole ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const input *)a)->path, ((const input *)b)->path);
}

static void sort_names(path_list *list)
{
    u32 kept = 0;

    if (list->n)
        qsort(list->at, list->n, sizeof *list->at, by_name);
    for (u32 i = 0; i < list->n; i++) {
        if (kept && !strcmp(list->at[kept - 1], list->at[i]))
            mem_free(list->at[i]);
        else
            list->at[kept++] = list->at[i];
    }
    list->n = kept;
}

static void sort_files(inputs *in)
{
    u32 kept = 0;

    if (in->files.n)
        qsort(in->files.at, in->files.n, sizeof *in->files.at, by_path);
    for (u32 i = 0; i < in->files.n; i++) {
        if (kept && !strcmp(in->files.at[kept - 1].path, in->files.at[i].path))
            mem_free(in->files.at[i].path);
        else
            in->files.at[kept++] = in->files.at[i];
    }
    in->files.n = kept;
}

static void add_parent(inputs *in, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder =
        slash ? mem_strndup(path, (size_t)(slash - path) + (slash == path)) : mem_strdup(".");

    vec_push(&in->folders, folder);
}

static bool before(struct timespec t, struct timespec limit)
{
    return t.tv_sec != limit.tv_sec ? t.tv_sec < limit.tv_sec : t.tv_nsec < limit.tv_nsec;
}

/* Its contents, where it is a file that did not change since. */
static bool read_unchanged(const inputs *in, const char *path, text *t)
{
    struct stat s;

    text_clear(t);
    return text_read_file(t, path) && stat(path, &s) == 0 && S_ISREG(s.st_mode) &&
           before(s.st_ctim, in->begun) && before(s.st_mtim, in->begun);
}

bool inputs_settle(inputs *in)
{
    text t = {0};

    sort_files(in);
    for (u32 i = 0; i < in->files.n && !in->unclear; i++) {
        input *f = &in->files.at[i];

        add_parent(in, f->path);
        in->unclear = !read_unchanged(in, f->path, &t) || (t.n && !understood(in, &t));
        hash_wide(t.at, t.n, f->digest);
    }
    text_free(&t);
    inputs_folder(in, ".");
    inputs_folder(in, "/usr/local/include");
    sort_names(&in->folders);
    sort_names(&in->asked);
    return !in->unclear && look(in, in->there);
}

bool inputs_same(const inputs *in)
{
    u64 digest[2], there[2];
    bool same = true;
    text t = {0};

    for (u32 i = 0; i < in->files.n && same; i++) {
        text_clear(&t);
        same = text_read_file(&t, in->files.at[i].path);
        hash_wide(t.at, t.n, digest);
        same = same &&
               (MUTANT(CACHE_HEADER) || !memcmp(digest, in->files.at[i].digest, sizeof digest));
    }
    text_free(&t);
    return same &&
           (MUTANT(CACHE_NAMES) || (look(in, there) && !memcmp(there, in->there, sizeof there)));
}
