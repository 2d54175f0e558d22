/* heddle dump: the bytecode of a program with its source lines, as the machine runs it. */
#include "session/options.h"

#include <stdio.h>
#include <string.h>

static const char *nearest_function(const program *p, const char *name)
{
    VEC(const char *) names = {0};
    const char *near;

    for (u32 i = 0; i < p->funcs.n; i++)
        if (p->funcs.at[i]->defined)
            vec_push(&names, p->funcs.at[i]->name);
    near = options_nearest(name, names.at, names.n);
    vec_free(&names);
    return near;
}

static _Noreturn void no_function(const program *p, const char *name)
{
    const char *near = nearest_function(p, name);

    fail(EXIT_USAGE, "heddle dump: the program has no function '%s'; %s%s%s", name,
         near ? "did you mean '" : "without --function all are printed", near ? near : "",
         near ? "'?" : "");
}

/* Every function that is reached, the runtime's too. */
static void print_all(const program *p, text *out)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (p->funcs.at[i]->runtime)
            program_print(p, p->funcs.at[i]->name, out);
    program_print(p, NULL, out);
}

int cmd_dump(int argc, char **argv)
{
    options o = {0};
    program *p;
    text out = {0};

    options_parse(&o, FOR_DUMP, argc, argv);
    if (!o.front.files.n)
        fail(EXIT_USAGE, "heddle dump: no file was given; heddle help dump says more");
    p = front_load(&o.front);
    if (o.function && !program_defines(p, o.function))
        no_function(p, o.function);
    if (o.all && !o.function)
        print_all(p, &out);
    else
        program_print(p, o.function, &out);
    fwrite(text_str(&out), 1, out.n, stdout);
    if (o.front.verbose)
        note("compile %.3f s, lower %.3f s", o.front.seconds_compile, o.front.seconds_lower);
    text_free(&out);
    program_free(p);
    options_free(&o);
    return fflush(stdout) ? EXIT_BUG : 0;
}
