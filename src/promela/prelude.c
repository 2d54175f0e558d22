/* Functions of the C library that are C themselves: they are translated like those of the program,
 * which may have its own in their place.  Time does not pass: every clock stands at one moment. */
#include "promela/prelude.h"

/* clang-format off */
#define LINE(...) #__VA_ARGS__ "\n"

const char prelude_source[] =
    LINE(_Thread_local int thread_errno;)
    LINE(_Thread_local void *key_values[4];)
    LINE(void (*key_destructors[4])(void *);)
    LINE(_Bool key_made[4];)
    LINE(unsigned key_next;)
    LINE(void __heddle_require(int);)
    LINE(void __heddle_limit(int);)
    LINE(int pthread_key_create(unsigned *out, void (*destroy)(void *)) {
        unsigned n = __sync_fetch_and_add(&key_next, 1);
        __heddle_limit(n < 4);
        key_destructors[n] = destroy;
        key_made[n] = 1;
        *out = n + 1;
        return 0;
    })
    LINE(int pthread_key_delete(unsigned key) {
        __heddle_require(key > 0 && key <= 4 && key_made[key - 1]);
        key_made[key - 1] = 0;
        return 0;
    })
    LINE(void *pthread_getspecific(unsigned key) {
        __heddle_require(key > 0 && key <= 4 && key_made[key - 1]);
        return key_values[key - 1];
    })
    LINE(int pthread_setspecific(unsigned key, const void *held) {
        __heddle_require(key > 0 && key <= 4 && key_made[key - 1]);
        key_values[key - 1] = (void *)held;
        return 0;
    })
    LINE(void heddle_keys_end(void) {
        for (int round = 0; round < 4; round++) {
            int any = 0;
            for (int i = 0; i < 4; i++) {
                void *held = key_values[i];
                if (held && key_made[i] && key_destructors[i]) {
                    key_values[i] = 0;
                    any = 1;
                    key_destructors[i](held);
                }
            }
            if (!any)
                break;
        }
    })
    LINE(int tss_create(unsigned *out, void (*destroy)(void *)) {
        return pthread_key_create(out, destroy);
    })
    LINE(void tss_delete(unsigned key) { pthread_key_delete(key); })
    LINE(void *tss_get(unsigned key) { return pthread_getspecific(key); })
    LINE(int tss_set(unsigned key, void *held) { return pthread_setspecific(key, held); })
    LINE(struct timespec { long tv_sec; long tv_nsec; };)
    LINE(struct timeval { long tv_sec; long tv_usec; };)
    LINE(int clock_gettime(int clock, struct timespec *out) {
        out->tv_sec = 1000000000;
        out->tv_nsec = 0;
        return 0;
    })
    LINE(int timespec_get(struct timespec *out, int base) {
        if (base != 1)
            return 0;
        out->tv_sec = 1000000000;
        out->tv_nsec = 0;
        return base;
    })
    LINE(int gettimeofday(struct timeval *out, void *zone) {
        out->tv_sec = 1000000000;
        out->tv_usec = 0;
        return 0;
    })
    LINE(long time(long *out) {
        if (out)
            *out = 1000000000;
        return 1000000000;
    })
    LINE(long clock(void) { return 0; })
    LINE(unsigned long strlen(const char *s) {
        unsigned long n = 0;
        while (s[n])
            n++;
        return n;
    })
    LINE(int strcmp(const char *a, const char *b) {
        while (*a && *a == *b) {
            a++;
            b++;
        }
        return (unsigned char)*a - (unsigned char)*b;
    })
    LINE(int strncmp(const char *a, const char *b, unsigned long n) {
        for (; n; n--) {
            if (!*a || *a != *b)
                return (unsigned char)*a - (unsigned char)*b;
            a++;
            b++;
        }
        return 0;
    })
    LINE(char *strcpy(char *to, const char *from) {
        unsigned long n = 0;
        __heddle_require(to != from);
        while ((to[n] = from[n])) {
            n++;
            __heddle_require(to + n != from && from + n != to);
        }
        return to;
    })
    LINE(char *strncpy(char *to, const char *from, unsigned long most) {
        unsigned long n = 0;
        for (; n < most; n++) {
            __heddle_require(to + n != from && from + n != to);
            if (!from[n])
                break;
            to[n] = from[n];
        }
        for (; n < most; n++) {
            __heddle_require(to + n != from);
            to[n] = 0;
        }
        return to;
    })
    LINE(char *strcat(char *to, const char *from) {
        unsigned long n = 0;
        unsigned long i = 0;
        while (to[n])
            n++;
        to = to + n;
        __heddle_require(to != from);
        while ((to[i] = from[i])) {
            i++;
            __heddle_require(to + i != from && from + i != to);
        }
        return to - n;
    })
    LINE(char *strchr(const char *s, int c) {
        for (; *s != (char)c; s++)
            if (!*s)
                return 0;
        return (char *)s;
    })
    LINE(char *strrchr(const char *s, int c) {
        const char *found = 0;
        for (; *s; s++)
            if (*s == (char)c)
                found = s;
        return (char *)((char)c ? found : s);
    })
    LINE(char *strstr(const char *s, const char *part) {
        unsigned long n = 0;
        while (part[n] && s[n]) {
            if (s[n] == part[n]) {
                n++;
            } else {
                n = 0;
                s++;
            }
        }
        return (char *)(part[n] ? 0 : s);
    })
    LINE(unsigned long strnlen(const char *s, unsigned long most) {
        unsigned long n = 0;
        while (n < most && s[n])
            n++;
        return n;
    })
    LINE(char *strncat(char *to, const char *from, unsigned long most) {
        unsigned long n = 0;
        unsigned long i = 0;
        while (to[n])
            n++;
        to = to + n;
        for (; i < most; i++) {
            __heddle_require(to + i != from && from + i != to);
            if (!from[i])
                break;
            to[i] = from[i];
        }
        __heddle_require(to + i != from);
        to[i] = 0;
        return to - n;
    })
    LINE(int atoi(const char *s) {
        int n = 0;
        int minus = 0;
        while (*s == 32 || (*s >= 9 && *s <= 13))
            s++;
        if (*s == 45 || *s == 43)
            minus = *s++ == 45;
        while (*s >= 48 && *s <= 57)
            n = n * 10 + (*s++ - 48);
        return minus ? -n : n;
    })
    LINE(int toupper(int c) { return c >= 97 && c <= 122 ? c - 32 : c; })
    LINE(int tolower(int c) { return c >= 65 && c <= 90 ? c + 32 : c; })
    LINE(int abs(int n) { return n < 0 ? -n : n; })
    LINE(long labs(long n) { return n < 0 ? -n : n; });
/* clang-format on */
