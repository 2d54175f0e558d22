/* Memory, messages, growing arrays and strings.  Whatever runs out halts the work with a sentence
 * that names it (halt.h). */
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

void note(const char *format, ...)
{
    va_list args;

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

static void text_room(text *t, size_t more)
{
    if (t->n + more + 1 <= t->cap)
        return;
    t->cap = (t->n + more + 1) * 2;
    t->at = mem_resize(t->at, t->cap);
}

void text_addn(text *t, const char *s, size_t n)
{
    text_room(t, n);
    if (n)
        memcpy(t->at + t->n, s, n);
    t->n += n;
    t->at[t->n] = 0;
}

void text_add(text *t, const char *s)
{
    text_addn(t, s, strlen(s));
}

void text_addc(text *t, char c)
{
    text_addn(t, &c, 1);
}

void text_addf(text *t, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    text_room(t, (size_t)n);
    va_start(args, format);
    vsnprintf(t->at + t->n, (size_t)n + 1, format, args);
    va_end(args);
    t->n += (size_t)n;
}

void text_clear(text *t)
{
    t->n = 0;
    if (t->at)
        t->at[0] = 0;
}

void text_free(text *t)
{
    mem_free(t->at);
    *t = (text){0};
}

const char *text_str(const text *t)
{
    return t->at ? t->at : "";
}

u32 text_character(const char *of)
{
    const u8 *s = (const u8 *)of;
    u32 n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

    if (n > 1 && (s[0] < 0xc2 || s[0] > 0xf4))
        return 0;
    for (u32 k = 1; k < n; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] >= 0xa0;

    return overlong || surrogate || (s[0] == 0xf4 && s[1] >= 0x90) ? 0 : n;
}

static void add_quoted(text *t, const char *s, u32 n)
{
    if (*s == '\n')
        text_add(t, "\\n");
    else if (*s == '\t')
        text_add(t, "\\t");
    else if (*s == '"' || *s == '\\')
        text_addf(t, "\\%c", *s);
    else if (!n || (u8)*s < 32 || *s == 127)
        text_addf(t, "\\%03o", (u8)*s);
    else
        text_addn(t, s, n);
}

void text_quoted(text *t, const char *s, size_t most)
{
    const char *from = s;

    text_addc(t, '"');
    while (*s) {
        u32 n = text_character(s), bytes = n ? n : 1;

        if ((size_t)(s - from) + bytes > most) {
            text_add(t, "...");
            break;
        }
        add_quoted(t, s, n);
        s += bytes;
    }
    text_addc(t, '"');
}

void text_json(text *t, const char *s)
{
    text_addc(t, '"');
    while (*s) {
        u32 n = text_character(s);

        if (*s == '"' || *s == '\\')
            text_addf(t, "\\%c", *s);
        else if (*s == '\n')
            text_add(t, "\\n");
        else if (!n || (u8)*s < 32 || *s == 127)
            text_addf(t, "\\u%04x", (u8)*s);
        else
            text_addn(t, s, n);
        s += n ? n : 1;
    }
    text_addc(t, '"');
}

bool text_read_file(text *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    char buffer[65536];
    size_t n;
    bool ok;

    if (!f)
        return false;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        text_addn(t, buffer, n);
    ok = !ferror(f);
    fclose(f);
    return ok;
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
