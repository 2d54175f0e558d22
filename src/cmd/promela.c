/* heddle promela: a model of a C program for SPIN, and what SPIN finds in it, in lines of C. */
#include "promela/promela.h"
#include "cmd/options.h"
#include "search/figures.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEAP_OBJECTS = 16, STORE_BUFFER = 4, MOST_BUFFER = 16 };

static promela_options settings(options *o, const char *include)
{
    promela_options p = {.include = include,
                         .harness = o->harness,
                         .init = o->init,
                         .source = o->harness_source,
                         .functions = o->functions,
                         .heap = (u32)(o->heap_objects ? o->heap_objects : HEAP_OBJECTS),
                         .statement_atomic = o->statement_atomic,
                         .tso = o->memory != 0,
                         .buffer = (u32)(o->store_buffer ? o->store_buffer : STORE_BUFFER),
                         .separate = o->separate,
                         .reuse = o->reuse,
                         .havoc = o->havoc,
                         .allow_hang = o->allow_hang || o->outcomes,
                         .outcomes = o->outcomes};

    for (u32 i = 0; i < o->front.files.n; i++)
        vec_push(&p.files, o->front.files.at[i]);
    for (u32 i = 0; i < o->front.clang.n; i++)
        vec_push(&p.clang, o->front.clang.at[i]);
    for (u32 i = 0; i < o->op.n; i++)
        vec_push(&p.ops, o->op.at[i]);
    return p;
}

static void check_usage(const options *o)
{
    if (!o->front.files.n)
        fail(EXIT_USAGE, "heddle promela: no file was given; heddle help promela says more");
    if (o->front.args.n)
        fail(EXIT_USAGE, "heddle promela: arguments of main are not translated; leave them out");
    if (o->heap_objects > 240)
        fail(EXIT_USAGE, "heddle promela: --heap %" PRIu64 "; at most 240 are possible",
             o->heap_objects);
    if (o->store_buffer && !o->memory)
        fail(EXIT_USAGE, "heddle promela: --store-buffer needs --memory tso");
    if (o->store_buffer > MOST_BUFFER)
        fail(EXIT_USAGE, "heddle promela: --store-buffer %" PRIu64 "; at most %d are possible",
             o->store_buffer, MOST_BUFFER);
    if (o->memory && (o->statement_atomic || o->reuse))
        fail(EXIT_USAGE,
             "heddle promela: --memory tso goes with neither --statement-atomic nor --reuse");
    if (!o->harness && (o->op.n || o->init || o->harness_source))
        fail(EXIT_USAGE, "heddle promela: --op, --init and --harness-source need --harness");
    if (!o->run_spin && (o->max_memory || o->max_time > 0 || o->quiet))
        fail(EXIT_USAGE, "heddle promela: --max-memory, --max-time and -q need --check");
}

static void write_model(const char *path, const promela_model *m)
{
    FILE *f = path ? fopen(path, "w") : stdout;
    bool ok = f && fwrite(m->out.at, 1, m->out.n, f) == m->out.n;

    if (f)
        ok = !(path ? fclose(f) : fflush(f)) && ok;
    if (!ok)
        fail(EXIT_USAGE, "heddle promela: %s: %s; -o needs a file that can be written",
             path ? path : "standard output", strerror(errno));
}

static void print_result(const options *o, const promela_result *r)
{
    static const char *const names[] = {"VERIFIED", "FAILED", "UNKNOWN"};
    char states[FIGURE], transitions[FIGURE], seconds[FIGURE], bytes[FIGURE];

    if (r->verdict == EXIT_FAILED && r->file)
        printf("%s:%u: error: %s\n", r->file, r->line, r->message);
    else if (r->verdict == EXIT_FAILED)
        printf("error: %s\n", r->message);
    if (r->verdict == EXIT_FAILED && !o->quiet)
        fputs(text_str(&r->steps), stdout);
    fputs(text_str(&r->outcomes), stdout);
    printf("%s: ", names[r->verdict]);
    if (r->verdict == EXIT_VERIFIED)
        printf("no error in any interleaving%s%s (SPIN on the translation)",
               o->memory ? " with store buffers" : "",
               o->allow_hang || o->outcomes ? ", hangs not looked for" : "");
    else
        fputs(r->verdict == EXIT_FAILED ? r->kind : r->message, stdout);
    printf("; %s states, %s transitions, %s, %s\n", figure_count(states, r->states),
           figure_count(transitions, r->transitions), figure_seconds(seconds, r->seconds),
           figure_bytes(bytes, (u64)(r->megabytes * 1e6)));
}

int cmd_promela(int argc, char **argv)
{
    options o;
    char *include = front_include();
    promela_options p;
    promela_model m = {0};
    promela_result r = {.verdict = 0};

    options_parse(&o, FOR_PROMELA, argc, argv);
    check_usage(&o);
    p = settings(&o, include);
    promela_translate(&p, &m);
    if (o.output || !o.run_spin)
        write_model(o.output, &m);
    if (o.run_spin) {
        promela_check(&p, &m, &(promela_limits){o.max_memory, o.max_time}, &r);
        print_result(&o, &r);
    }
    promela_result_free(&r);
    promela_free(&m);
    vec_free(&p.files);
    vec_free(&p.clang);
    vec_free(&p.ops);
    mem_free(include);
    options_free(&o);
    return r.verdict;
}
