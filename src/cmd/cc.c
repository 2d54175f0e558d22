/* heddle cc, heddle c++: compile and link a program whose memory accesses `heddle native` sees.
 *
 * The compiler instruments every access for the thread sanitizer; heddle's own run time is linked
 * in the place of the sanitizer's.  Everything else on the command line is the compiler's. */
#include "cmd/native.h"
#include "base/process.h"
#include "session/options.h"
#include "front/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static bool is_clang(const char *compiler)
{
    const char *slash = strrchr(compiler, '/');

    return strncmp(slash ? slash + 1 : compiler, "clang", 5) == 0;
}

static const char *first_there(const char *const *names, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (find_is_program(names[i]))
            return names[i];
    return names[0];
}

static const char *pick_compiler(const char *given, bool plus)
{
    static const char *const c[] = {"clang-19", "clang", "gcc"};
    static const char *const cxx[] = {"clang++-19", "clang++", "g++"};
    const char *set = getenv(plus ? "CXX" : "CC");

    if (given)
        return given;
    if (set && *set)
        return set;
    return plus ? first_there(cxx, LENGTH(cxx)) : first_there(c, LENGTH(c));
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

static const char *pass_flag(void)
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

/* heddle's own options come first: the number of words they take. */
static int own_options(const char *command, int argc, char **argv, const char **compiler)
{
    int i = 1;

    for (; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            show_help(command);
        if (strcmp(argv[i], "--with") != 0)
            break;
        if (++i == argc)
            fail(EXIT_USAGE, "heddle %s: --with needs the name of a compiler", command);
        *compiler = argv[i];
    }
    return i;
}

static int compile(const char *command, bool plus, int argc, char **argv)
{
    string_list words = {0};
    char *folder;
    const char *compiler = NULL;
    int first = own_options(command, argc, argv, &compiler);

    if (first == argc)
        fail(EXIT_USAGE, "heddle %s: no file was given; heddle help %s says more", command,
             command);
    compiler = pick_compiler(compiler, plus);
    folder = find_installed(RUNTIME);
    *strrchr(folder, '/') = 0;
    vec_push(&words, compiler);
    if (is_clang(compiler))
        vec_push(&words, "--start-no-unused-arguments");
    add_all(&words, both, LENGTH(both));
    if (is_clang(compiler)) {
        add_all(&words, of_clang, LENGTH(of_clang));
        vec_push(&words, pass_flag());
        vec_push(&words, "--end-no-unused-arguments");
    } else {
        add_all(&words, of_gcc, LENGTH(of_gcc));
    }
    for (int i = first; i < argc; i++) {
        refuse(command, argv[i]);
        if (!is_ours(argv[i]))
            vec_push(&words, argv[i]);
    }
    if (is_clang(compiler))
        vec_push(&words, "--start-no-unused-arguments");
    vec_push(&words, "-idirafter");
    vec_push(&words, front_include());
    vec_push(&words, "-L");
    vec_push(&words, folder);
    vec_push(&words, "-l:libtsan.a");
    vec_push(&words, WRAPPED);
    vec_push(&words, NULL);
    execvp(compiler, (char *const *)words.at);
    fail(EXIT_INPUT, "heddle %s: %s: %s; --with or %s names another compiler", command, compiler,
         strerror(errno), plus ? "CXX" : "CC");
}

int cmd_cc(int argc, char **argv)
{
    return compile("cc", false, argc, argv);
}

int cmd_cxx(int argc, char **argv)
{
    return compile("c++", true, argc, argv);
}
