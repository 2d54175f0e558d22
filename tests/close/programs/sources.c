// What the C library brings from outside, besides what is read: clocks, random numbers, the environment, files.
// flags: --input-errors drop
// says: sources.c:43: the call of 'clock_gettime' is an input
// says: sources.c:44: the branch on 'now' is a toss
// says: sources.c:46: the call of 'timespec_get' is an input
// says: sources.c:47: the branch on 'now' is a toss
// says: sources.c:49: the call of 'times' is an input
// says: sources.c:51: the branch on 'used' is a toss
// says: sources.c:53: the call of 'lrand48' is an input
// says: sources.c:53: the branch on 'lrand48' is a toss
// says: sources.c:55: the branch on 'drand48' is a toss
// says: sources.c:57: the branch on 'seed' is a toss
// says: sources.c:59: the call of 'getline' is an input
// says: sources.c:60: the branch on 'n' is a toss
// says: sources.c:62: the branch on 'getc_unlocked' is a toss
// says: sources.c:64: the branch on 'getenv' is a toss
// says: sources.c:66: the branch on 'fopen' is a toss
// says: sources.c:69: the branch on 'sysconf' is a toss
// says: sources.c:71: the branch on 'atom_weight' is a toss
// says: sources.c:73: the branch on 'environ' is a toss
// says: sources.c:75: the branch on 'sleep' is a toss
// closed: VERIFIED
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
int atom_weight(void); /* of no library, though ato* are */
static int g;

int main(void)
{
    struct timespec now;
    struct tms used;
    unsigned short seed[3] = {1, 2, 3};
    char *line = NULL;
    size_t n = 0;
    FILE *file;

    srand48(3);
    g = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    if (now.tv_sec > 3)
        g++;
    timespec_get(&now, TIME_UTC);
    if (now.tv_nsec > 3)
        g++;
    times(&used);

    if (used.tms_utime)
        g++;
    if (lrand48() % 2)
        g++;
    if (drand48() > 0.5)
        g++;
    if (nrand48(seed) || seed[0])
        g++;
    getline(&line, &n, stdin);
    if (n)
        g++;
    if (getc_unlocked(stdin) == 'a')
        g++;
    if (getenv("HOME"))
        g++;
    if ((file = fopen("/etc/sensor", "r")))
        fclose(file);

    if (sysconf(_SC_NPROCESSORS_ONLN) > 1)
        g++;
    if (atom_weight() > 1)
        g++;
    if (environ)
        g++;
    if (sleep(1))
        g++;
    return 0;
}
