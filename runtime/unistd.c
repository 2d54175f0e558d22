/* The small change of POSIX: identities, limits, raw output, errno, the locale.  There is one
 * process, no files, no environment; standard input is at its end. */
#include "heddle_runtime.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <unistd.h>

enum { PROCESS = 1000, PROCESSORS = 2, PAGE = 4096 };
enum { STACK_LEAST = 16384, KEYS = 1024, DESTRUCTOR_ROUNDS = 4 };

static int fails(int error)
{
    errno = error;
    return -1;
}

int *__errno_location(void)
{
    static _Thread_local int number;
    return &number;
}

pid_t getpid(void)
{
    return PROCESS;
}

pid_t getppid(void)
{
    return 1;
}

pid_t gettid(void)
{
    __heddle_polls();
    return PROCESS - 1 + __heddle_self();
}

uid_t getuid(void)
{
    return 1000;
}

uid_t geteuid(void)
{
    return 1000;
}

gid_t getgid(void)
{
    return 1000;
}

gid_t getegid(void)
{
    return 1000;
}

int isatty(int fd)
{
    (void)fd;
    return fails(ENOTTY), 0;
}

long syscall(long number, ...)
{
    if (number != SYS_gettid)
        __heddle_unsupported("syscall() other than SYS_gettid");
    return gettid();
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    __heddle_cancel_entry();
    if (fd != 1 && fd != 2)
        return fails(EBADF);
    __heddle_write(fd, bytes, count);
    return (ssize_t)count;
}

ssize_t read(int fd, void *bytes, size_t count)
{
    (void)bytes, (void)count;
    __heddle_cancel_entry();
    return fd == 0 ? 0 : fails(EBADF);
}

int close(int fd)
{
    __heddle_cancel_entry();
    return fd >= 0 && fd <= 2 ? 0 : fails(EBADF);
}

long sysconf(int name)
{
    switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF:
        return PROCESSORS;
    case _SC_PAGESIZE:
        return PAGE;
    case _SC_CLK_TCK:
        return 100;
    case _SC_OPEN_MAX:
        return 3;
    case _SC_THREADS:
    case _SC_THREAD_SAFE_FUNCTIONS:
    case _SC_THREAD_ATTR_STACKADDR:
    case _SC_THREAD_ATTR_STACKSIZE:
    case _SC_THREAD_PROCESS_SHARED:
    case _SC_THREAD_PRIORITY_SCHEDULING:
    case _SC_THREAD_PRIO_INHERIT:
    case _SC_THREAD_PRIO_PROTECT:
    case _SC_THREAD_ROBUST_PRIO_INHERIT:
    case _SC_THREAD_ROBUST_PRIO_PROTECT:
    case _SC_PRIORITY_SCHEDULING:
    case _SC_BARRIERS:
    case _SC_SPIN_LOCKS:
    case _SC_READER_WRITER_LOCKS:
    case _SC_SEMAPHORES:
    case _SC_TIMEOUTS:
    case _SC_CLOCK_SELECTION:
    case _SC_MONOTONIC_CLOCK:
    case _SC_REALTIME_SIGNALS:
    case _SC_VERSION:
        return _POSIX_VERSION;
    case _SC_THREAD_STACK_MIN:
        return STACK_LEAST;
    case _SC_THREAD_KEYS_MAX:
        return KEYS;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS:
        return DESTRUCTOR_ROUNDS;
    case _SC_SEM_VALUE_MAX:
        return INT_MAX;
    case _SC_RTSIG_MAX:
        return __SIGRTMAX - __SIGRTMIN + 1;
    case _SC_THREAD_THREADS_MAX:
    case _SC_SEM_NSEMS_MAX:
    case _SC_SIGQUEUE_MAX:
        return -1; /* no limit */
    default:
        return fails(EINVAL);
    }
}

long __sysconf(int name);
long __sysconf(int name)
{
    return sysconf(name);
}

int getpagesize(void)
{
    return PAGE;
}

int get_nprocs(void)
{
    return PROCESSORS;
}

int get_nprocs_conf(void)
{
    return PROCESSORS;
}

int sched_getcpu(void)
{
    return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set)
{
    (void)process, (void)size, (void)set;
    return 0;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
    (void)process;
    __builtin_memset(set, 0, size);
    CPU_SET_S(0, size, set);
    CPU_SET_S(1, size, set);
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    int count = 0;
    for (size_t i = 0; i < size / sizeof(__cpu_mask); i++)
        count += __builtin_popcountl(set->__bits[i]);
    return count;
}

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}

char *secure_getenv(const char *name)
{
    (void)name;
    return NULL;
}

int system(const char *command)
{
    if (command)
        __heddle_unsupported("system()");
    return 0;
}

char *setlocale(int category, const char *locale)
{
    (void)category;
    if (locale && locale[0] && !(locale[0] == 'C' && !locale[1]))
        return NULL;
    return "C";
}

struct lconv *localeconv(void)
{
    static char none[1], point[] = ".";
    static struct lconv plain = {
        .decimal_point = point,
        .thousands_sep = none,
        .grouping = none,
        .int_curr_symbol = none,
        .currency_symbol = none,
        .mon_decimal_point = none,
        .mon_thousands_sep = none,
        .mon_grouping = none,
        .positive_sign = none,
        .negative_sign = none,
        .int_frac_digits = 127,
        .frac_digits = 127,
        .p_cs_precedes = 127,
        .p_sep_by_space = 127,
        .n_cs_precedes = 127,
        .n_sep_by_space = 127,
        .p_sign_posn = 127,
        .n_sign_posn = 127,
        .int_p_cs_precedes = 127,
        .int_p_sep_by_space = 127,
        .int_n_cs_precedes = 127,
        .int_n_sep_by_space = 127,
        .int_p_sign_posn = 127,
        .int_n_sign_posn = 127,
    };
    return &plain;
}

/* There are no files to open or find. */
int open(const char *path, int flags, ...)
{
    (void)path, (void)flags;
    return fails(ENOENT);
}

int access(const char *path, int mode)
{
    (void)path, (void)mode;
    return fails(ENOENT);
}

int unlink(const char *path)
{
    (void)path;
    return fails(ENOENT);
}

int gethostname(char *name, size_t size)
{
    static const char host[] = "localhost";
    if (size < sizeof host)
        return fails(ENAMETOOLONG);
    __builtin_memcpy(name, host, sizeof host);
    return 0;
}

/* Nothing is used up, and nothing limited. */
int getrusage(__rusage_who_t who, struct rusage *usage)
{
    (void)who;
    __builtin_memset(usage, 0, sizeof *usage);
    return 0;
}

clock_t times(struct tms *used)
{
    if (used)
        __builtin_memset(used, 0, sizeof *used);
    return 0;
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *limit)
{
    (void)resource;
    *limit = (struct rlimit){RLIM_INFINITY, RLIM_INFINITY};
    return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    (void)resource, (void)limit;
    return 0;
}

cpu_set_t *__sched_cpualloc(size_t count)
{
    return malloc(CPU_ALLOC_SIZE(count));
}

void __sched_cpufree(cpu_set_t *set)
{
    free(set);
}

/* Byte order, which without optimisation are calls. */
uint32_t(htonl)(uint32_t host)
{
    return __builtin_bswap32(host);
}

uint16_t(htons)(uint16_t host)
{
    return __builtin_bswap16(host);
}

uint32_t(ntohl)(uint32_t net)
{
    return __builtin_bswap32(net);
}

uint16_t(ntohs)(uint16_t net)
{
    return __builtin_bswap16(net);
}
