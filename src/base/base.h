/* Plain types and the few functions that everything else calls. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

#define LIKELY(x)     __builtin_expect(!!(x), 1)
#define UNLIKELY(x)   __builtin_expect(!!(x), 0)
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Two numbers A..B that a user may have given. */
typedef struct number_range {
    i64 low, high;
    bool set;
} number_range;

/* Exit statuses; docs/reference.md lists them. */
enum {
    EXIT_VERIFIED = 0,
    EXIT_FAILED = 1,
    EXIT_UNKNOWN = 2,
    EXIT_USAGE = 64,
    EXIT_INPUT = 65,
    EXIT_BUG = 70,
    EXIT_OUTPUT = 74,
};
static inline bool exit_is_verdict(int status)
{
    return status == EXIT_VERIFIED || status == EXIT_FAILED || status == EXIT_UNKNOWN;
}

/* Memory that is never NULL: where there is none the work is halted (halt.h). */
void *mem_alloc(size_t bytes); /* zeroed */
void *mem_resize(void *old, size_t bytes);
void mem_free(void *p);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);

/* Our own bug: prints one line and exits with EXIT_BUG. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The user's mistake: `message` on stderr, then exit with `status`. */
_Noreturn void fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A remark on stderr, prefixed `heddle: `. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Remarks are also added to the text from now on; NULL: no longer. */
struct text;
void note_keep(struct text *also);

/* Seconds since an arbitrary start, monotonic. */
double clock_seconds(void);

#endif
