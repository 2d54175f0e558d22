/* Linked with a program of races.c: a short wait before an operation, now and then. */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void noise(void);

void noise(void)
{
    static __thread uint64_t state;
    struct timespec now;

    if (!state) {
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
        state = ((uint64_t)now.tv_nsec << 20 ^ (uint64_t)syscall(SYS_gettid)) | 1;
    }
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    now = (struct timespec){.tv_nsec = (long)(state >> 8) % 200000};
    if (state % 2)
        syscall(SYS_nanosleep, &now, 0);
}
