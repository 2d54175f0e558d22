/* heddle cc, heddle c++: compile and link a program whose memory accesses `heddle native` sees, and
 * that `heddle check` can take as it is.
 *
 * The compiler instruments every access for the thread sanitizer; heddle's own run time is linked
 * in the place of the sanitizer's.  Everything else on the command line is the compiler's.
 *
 * Files are compiled once more, as heddle check does it, and their bitcode goes into a section of
 * the object: behind the compiler's own work where it makes objects (-c), and by an object of its
 * own where it links at once.  Whatever goes wrong with that is no error of the build.
 *
 * Makefiles and CMake hand the compiler's name on in CC: where that is heddle itself, it does not
 * say which compiler heddle is to call. */
#include "cmd/native.h"
#include "base/process.h"
#include "base/tool.h"
#include "session/options.h"
#include "front/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNTIME "cc/libtsan.a"
#define PASS    "cc/heddle-pass.so" /* of clang */

/* Functions whose accesses the compiler does not report: it is to leave them alone, and the linker
 * has them end in our own. */
#define STRINGS(each)                                                                             \
    each(strlen) each(strnlen) each(strchr) each(strrchr) each(index) each(rindex) each(memchr)   \
        each(strdup) each(strndup) each(strspn) each(strcspn) each(strpbrk) each(atoi) each(atol) \
            each(atoll) each(atof) each(strtol) each(strtoul) each(strtoll) each(strtoull)        \
                each(strtod) each(strcmp) each(strncmp) each(strcasecmp) each(strncasecmp)        \
                    each(strstr) each(memcmp) each(bcmp) each(bzero) each(strcpy) each(stpcpy)    \
                        each(strncpy) each(strcat) each(strncat) each(vsnprintf) each(snprintf)   \
                            each(vsprintf) each(sprintf)

/* Functions of libatomic, for each size. */
#define ATOMICS(each)                                                                            \
    each(load) each(store) each(exchange) each(compare_exchange) each(fetch_add) each(fetch_sub) \
        each(fetch_and) each(fetch_or) each(fetch_xor) each(fetch_nand)

#define WRAP(name)  "--wrap=" #name ","
#define LEAVE(name) "-fno-builtin-" #name,
#define WRAP_SIZES(name)      \
    WRAP(__atomic_##name##_1) \
    WRAP(__atomic_##name##_2) \
    WRAP(__atomic_##name##_4) WRAP(__atomic_##name##_8) WRAP(__atomic_##name##_16)
#define WRAPPED                                                                                    \
    "-Wl," STRINGS(WRAP) ATOMICS(                                                                  \
        WRAP_SIZES) "--wrap=__atomic_load,--wrap=__atomic_store,--wrap=__atomic_exchange,--wrap=_" \
                    "_atomic_compare_exchange,--wrap=memcpy,--wrap=memmove,--wrap=memset,"         \
                    "--wrap=__cxa_guard_acquire,--wrap=__cxa_guard_release"

/* Every access as it is written; -fplt: calls of other libraries are told by it. */
static const char *const both[] = {STRINGS(LEAVE) "-g", "-pthread", "-fplt", "-U_FORTIFY_SOURCE"};
static const char *const of_gcc[] = {"-fsanitize=thread",    "--param=tsan-distinguish-volatile=1",
                                     "-static-libtsan",      "-fno-builtin-memcpy",
                                     "-fno-builtin-memmove", "-fno-builtin-memset"};
static const char *const of_clang[] = {"-Xclang", "-fsanitize=thread",
                                       "-mllvm",  "-tsan-distinguish-volatile=1",
                                       "-mllvm",  "-tsan-instrument-read-before-write=1",
                                       "-mllvm",  "-tsan-instrument-func-entry-exit=0"};

static void add_all(string_list *to, const char *const *words, u32 n)
{
    for (u32 i = 0; i < n; i++)
        vec_push(to, words[i]);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Also behind ccache and its like. */
static bool is_clang(const string_list *compiler)
{
    return strncmp(base_name(compiler->at[compiler->n - 1]), "clang", 5) == 0;
}

static const char *first_there(const char *const *names, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (find_is_program(names[i]))
            return names[i];
    return names[0];
}

/* Words that were made for the command line. */
typedef VEC(char *) own_list;

static char *hold(own_list *held, char *word)
{
    vec_push(held, word);
    return word;
}

/* The words of CC or CXX, which is taken apart; none where they name heddle. */
static void split_setting(char *set, string_list *out)
{
    char *rest = set;

    for (char *word; (word = strtok_r(rest, " \t", &rest));)
        vec_push(out, word);
    if (out->n && strncmp(base_name(out->at[0]), "heddle", 6) == 0)
        out->n = 0;
}

static void pick_compiler(const char *given, bool plus, string_list *out, own_list *held)
{
    static const char *const c[] = {"clang-19", "clang", "gcc"};
    static const char *const cxx[] = {"clang++-19", "clang++", "g++"};
    const char *set = getenv(plus ? "CXX" : "CC");

    if (given)
        vec_push(out, given);
    else if (set)
        split_setting(hold(held, mem_strdup(set)), out);
    if (!out->n)
        vec_push(out, plus ? first_there(cxx, LENGTH(cxx)) : first_there(c, LENGTH(c)));
}

static void refuse(const char *command, const char *word)
{
    if (strncmp(word, "-fsanitize=", 11) == 0 && strcmp(word, "-fsanitize=thread") != 0)
        fail(EXIT_USAGE, "heddle %s: %s does not go with heddle's own instrumentation", command,
             word);
    if (strcmp(word, "-static") == 0 || strcmp(word, "-m32") == 0)
        fail(EXIT_USAGE,
             "heddle %s: %s: heddle native takes programs for x86-64 that are linked "
             "dynamically",
             command, word);
}

static char *pass_flag(void)
{
    char *path = find_installed(PASS);
    text flag = {0};

    text_addf(&flag, "-fpass-plugin=%s", path);
    mem_free(path);
    return flag.at;
}

/* The sanitizer's own flag would link its run time. */
static bool is_ours(const char *word)
{
    return strcmp(word, "-fsanitize=thread") == 0;
}

static void show_help(const char *command)
{
    text out = {0};

    help_command(command, &out);
    fputs(text_str(&out), stdout);
    text_free(&out);
    exit(0);
}

/* What heddle's own options say, which come first. */
typedef struct own {
    const char *compiler;
    bool no_bitcode;
} own;

/* The number of words they take. */
static int own_options(const char *command, int argc, char **argv, own *o)
{
    int i = 1;

    for (; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            show_help(command);
        if (strcmp(argv[i], "--no-bitcode") == 0) {
            o->no_bitcode = true;
            continue;
        }
        if (strcmp(argv[i], "--with") != 0)
            break;
        if (++i == argc)
            fail(EXIT_USAGE, "heddle %s: --with needs the name of a compiler", command);
        o->compiler = argv[i];
    }
    return i;
}

/* ---- bitcode ---- */

/* What the user's words ask the compiler for. */
typedef struct request {
    string_list words; /* behind a first one that stands for the compiler */
    string_list sources;
    const char *output; /* of -o, or NULL */
    bool compiles;      /* -c */
    bool other;         /* neither objects nor a program */
} request;

static bool is_source(const char *word)
{
    static const char *const suffixes[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
    const char *dot = strrchr(word, '.');

    for (u32 i = 0; *word != '-' && dot && i < LENGTH(suffixes); i++)
        if (strcmp(dot, suffixes[i]) == 0)
            return true;
    return false;
}

static bool asks_for_other(const char *word)
{
    static const char *const others[] = {
        "-E",       "-S",        "-M",           "-MM", "-fsyntax-only",
        "-version", "--version", "-dumpversion", "-v",  "-###"};

    for (u32 i = 0; i < LENGTH(others); i++)
        if (strcmp(word, others[i]) == 0)
            return true;
    return strncmp(word, "-print-", 7) == 0;
}

/* Options whose argument is the next word: it is no file of C. */
static bool takes_next(const char *word)
{
    static const char *const all[] = {
        "-o",         "-MF", "-MT", "-MQ", "-x", "-include", "-imacros", "-isystem", "-iquote",
        "-idirafter", "-I",  "-D",  "-U",  "-L", "-l",       "-Xclang",  "-Xlinker", "-T"};

    for (u32 i = 0; i < LENGTH(all); i++)
        if (strcmp(word, all[i]) == 0)
            return true;
    return false;
}

static void read_request(request *q, int n, char **words)
{
    vec_push(&q->words, "cc");
    for (int i = 0; i < n; i++) {
        const char *word = words[i];

        vec_push(&q->words, word);
        q->other |= asks_for_other(word);
        q->compiles |= strcmp(word, "-c") == 0;
        if (is_source(word))
            vec_push(&q->sources, word);
        if (!takes_next(word) || i + 1 == n)
            continue;
        if (strcmp(word, "-o") == 0)
            q->output = words[i + 1];
        vec_push(&q->words, words[++i]);
    }
}

/* A program with its words; whether it ended well. */
static bool run(const char *const *words)
{
    pid_t child =
        process_start(words, &(process_setup){STREAM_NONE, STREAM_NONE, STREAM_NONE, NULL, false});

    return child > 0 && process_await(child) == 0;
}

static bool write_file(const char *path, const text *contents)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(contents->at, 1, contents->n, f) == contents->n;

    return f && (fclose(f) == 0) & ok;
}

/* Puts the section into an object. */
static bool add_section(const char *object, const text *section)
{
    char *folder = folder_temporary("heddle-cc");
    text file = {0}, added = {0}, flags = {0};
    bool ok;

    text_addf(&file, "%s/section", folder);
    text_addf(&added, "%s=%s", front_section(), text_str(&file));
    text_addf(&flags, "%s=readonly", front_section());
    ok = write_file(text_str(&file), section) &&
         run((const char *const[]){"objcopy", "--add-section", text_str(&added),
                                   "--set-section-flags", text_str(&flags), object, NULL});
    folder_remove(folder);
    mem_free(folder);
    text_free(&file);
    text_free(&added);
    text_free(&flags);
    return ok;
}

/* `src/a.c` becomes `a.o`. */
static char *object_of(const request *q, const char *source)
{
    const char *base = base_name(source);
    text name = {0};

    if (q->output)
        return mem_strdup(q->output);
    text_addf(&name, "%.*s.o", (int)(strrchr(base, '.') - base), base);
    return name.at;
}

/* Of each object that was made. */
static void embed(const request *q)
{
    for (u32 i = 0; i < q->sources.n; i++) {
        char *object = object_of(q, q->sources.at[i]);
        text section = {0};

        front_built(q->words.at, q->words.n, q->sources.at[i], &section);
        if (!add_section(object, &section))
            note("%s: no bitcode was added: objcopy fails", object);
        text_free(&section);
        mem_free(object);
    }
}

/* An object that has the section of all sources, in the folder; NULL: there is none. */
static char *section_object(const request *q, const char *compiler, const char *folder)
{
    text object = {0}, empty = {0}, section = {0}, nothing = {0};
    bool ok;

    text_addf(&object, "%s/bitcode.o", folder);
    text_addf(&empty, "%s/bitcode.s", folder);
    text_add(&nothing, "\t.section .note.GNU-stack,\"\",@progbits\n");
    ok =
        write_file(text_str(&empty), &nothing) &&
        run((const char *const[]){compiler, "-c", text_str(&empty), "-o", text_str(&object), NULL});
    for (u32 i = 0; ok && i < q->sources.n; i++)
        front_built(q->words.at, q->words.n, q->sources.at[i], &section);
    ok = ok && add_section(text_str(&object), &section);
    text_free(&empty);
    text_free(&section);
    text_free(&nothing);
    if (!ok)
        text_free(&object);
    return ok ? object.at : NULL;
}

/* Runs the compiler; its exit status. */
static int call(const char *command, const string_list *words, bool plus)
{
    pid_t child =
        process_start(words->at, &(process_setup){STREAM_OWN, STREAM_OWN, STREAM_OWN, NULL, false});
    int how;

    if (child < 0)
        fail(EXIT_INPUT, "heddle %s: %s: %s; --with or %s names another compiler", command,
             words->at[0], strerror(errno), plus ? "CXX" : "CC");
    how = process_await(child);
    return how >= 0 && WIFEXITED(how) ? WEXITSTATUS(how) : EXIT_BUG;
}

/* ---- the command line ---- */

static void add_first(const string_list *compiler, string_list *words, own_list *held)
{
    add_all(words, compiler->at, compiler->n);
    if (is_clang(compiler))
        vec_push(words, "--start-no-unused-arguments");
    add_all(words, both, LENGTH(both));
    if (is_clang(compiler)) {
        add_all(words, of_clang, LENGTH(of_clang));
        vec_push(words, hold(held, pass_flag()));
        vec_push(words, "--end-no-unused-arguments");
    } else {
        add_all(words, of_gcc, LENGTH(of_gcc));
    }
}

static void add_last(const string_list *compiler, string_list *words, own_list *held)
{
    char *folder = hold(held, find_installed(RUNTIME));

    *strrchr(folder, '/') = 0;
    if (is_clang(compiler))
        vec_push(words, "--start-no-unused-arguments");
    vec_push(words, "-idirafter");
    vec_push(words, hold(held, front_include()));
    vec_push(words, "-L");
    vec_push(words, folder);
    vec_push(words, "-l:libtsan.a");
    vec_push(words, WRAPPED);
    if (is_clang(compiler))
        vec_push(words, "--end-no-unused-arguments");
}

static void add_given(const char *command, int n, char **given, string_list *words)
{
    for (int i = 0; i < n; i++) {
        refuse(command, given[i]);
        if (!is_ours(given[i]))
            vec_push(words, given[i]);
    }
}

/* Links at once: an object with the bitcode of all files, among the words. */
static char *add_object(const request *q, const string_list *compiler, string_list *words,
                        own_list *held)
{
    char *folder = hold(held, folder_temporary("heddle-cc")),
         *object = section_object(q, compiler->at[0], folder);

    if (object)
        vec_push(words, hold(held, object));
    return folder;
}

static void free_lists(request *q, string_list *compiler, string_list *words, own_list *held)
{
    vec_free_items(held);
    vec_free(words);
    vec_free(compiler);
    vec_free(&q->words);
    vec_free(&q->sources);
}

static int compile(const char *command, bool plus, int argc, char **argv)
{
    string_list words = {0}, compiler = {0};
    own_list held = {0};
    request q = {0};
    own o = {0};
    int first = own_options(command, argc, argv, &o), how;
    char *folder = NULL;

    if (first == argc)
        fail(EXIT_USAGE, "heddle %s: no file was given; heddle help %s says more", command,
             command);
    pick_compiler(o.compiler, plus, &compiler, &held);
    read_request(&q, argc - first, argv + first);
    if (o.no_bitcode || q.other)
        q.sources.n = 0;
    add_first(&compiler, &words, &held);
    add_given(command, argc - first, argv + first, &words);
    if (q.sources.n && !q.compiles)
        folder = add_object(&q, &compiler, &words, &held);
    add_last(&compiler, &words, &held);
    vec_push(&words, NULL);
    how = call(command, &words, plus);
    if (how == 0 && q.compiles)
        embed(&q);
    if (folder)
        folder_remove(folder);
    free_lists(&q, &compiler, &words, &held);
    return how;
}

int cmd_cc(int argc, char **argv)
{
    return compile("cc", false, argc, argv);
}

int cmd_cxx(int argc, char **argv)
{
    return compile("c++", true, argc, argv);
}
