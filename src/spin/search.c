/* pan at work: one search, or a swarm of bitstate searches that take moves in different random
 * orders and hash differently (G. J. Holzmann, R. Joshi and A. Groce, Swarm Verification
 * Techniques, 2011).  Each member of a swarm has a folder of its own, for its trail. */
#include "spin/job.h"
#include "search/figures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAP = 2000000, HASHES = 100 }; /* nanoseconds; hash functions that pan has by number */

typedef struct runner {
    tool t;
    text folder;
    bool started, read;
} runner;

typedef struct swarm {
    spin_job *j;
    VEC(runner) runners;
    u32 at_once;
    double deadline;
    progress progress;
    text *out;
    bool done; /* what was found, or came in the way, is in out */
} swarm;

static void make_folder(swarm *w, u32 k)
{
    const spin_job *j = w->j;
    text file = {0}, here = {0};
    runner *m = &w->runners.at[k];

    text_addf(&m->folder, "%s", j->folder);
    if (!j->c.o.swarm)
        return;
    text_addf(&m->folder, "/swarm-%u", k);
    text_addf(&file, "%s/program.heddle", j->folder);
    text_addf(&here, "%s/program.heddle", text_str(&m->folder));
    if ((mkdir(text_str(&m->folder), 0777) && errno != EEXIST) ||
        (symlink(text_str(&file), text_str(&here)) && errno != EEXIST))
        spin_fail(j, EXIT_INPUT, "%s: %s", text_str(&m->folder), strerror(errno));
    text_free(&file);
    text_free(&here);
}

static void start_runner(swarm *w, u32 k)
{
    const spin_job *j = w->j;
    runner *m = &w->runners.at[k];
    string_list words = {0};
    text hash = {0}, seed = {0};

    make_folder(w, k);
    spin_words_pan(j, &words);
    words.at[0] = text_str(&j->binary);
    text_addf(&hash, "-h%u", k % HASHES);
    text_addf(&seed, "-RS%llu", (unsigned long long)(j->c.o.stateless.seed + k + 1));
    if (j->c.o.swarm) {
        vec_push(&words, text_str(&hash));
        vec_push(&words, text_str(&seed));
    }
    spin_start(j, &m->t, text_str(&m->folder), &words, "pan.log");
    m->started = true;
    vec_free(&words);
    text_free(&hash);
    text_free(&seed);
}

/* Those whose end was not yet seen. */
static u32 at_work(const swarm *w)
{
    u32 n = 0;

    for (u32 k = 0; k < w->runners.n; k++)
        n += w->runners.at[k].started && !w->runners.at[k].read;
    return n;
}

static void stop_all(swarm *w)
{
    for (u32 k = 0; k < w->runners.n; k++)
        if (w->runners.at[k].started)
            tool_stop(&w->runners.at[k].t);
}

/* An error, a capacity that is too small, or a refusal is the answer; else figures add up. */
static void read_runner(swarm *w, runner *m)
{
    text said = {0};

    m->read = true;
    tool_said(text_str(&m->folder), "pan.log", &said);
    if (w->done) {
        text_free(&said);
        return;
    }
    w->done = spin_found(&said) || strstr(text_str(&said), "heddle: outgrown: ") ||
              strstr(text_str(&said), "heddle: refused: ");
    if (!w->done && w->out->n) /* of the last one they are read with the verdict */
        spin_figures(w->out, &w->j->c.r);
    text_clear(w->out);
    text_addf(w->out, "%s", text_str(&said));
    text_clear(&w->j->trail);
    text_addf(&w->j->trail, "%s", text_str(&m->folder));
    text_free(&said);
    if (w->done)
        stop_all(w);
}

/* What pan said last about how far it is. */
static void show_progress(swarm *w, const runner *m)
{
    double now = clock_seconds();
    text said = {0}, line = {0};
    const char *last = NULL;

    if (!progress_due(&w->progress, now))
        return;
    tool_said(text_str(&m->folder), "pan.log", &said);
    for (const char *at = text_str(&said); (at = strstr(at, "Depth=")); at++)
        last = at;
    text_addf(&line, "%s", last ? last : "");
    if (last)
        progress_show(&w->progress, now, (u64)tool_number_after(&line, "States="),
                      (u64)tool_number_after(&line, "Depth="),
                      (u64)(tool_number_after(&line, "Memory=") * 1048576));
    text_free(&said);
    text_free(&line);
}

static void look(swarm *w)
{
    if (w->deadline && !w->j->late && clock_seconds() > w->deadline) {
        w->j->late = true;
        stop_all(w);
    }
    for (u32 k = 0; k < w->runners.n; k++) {
        runner *m = &w->runners.at[k];

        if (!m->started || m->read)
            continue;
        tool_poll(&m->t);
        if (m->t.ended)
            read_runner(w, m);
        else
            show_progress(w, m);
    }
}

static void run_all(swarm *w)
{
    struct timespec nap = {0, NAP};
    u32 next = 0;

    do {
        while (next < w->runners.n && at_work(w) < w->at_once && !w->done && !w->j->late &&
               !(next && tool_interrupted()))
            start_runner(w, next++);
        nanosleep(&nap, NULL);
        look(w);
    } while (at_work(w) || (next < w->runners.n && !w->done && !w->j->late && !tool_interrupted()));
}

void spin_search(spin_job *j, text *out)
{
    double now = clock_seconds();
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    swarm w = {.j = j, .out = out, .at_once = processors > 1 ? (u32)processors : 1};

    w.deadline = j->c.o.max.seconds ? now + j->c.o.max.seconds : 0;
    for (u64 k = 0; k < (j->c.o.swarm ? j->c.o.swarm : 1); k++)
        vec_push(&w.runners, (runner){0});
    text_clear(out);
    setenv("HEDDLE_SPIN", "1", 1);
    progress_open(&w.progress, session_settings(&j->c).progress, now);
    run_all(&w);
    progress_close(&w.progress, clock_seconds(), (u64)tool_number_before(out, "states, stored"),
                   (u64)tool_number_after(out, "depth reached "),
                   (u64)(tool_number_before(out, "\ttotal actual memory usage") * 1048576));
    for (u32 k = 0; k < w.runners.n; k++)
        text_free(&w.runners.at[k].folder);
    vec_free(&w.runners);
}
