/* An auditor of the dynamic linker (LD_AUDIT): before every call of a library it waits for a short
 * time, now and then, so that plain runs of a program take schedules that they seldom take.  The
 * number in DELAYS says how often and how long, and whether all run on one processor. */
#define _GNU_SOURCE
#include <link.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* One call in so many waits, for up to so many nanoseconds. */
static const struct {
    unsigned often;
    long most;
} styles[] = {{3, 300000}, {2, 60000}, {6, 1500000}, {1, 150000}};

static __thread uint64_t state;
static unsigned style;

static uint64_t draw(void)
{
    struct timespec now;

    if (!state) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        state = ((uint64_t)now.tv_nsec << 20 ^ (uint64_t)syscall(SYS_gettid)) | 1;
    }
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

unsigned la_version(unsigned version)
{
    const char *number = getenv("DELAYS");
    unsigned run = number ? (unsigned)atoi(number) : 0;
    cpu_set_t one;

    style = run % (sizeof styles / sizeof *styles);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (run / 4 % 2)
        sched_setaffinity(0, sizeof one, &one);
    return version;
}

unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie)
{
    (void)map;
    (void)space;
    (void)cookie;
    return LA_FLG_BINDTO | LA_FLG_BINDFROM;
}

Elf64_Addr la_x86_64_gnu_pltenter(Elf64_Sym *symbol, unsigned index, uintptr_t *from, uintptr_t *to,
                                  La_x86_64_regs *registers, unsigned *flags, const char *name,
                                  long *size)
{
    struct timespec time = {.tv_nsec = (long)(draw() % (uint64_t)styles[style].most)};

    (void)index;
    (void)from;
    (void)to;
    (void)registers;
    (void)flags;
    (void)name;
    (void)size;
    if (draw() % styles[style].often == 0)
        syscall(SYS_nanosleep, &time, 0);
    return symbol->st_value;
}
