/* What clang is asked to do: which clang, at which level, with which of the user's options.
 *
 * The default level is unoptimised code with lifetime markers: clang's own code generation for -O1
 * with LLVM's passes switched off.  Vectorisers are off at every level: what they do is neither
 * needed nor visible in the source.
 *
 * Options that ask for code which only another tool's library understands are refused by name:
 * without the passes they would have no effect, and nobody would be told. */
#include "front/command.h"
#include "base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INSTRUMENTS "it adds calls that no checked program can make; leave it out"

/* The beginnings of options that are refused, and why. */
static const struct {
    const char *option, *reason;
} refused[] = {
    {"-fsanitize", "heddle checks every access itself; leave it out"},
    {"-fprofile", INSTRUMENTS},
    {"-fcs-profile", INSTRUMENTS},
    {"-fcoverage", INSTRUMENTS},
    {"-ftest-coverage", INSTRUMENTS},
    {"-fmemory-profile", INSTRUMENTS},
    {"-finstrument-functions", INSTRUMENTS},
    {"-fxray", INSTRUMENTS},
    {"-fopenmp", "OpenMP is not supported; use threads"},
    {"-fsyntax-only", "there would be nothing to check; leave it out"},
    {"-m16", "heddle takes code for x86-64 and i386 Linux; leave it out"},
    {"-mlong-double", "the library's long double has 80 bits; leave it out"},
};

static const char *const levels[] = {"-O",  "-O0", "-O1", "-O2",   "-O3",
                                     "-Os", "-Oz", "-Og", "-Ofast"};

/* The languages of clang's -x that are C. */
static const char *const languages[] = {"c", "cpp-output", "none"};

static bool among(const char *word, const char *const *words, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!strcmp(word, words[i]))
            return true;
    return false;
}

static bool is_level(const char *option)
{
    return text_starts(option, "-O");
}

/* `-x c++` and `-xc++` alike. */
static void check_language(const char *name)
{
    if (among(name, languages, LENGTH(languages)))
        return;
    if (strstr(name, "++"))
        fail(EXIT_INPUT, "heddle: -x %s: the name of a file tells; call C++ files .cpp", name);
    fail(EXIT_INPUT, "heddle: -x %s: heddle reads C and C++; give such files", name);
}

static void check_option(const char *option)
{
    for (u32 i = 0; i < LENGTH(refused); i++)
        if (text_starts(option, refused[i].option))
            fail(EXIT_USAGE, "heddle: %s: %s", option, refused[i].reason);
    if (is_level(option) && !among(option, levels, LENGTH(levels)))
        fail(EXIT_USAGE, "heddle: %s: no such level; give one of -O0 to -O3", option);
    if (text_starts(option, "-flto"))
        note("%s has no effect: files are optimised one by one", option);
}

/* Options whose argument may be the next word. */
static bool takes_next(const char *option)
{
    static const char *const all[] = {"-D",       "-U",       "-I",      "-include",
                                      "-imacros", "-isystem", "-iquote", "-idirafter"};

    return among(option, all, LENGTH(all));
}

void command_check(const front_options *o)
{
    for (u32 i = 0; i < o->clang.n; i++) {
        const char *option = o->clang.at[i];

        if (takes_next(option))
            i++;
        else if (!strcmp(option, "-x") && i + 1 < o->clang.n)
            check_language(o->clang.at[++i]);
        else if (text_starts(option, "-x"))
            check_language(option + 2);
        else
            check_option(option);
    }
}

const char *command_level(const front_options *o)
{
    const char *level = "-O0";

    for (u32 i = 0; i < o->clang.n; i++) {
        if (is_level(o->clang.at[i]))
            level = o->clang.at[i];
        i += takes_next(o->clang.at[i]);
    }
    return strcmp(level, "-O") ? level : "-O1";
}

bool command_optimises(const front_options *o)
{
    return strcmp(command_level(o), "-O0") != 0;
}

const char *command_standard_cxx(const front_options *o)
{
    const char *standard = NULL;

    for (u32 i = 0; i < o->clang.n; i++) {
        if (text_starts(o->clang.at[i], "-std=") && strstr(o->clang.at[i], "++"))
            standard = o->clang.at[i];
        i += takes_next(o->clang.at[i]);
    }
    return standard;
}

bool command_narrow(const front_options *o)
{
    bool narrow = false;

    for (u32 i = 0; i < o->clang.n; i++) {
        if (strcmp(o->clang.at[i], "-m32") == 0 || strcmp(o->clang.at[i], "-m64") == 0)
            narrow = o->clang.at[i][2] == '3';
        i += takes_next(o->clang.at[i]);
    }
    return narrow;
}

bool command_inlines_strings(const front_options *o)
{
    const char *standard = command_standard_cxx(o);

    return standard && strstr(standard, "++2");
}

/* Does `command --version` speak of clang 19? */
static bool is_version_19(const char *command)
{
    const char *const words[] = {command, "--version", NULL};
    char line[512];
    bool found = false;
    FILE *f;
    pid_t child = process_pipe(words, NULL, &f);

    while (f && fgets(line, sizeof line, f))
        found |= strstr(line, "clang version 19.") != NULL;
    if (f)
        fclose(f);
    return child > 0 && process_await(child) == 0 && found;
}

/* NULL: there is none. */
static const char *look_for_clang(void)
{
    const char *given = getenv("HEDDLE_CLANG");

    if (given && *given)
        return given;
    if (find_is_program("clang-19"))
        return "clang-19";
    if (find_is_program("/usr/lib/llvm-19/bin/clang"))
        return "/usr/lib/llvm-19/bin/clang";
    if (find_is_program("clang") && is_version_19("clang"))
        return "clang";
    return NULL;
}

bool command_has_clang(void)
{
    return look_for_clang() != NULL;
}

const char *command_clang(void)
{
    const char *found = look_for_clang();

    if (!found)
        fail(EXIT_INPUT, "heddle: clang 19 is not in PATH; install clang-19 or set HEDDLE_CLANG");
    return found;
}

static void add_all(string_list *args, const char *const *words, u32 n)
{
    for (u32 i = 0; i < n; i++)
        vec_push(args, words[i]);
}

static void add_level(const front_options *o, bool plain, string_list *args)
{
    static const char *const no_passes[] = {"-Xclang", "-disable-llvm-passes"};
    bool optimises = command_optimises(o);

    vec_push(args, optimises ? command_level(o) : "-O1");
    if (!optimises)
        vec_push(args, "-U__OPTIMIZE__");
    if (plain || !optimises)
        add_all(args, no_passes, LENGTH(no_passes));
}

/* A standard is for the files of its language. */
static bool meant_for(const char *option, language of)
{
    return !text_starts(option, "-std=") || (strstr(option, "++") != NULL) == (of == LANGUAGE_CXX);
}

/* The user's options but for the level. */
static void add_given(const front_options *o, language of, string_list *args)
{
    for (u32 i = 0; i < o->clang.n; i++) {
        bool pair = takes_next(o->clang.at[i]);

        if (!is_level(o->clang.at[i]) && meant_for(o->clang.at[i], of))
            vec_push(args, o->clang.at[i]);
        if (pair && i + 1 < o->clang.n)
            vec_push(args, o->clang.at[++i]);
    }
}

void command_compile(const front_options *o, language of, const char *include, bool plain,
                     string_list *args)
{
    static const char *const last[] = {
        "-g", "-fno-pic", "-fno-vectorize", "-fno-slp-vectorize", "-fno-lto", "-c", "-emit-llvm",
        "-o", "-"};

    /* Old programs declare less than clang now asks for; that is worth a warning only. */
    static const char *const first[] = {"-D__HEDDLE__",
                                        "-U_FORTIFY_SOURCE",
                                        "-Qunused-arguments",
                                        "-Wno-error=implicit-function-declaration",
                                        "-Wno-error=implicit-int",
                                        "-Wno-error=int-conversion",
                                        "-Wno-error=incompatible-function-pointer-types"};

    vec_push(args, command_clang());
    add_all(args, first, LENGTH(first));
    if (of == LANGUAGE_CXX) /* what is atomic in libstdc++'s shared_ptr shall always be */
        vec_push(args, "-D_GLIBCXX_TSAN=1");
    add_given(o, of, args);
    add_level(o, plain, args);
    if (isatty(STDERR_FILENO))
        vec_push(args, "-fcolor-diagnostics");
    vec_push(args, "-I");
    vec_push(args, include);
    add_all(args, last, LENGTH(last));
}

void command_optimise(const front_options *o, string_list *args)
{
    /* Neither clang shall verify what the other one made of atomic accesses of one bit. */
    static const char *const last[] = {"-Xclang",
                                       "-disable-llvm-verifier",
                                       "-mllvm",
                                       "-disable-auto-upgrade-debug-info",
                                       "-Qunused-arguments",
                                       "-w",
                                       "-fno-pic", /* or tables of strings become offsets */
                                       "-fno-vectorize",
                                       "-fno-slp-vectorize",
                                       "-fno-lto",
                                       "-c",
                                       "-emit-llvm",
                                       "-o",
                                       "-",
                                       "-x",
                                       "ir",
                                       "-"};

    vec_push(args, command_clang());
    for (u32 i = 0; i < o->clang.n; i++) {
        if (text_starts(o->clang.at[i], "-m") || text_starts(o->clang.at[i], "-f"))
            vec_push(args, o->clang.at[i]);
        i += takes_next(o->clang.at[i]);
    }
    add_level(o, false, args);
    add_all(args, last, LENGTH(last));
}
