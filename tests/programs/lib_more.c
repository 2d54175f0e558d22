// verdict: VERIFIED
// flags: -D_GNU_SOURCE --leaks
// also: -O2 VERIFIED
// also: -m32 VERIFIED
// What programs call now and then.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>

static int by_sign(const void *a, const void *b, void *sign)
{
    return *(int *)sign * (*(const int *)a - *(const int *)b);
}

static void text(void)
{
    char words[] = "a,b;c", fields[] = "x::y", *save, *rest = fields;
    assert(!strcmp(strtok_r(words, ",;", &save), "a") && !strcmp(strtok_r(NULL, ",;", &save), "b"));
    assert(!strcmp(strtok_r(NULL, ",;", &save), "c") && !strtok_r(NULL, ",;", &save));
    assert(!strcmp(strsep(&rest, ":"), "x") && !*strsep(&rest, ":") && !strcmp(strsep(&rest, ":"), "y"));
    assert(!rest && !strcmp(strcasestr("One TWO", "two"), "TWO") && memmem("abcd", 4, "cd", 2));
    assert(ffs(8) == 4 && ffsl(16) == 5 && ffsll(1ll << 40) == 41);
    assert(atoll("-9000000000") == -9000000000 && strtof("1.5x", &rest) == 1.5f && *rest == 'x');
    assert(strtold("2.5", NULL) == 2.5l && !strcmp(strsignal(SIGTERM), "Terminated"));
    char *line = NULL;
    size_t size = 0;
    assert(getline(&line, &size, stdin) == -1);
    free(line);
}

static void numbers(void)
{
    int a[] = {1, 3, 2}, sign = -1;
    qsort_r(a, 3, sizeof a[0], by_sign, &sign);
    assert(a[0] == 3 && a[1] == 2 && a[2] == 1);
    assert(htonl(0x01020304) == 0x04030201 && ntohs(0x0102) == 0x0201);
    double x = 3, sine, cosine;
    assert(pow(10, x) == 1000 && exp10(2) == 100);
    sincos(x - 3, &sine, &cosine);
    assert(sine == 0 && cosine == 1);
    unsigned short state[3] = {1, 2, 3}, again[3] = {1, 2, 3};
    assert(nrand48(state) == nrand48(again) && erand48(state) == erand48(again));
}

static void process(void)
{
    struct rusage usage;
    struct rlimit limit;
    struct tms used;
    char host[64];
    int policy = sched_getscheduler(0);
    assert(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_sec == 0);
    assert(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
    assert(times(&used) == 0 && gethostname(host, sizeof host) == 0 && policy == SCHED_OTHER);
    assert(open("/dev/random", O_RDONLY) == -1 && errno == ENOENT && access("x", F_OK) == -1);
    assert(pthread_atfork(NULL, NULL, NULL) == 0);
    int *page = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(page != MAP_FAILED && page[1023] == 0);
    page[1023] = 1;
    assert(munmap(page, 4096) == 0);
    cpu_set_t *set = CPU_ALLOC(8);
    CPU_ZERO_S(CPU_ALLOC_SIZE(8), set);
    assert(CPU_COUNT_S(CPU_ALLOC_SIZE(8), set) == 0);
    CPU_FREE(set);
}

int main(void)
{
    text();
    numbers();
    process();
    return 0;
}
