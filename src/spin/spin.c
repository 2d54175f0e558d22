/* heddle spin: SPIN searches, heddle's machine executes (Zaks, Joshi 2008).
 *
 * The program is compiled as for heddle check and written to a file; a Promela model with a process
 * for each thread is written beside it; SPIN makes a search program of the model, which is linked
 * with libheddle.a and run.  What it finds comes back as a list of moves, and from there on a
 * failure is shown like any other. */
#include "spin/spin.h"
#include "base/process.h"
#include "session/coverage.h"
#include "spin/job.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- folders ---- */

static char *absolute(const char *folder)
{
    char *path = realpath(folder, NULL), *copy;

    if (!path)
        fail(EXIT_INPUT, "heddle spin: %s: %s", folder, strerror(errno));
    copy = mem_strdup(path);
    free(path);
    return copy;
}

static void make_folder(spin_job *j)
{
    const char *given = j->c.o.emit ? j->c.o.emit : j->c.o.keep_files;

    if (given && mkdir(given, 0777) && errno != EEXIST)
        fail(EXIT_INPUT, "heddle spin: %s: %s", given, strerror(errno));
    j->folder = given ? absolute(given) : folder_temporary("heddle-spin");
    text_addf(&j->binary, "%s/pan", j->folder);
}

/* Removes the folder, unless the user wants its files. */
static void spin_leave(const spin_job *j)
{
    if (!j->c.o.keep_files && !j->c.o.emit)
        folder_remove(j->folder);
}

void spin_fail(const spin_job *j, int exit_status, const char *format, ...)
{
    char message[1000];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    spin_leave(j);
    fail(exit_status, "heddle spin: %s", message);
}

static void write_files(spin_job *j)
{
    text file = {0};

    if (!spin_write(j, &file))
        spin_fail(j, EXIT_INPUT, "%s: %s", text_str(&file), strerror(errno));
    text_free(&file);
}

/* ---- the search ---- */

static void search_once(spin_job *j)
{
    text out = {0};

    spin_begin_depth(j);
    do {
        write_files(j);
        spin_build(j);
        do
            spin_search(j, &out);
        while (spin_deepen(j, &out));
    } while (spin_outgrown(j, &out));
    spin_judge(j, &out);
    if (j->c.r.failed)
        spin_failure(j);
    text_free(&out);
}

/* SPIN takes one claim at a time, and with one it sees only what the claim goes along with: that
 * there is no error is found without.  This comes last, since it needs all states, and a violated
 * formula seldom does.  A search that was cut keeps none of the others from finding something. */
static void search(spin_job *j)
{
    const goal_list *goals = &j->c.live.goals;
    result *r = &j->c.r;
    text cut = {0};

    for (u32 i = 0; i <= goals->n && !r->failed && !tool_interrupted(); i++) {
        j->goal = i < goals->n ? &goals->at[i] : NULL;
        j->late = false;
        search_once(j);
        if (r->verdict == VERDICT_UNKNOWN && !cut.n)
            text_addf(&cut, "%s", r->reason);
    }
    if (tool_interrupted() && !cut.n)
        text_add(&cut, "the search was interrupted");
    if (cut.n && !r->failed)
        spin_unknown(r, text_str(&cut));
    text_free(&cut);
}

static void spin_free(spin_job *j)
{
    vec_free_items(&j->words);
    vec_free(&j->compiler);
    vec_free(&j->spin);
    vec_free(&j->pan);
    text_free(&j->library);
    text_free(&j->include);
    text_free(&j->binary);
    text_free(&j->trail);
    mem_free(j->folder);
}

static int emitted(spin_job *j)
{
    j->goal = j->c.live.goals.n ? &j->c.live.goals.at[0] : NULL;
    write_files(j);
    printf("%s: driver.pml, driver.h, program.heddle, Makefile; make run searches\n", j->c.o.emit);
    session_free(&j->c);
    return EXIT_VERIFIED;
}

/* Better now than after the program was compiled; spin itself runs gcc. */
static void check_tools(void)
{
    static const char *const tools[] = {"spin", "gcc"};

    for (u32 i = 0; i < LENGTH(tools); i++)
        if (!find_is_program(tools[i]))
            fail(EXIT_INPUT, "heddle spin: %s is not in PATH; install it: apt-get install %s",
                 tools[i], tools[i]);
}

/* SPIN knows which states are new, the machine which lines a step runs through. */
static void add_covered(const session *c, coverage *out)
{
    coverage_say(out, c->reached ? "States by line are not known: SPIN keeps the states."
                                 : "Which lines runs come to is not known: there was no room.");
}

/* For the page: the machine in pan marks what it executes in a file that is read here, too. */
static void keep_coverage(spin_job *j)
{
    text file = {0};

    if (!j->c.o.html)
        return;
    text_addf(&file, "%s/reached", j->folder);
    j->c.reached = coverage_open(j->c.p, text_str(&file));
    j->c.covered = add_covered;
    if (j->c.reached)
        setenv("HEDDLE_REACHED", text_str(&file), 1);
    text_free(&file);
}

int spin_check(int argc, char **argv)
{
    spin_job j = {0};
    int exit_status;

    spin_options(&j, argc, argv);
    if (!j.c.o.emit)
        check_tools();
    j.c.o.front.whole = j.c.o.emit != NULL;
    j.c.p = front_load(&j.c.o.front);
    make_folder(&j);
    spin_measure(&j);
    if (j.c.o.emit) {
        exit_status = emitted(&j);
    } else {
        keep_coverage(&j);
        search(&j);
        spin_leave(&j);
        exit_status = session_finish(&j.c);
    }
    spin_free(&j);
    return exit_status;
}
