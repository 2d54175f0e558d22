/* The functions of heddle.h for code that has no bodies of them: bitcode that was compiled for
 * `heddle check`, as `heddle close` writes it.  What they do is what the header says that they do
 * natively. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

unsigned heddle_choose(unsigned n);
void heddle_assume(int condition);
void heddle_assert(int condition);
void __heddle_assert(int condition, const char *text);

unsigned heddle_choose(unsigned n)
{
    unsigned (*choose)(unsigned) =
        (unsigned (*)(unsigned))dlsym(RTLD_DEFAULT, "heddle_native_choose");

    return choose ? choose(n) : (unsigned)rand() % n;
}

void heddle_assume(int condition)
{
    void (*assume)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "heddle_native_assume");

    if (assume)
        assume(condition);
    else if (!condition)
        exit(0);
}

void __heddle_assert(int condition, const char *text)
{
    void (*failed)(const char *) =
        (void (*)(const char *))dlsym(RTLD_DEFAULT, "heddle_native_fail");

    if (condition)
        return;
    if (failed)
        failed(text);
    fprintf(stderr, "assertion failed: %s\n", text);
    abort();
}

void heddle_assert(int condition)
{
    __heddle_assert(condition, "heddle_assert");
}
