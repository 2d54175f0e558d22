/* Names of C++ as its programmers write them: demangled, without the parameters of functions, which
 * the source shows, and without the default arguments of the library's templates. */
#include "front/demangle.h"
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the C++ library that LLVM brings along. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

/* The opening bracket that belongs to the closing one at `end`; NULL: there is none. */
static char *opening(char *text, char *end)
{
    int depth = 0;

    for (char *c = end; c >= text; c--) {
        depth += *c == ')' ? 1 : *c == '(' ? -1 : 0;
        if (!depth)
            return c;
    }
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);

    return n >= k && strcmp(text + n - k, end) == 0;
}

static void drop_end(char *text, const char *end)
{
    if (ends_with(text, end))
        text[strlen(text) - strlen(end)] = 0;
}

/* "f(int) const" is f; "(anonymous namespace)::x" and a lambda's "{lambda(int)#1}" stay. */
static void drop_parameters(char *text)
{
    static const char *const ends[] = {"[clone .cold]",
                                       " [clone .resume]",
                                       " [clone .destroy]",
                                       " [clone .cleanup]",
                                       " const",
                                       " volatile",
                                       " &",
                                       " &&"};
    char *open;

    for (u32 i = 0; i < LENGTH(ends); i++)
        drop_end(text, ends[i]);
    if (!ends_with(text, ")"))
        return;
    open = opening(text, text + strlen(text) - 1);
    if (open && open > text && !ends_with(text, "operator()"))
        *open = 0;
}

/* Instances of templates have their result before the name. */
static char *skip_result(char *text)
{
    char *name = text;
    int depth = 0;

    for (char *c = text; *c; c++) {
        depth += strchr("<({[", *c) ? 1 : strchr(">)}]", *c) ? -1 : 0;
        if (*c == ' ' && !depth && !(c - text >= 8 && !strncmp(c - 8, "operator", 8)))
            name = c + 1;
        if (!strncmp(c, "operator", 8))
            break;
    }
    return name;
}

static void cut_all(char *text, const char *what)
{
    size_t n = strlen(what);

    for (char *at; (at = strstr(text, what)) != NULL;)
        memmove(at, at + n, strlen(at + n) + 1);
}

/* ", std::allocator<T> >": the bracket that belongs to it goes with it. */
static void drop_allocators(char *text)
{
    static const char word[] = ", std::allocator<";
    char *at;

    while ((at = strstr(text, word)) != NULL) {
        char *end = at + strlen(word);

        for (int depth = 1; *end && depth; end++)
            depth += *end == '<' ? 1 : *end == '>' ? -1 : 0;
        memmove(at, end, strlen(end) + 1);
    }
}

static void replace(char *text, const char *what, const char *by)
{
    size_t n = strlen(what), k = strlen(by);

    for (char *at; (at = strstr(text, what)) != NULL;) {
        memmove(at + k, at + n, strlen(at + n) + 1);
        memcpy(at, by, k);
    }
}

/* A lambda has a number in the function that it is written in. */
static void name_lambdas(char *text)
{
    char *at;

    while ((at = strstr(text, "$_")) != NULL) {
        char *end = at + 2 + strspn(at + 2, "0123456789"), *call = strstr(end, "::operator()");
        char made[40];
        int n = snprintf(made, sizeof made, "lambda%lu", strtoul(at + 2, NULL, 10) + 1);

        if (call == end)
            end += strlen("::operator()");
        if (end - at < n) { /* not called: there is no room for the word */
            *at = '#';
            continue;
        }
        memcpy(at, made, (size_t)n);
        memmove(at + n, end, strlen(end) + 1);
    }
}

char *demangle(const char *name, bool function)
{
    int status = 0;
    char *whole = strncmp(name, "_Z", 2) ? NULL : __cxa_demangle(name, NULL, NULL, &status), *made;

    if (!whole)
        return NULL;
    cut_all(whole, "[abi:cxx11]");
    cut_all(whole, "__cxx11::");
    drop_allocators(whole);
    replace(whole, "std::basic_string<char, std::char_traits<char> >", "std::string");
    replace(whole, " >", ">");
    if (function)
        drop_parameters(whole);
    name_lambdas(whole);
    made = mem_strdup(function ? skip_result(whole) : whole);
    free(whole);
    return made;
}
