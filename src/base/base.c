/* Memory, messages, growing arrays and hashes.  Whatever runs out halts the work with a sentence
 * that names it (halt.h). */
#define _GNU_SOURCE /* vasprintf */
#include "base/base.h"
#include "base/halt.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static _Noreturn void exhausted(size_t bytes)
{
    halt("the system has no more memory: %zu bytes were asked for (see --max-memory)", bytes);
}

void *mem_alloc(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);

    if (!p)
        exhausted(bytes);
    return p;
}

void *mem_resize(void *old, size_t bytes)
{
    void *p = realloc(old, bytes ? bytes : 1);

    if (!p)
        exhausted(bytes);
    return p;
}

void mem_free(void *p)
{
    free(p);
}

char *mem_strdup(const char *s)
{
    return mem_strndup(s, strlen(s));
}

char *mem_strndup(const char *s, size_t n)
{
    char *copy = mem_alloc(n + 1);

    memcpy(copy, s, n);
    return copy;
}

static void say(const char *prefix, const char *format, va_list args)
{
    fflush(stdout);
    fputs(prefix, stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void die(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("heddle: internal error: ", format, args);
    va_end(args);
    exit(EXIT_BUG);
}

void fail(int status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say("", format, args);
    va_end(args);
    exit(status);
}

static text *notes_kept;

void note_keep(text *also)
{
    notes_kept = also;
}

void note(const char *format, ...)
{
    va_list args;

    if (notes_kept) {
        char *line = NULL;

        va_start(args, format);
        if (vasprintf(&line, format, args) >= 0)
            text_addf(notes_kept, "heddle: %s\n", line);
        va_end(args);
        free(line);
    }
    va_start(args, format);
    say("heddle: ", format, args);
    va_end(args);
}

double clock_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void *vec_grow(void *at, u32 *cap, size_t element, u64 needed)
{
    u64 room = *cap ? (u64)*cap * 2 : 8;

    if (room < needed)
        room = needed;
    if (needed > UINT32_MAX)
        halt("a list has 2^32 elements, and can have no more");
    if (room > UINT32_MAX)
        room = UINT32_MAX;
    *cap = (u32)room;
    return mem_resize(at, room * element);
}

static u64 fold(u64 h, u64 by)
{
    u128 m = (u128)h * by;

    return (u64)m ^ (u64)(m >> 64);
}

void hash_wide(const void *bytes, size_t n, u64 out[2])
{
    const u8 *p = bytes;
    u64 a = 0x9e3779b97f4a7c15u ^ n, b = 0xc2b2ae3d27d4eb4fu + n, w[2];

    for (; n; n -= n < 16 ? n : 16, p += 16) {
        w[0] = w[1] = 0;
        memcpy(w, p, n < 16 ? n : 16);
        a = fold(fold(a ^ w[0], 0xa0761d6478bd642fu) ^ w[1], 0xe7037ed1a0b428dbu);
        b = fold(fold(b + w[1], 0x8ebc6af09c88c6e3u) + w[0], 0x589965cc75374cc3u);
    }
    out[0] = hash_mix(a);
    out[1] = hash_mix(b ^ a >> 32);
}

u64 hash_bytes(const void *bytes, size_t n, u64 seed)
{
    const u8 *p = bytes;
    u64 h = seed ^ (n * 0x9e3779b97f4a7c15u);

    while (n--)
        h = (h ^ *p++) * 0x100000001b3u;
    return hash_mix(h);
}
