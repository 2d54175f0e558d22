/* Runs a generated program natively, many times: compiled together with it, where its main is
 * called program_main.  Each run is a process of its own, with its own seed for the noise that
 * shakes the schedule and for heddle_choose; one that takes longer than a few seconds is killed.
 * usage: native RUNS */
#include <heddle.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int program_main(void);
void noise(void);

static unsigned seed;
static _Thread_local unsigned state;

static unsigned next(void)
{
    if (state == 0)
        state = seed ^ (unsigned)(unsigned long)&state ^ 0x9e3779b9u;
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

/* Between any two operations: also a fence, since heddle's memory is sequentially consistent. */
void noise(void)
{
    unsigned roll = next() % 8;

    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (roll == 0)
        usleep(next() % 50);
    else if (roll < 3)
        sched_yield();
    else
        for (volatile unsigned i = next() % 300; i > 0; i--)
            ;
}

unsigned heddle_choose(unsigned n)
{
    return next() % n;
}

static void run_once(void)
{
    pid_t child = fork();

    if (child == 0) {
        alarm(4);
        exit(program_main());
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 50;

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (unsigned i = 0; i < runs; i++) {
        seed = i * 2654435761u + 1;
        run_once();
    }
    return 0;
}
