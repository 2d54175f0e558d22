/* What a verdict takes for granted is read off the functions of the program.  Lowering leaves out
 * functions that cannot be called.  So a function that reads input, or asks for a nondeterministic
 * value, is there only if the program may call it, and only then is it named. */
#include "session/assumed.h"
#include "base/json.h"

#include <string.h>

/* Those that read, as runtime/functions.def notes them. */
static bool reads_input(const char *name)
{
    static const char *const prefixes[] = {"", "__isoc99_", "__isoc23_"};

    for (u32 k = 0; k < LENGTH(prefixes); k++) {
        size_t n = strlen(prefixes[k]);
        const char *plain = name + n;

        if (strncmp(name, prefixes[k], n) != 0)
            continue;
#define FUNCTION(function, header, note)                                        \
    if (strncmp(note, "end of file", 11) == 0 && strcmp(plain, #function) == 0) \
        return true;
#include "../runtime/functions.def"
    }
    return strcmp(name, "__uflow") == 0;
}

static bool asks_for_value(const func *f)
{
    for (u32 i = 0; i < f->ncode; i++)
        if (f->code[i].op == OP_BUILTIN && f->code[i].y == BI_nondet)
            return true;
    return false;
}

void assumed_find(const options *o, const program *p, assumed_list *out)
{
    bool reads = false, asks = false;

    for (u32 i = 0; p && i < p->funcs.n; i++) {
        const func *f = p->funcs.at[i];

        if (!f->runtime || !f->defined)
            continue;
        reads |= reads_input(f->name);
        asks |= asks_for_value(f);
    }
    if (asks && o->vm.nondet.set) {
        text line = {0};

        text_addf(&line, "nondeterministic values of %lld..%lld only", (long long)o->vm.nondet.low,
                  (long long)o->vm.nondet.high);
        vec_push(out, line.at);
    }
    if (reads)
        vec_push(out, mem_strdup("standard input taken as empty"));
}

void assumed_free(assumed_list *list)
{
    vec_free_items(list);
}

static void add_if(json *j, bool holds, const char *words)
{
    if (holds)
        json_string(j, NULL, words);
}

void assumed_checked_native(const options *o, bool accesses, text *out)
{
    json j = {.out = out};

    json_array(&j, NULL);
    add_if(&j, true, "no assertion fails, and the program neither aborts nor crashes");
    add_if(&j, !o->rules.allow_deadlock, "no deadlock");
    add_if(&j, !o->rules.allow_hang,
           "no circle of threads that wait for each other while others "
           "go on");
    add_if(&j, !o->rules.allow_hang && accesses, "nobody spins for what cannot come");
    add_if(&j, true, "locks, conditions and their like are used as their functions demand");
    add_if(&j, true, "nothing is freed twice, or that was not allocated");
    add_if(&j, accesses,
           "no access to freed memory, as far as the program is compiled by heddle cc");
    add_if(&j, accesses && !o->promote,
           "no data race, as far as the program is compiled by heddle cc");
    add_if(&j, o->rules.exit_status, "the exit status is 0");
    add_if(&j, o->rules.leaks, "no lock and no object is left");
    json_end(&j);
}

void assumed_checked_model(const options *o, text *out)
{
    json j = {.out = out};

    json_array(&j, NULL);
    add_if(&j, true, "no assertion fails");
    add_if(&j, true, "no deadlock");
    add_if(&j, !o->rules.allow_hang && !o->outcomes,
           "no hang: nobody waits or spins for what "
           "cannot come");
    add_if(&j, true,
           "no access through a null pointer, to freed memory or past an object, no write "
           "to a constant");
    add_if(&j, true, "no value that was never set decides anything");
    add_if(&j, true, "no division by zero, no shift by the width or more");
    add_if(&j, true, "locks are used as their functions demand");
    json_end(&j);
}

void assumed_checked(const options *o, text *out)
{
    bool graphs = o->vm.memory == MEMORY_RC11 || o->vm.memory == MEMORY_RA;
    json j = {.out = out};

    json_array(&j, NULL);
    add_if(&j, true, "no assertion fails, and the program does not abort");
    add_if(&j, !o->rules.allow_deadlock, "no deadlock");
    add_if(&j, !o->rules.allow_hang, "no hang: nobody waits or spins for what cannot come");
    add_if(
        &j, true,
        "every access is to memory that is there: no null or wild pointer, nothing out of bounds, "
        "freed, out of scope or misaligned");
    add_if(&j, true, "no value that was never set decides anything");
    add_if(&j, true, "no division by zero, no shift by the width or more");
    add_if(&j, true, "locks, conditions and threads are used as their functions demand");
    add_if(&j, graphs || o->races == RACES_ERROR, "no data race");
    json_end(&j);
}
