/* Streams.  There are three: standard input, always at its end, and the two outputs, which go to
 * the trace at the step that printed them and are no state: nothing is buffered, and every call is
 * written at once.  Files cannot be opened.  `stdout` and its like are constants here, so that
 * reading them is no step.  Whoever locks a stream (flockfile) keeps the output of others from it;
 * in a program that locks none nothing waits. */
#include "heddle_runtime.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#undef stdin
#undef stdout
#undef stderr
static const FILE streams[3];
extern FILE *const heddle_stdin __asm__("stdin");
extern FILE *const heddle_stdout __asm__("stdout");
extern FILE *const heddle_stderr __asm__("stderr");
FILE *const heddle_stdin = (FILE *)&streams[0];
FILE *const heddle_stdout = (FILE *)&streams[1];
FILE *const heddle_stderr = (FILE *)&streams[2];

enum { BUFFER = 256 };

static int number_of(const FILE *stream)
{
    for (int i = 0; i < 3; i++)
        if (stream == &streams[i])
            return i;
    __heddle_fail(ERR_MISUSE,
                  stream ? "the stream is none of stdin, stdout, stderr" : "the stream is NULL");
}

static int fails(int error)
{
    errno = error;
    return EOF;
}

static pthread_mutex_t locks[3] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                                   PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                                   PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
static int locking; /* a stream may be locked; never written where none can be */

/* The first question is no step, the second is decided where nobody locks. */
static int may_be_locked(void)
{
    return __heddle_option(OPTION_LOCKS_STREAMS) && locking;
}

static void enter(int number)
{
    if (may_be_locked())
        __heddle_mutex_lock(&locks[number]);
}

static void leave(int number)
{
    if (may_be_locked())
        pthread_mutex_unlock(&locks[number]);
}

/* Output. */
static void write_out(const FILE *stream, const void *bytes, size_t n)
{
    __heddle_write(number_of(stream), bytes, n);
}

static int print(int fd, const char *format, va_list args)
{
    char buffer[BUFFER];
    if (fd == 0)
        return fails(EBADF);
    sink out = {.at = buffer, .room = BUFFER, .fd = fd};
    int n = __heddle_format(&out, format, args);
    if (out.used)
        __heddle_write(fd, buffer, out.used);
    return n;
}

static int print_memory(char *to, size_t size, const char *format, va_list args)
{
    sink out = {.at = to, .room = size ? size - 1 : 0, .fd = -1};
    int n = __heddle_format(&out, format, args);
    if (size)
        to[out.used] = 0;
    return n;
}

static int print_locked(int fd, const char *format, va_list args)
{
    enter(fd);
    int n = print(fd, format, args);
    leave(fd);
    return n;
}

/* The size is found first, by a run over the arguments that keeps nothing. */
static int print_allocated(char **to, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = print_memory(NULL, 0, format, again);
    va_end(again);
    *to = malloc((size_t)n + 1);
    return *to ? print_memory(*to, (size_t)n + 1, format, args) : -1;
}

#define UNBOUNDED ((size_t)1 << (8 * sizeof(size_t) - 2))
#define WITH_ARGS(last, call) \
    va_list args;             \
    va_start(args, last);     \
    int n = call;             \
    va_end(args);             \
    return n

int vprintf(const char *restrict format, va_list args)
{
    return print_locked(1, format, args);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list args)
{
    return print_locked(number_of(stream), format, args);
}

int vdprintf(int fd, const char *restrict format, va_list args)
{
    return print(fd == 1 || fd == 2 ? fd : 0, format, args);
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list args)
{
    return print_memory(to, size, format, args);
}

int vsprintf(char *restrict to, const char *restrict format, va_list args)
{
    return print_memory(to, UNBOUNDED, format, args);
}

int vasprintf(char **restrict to, const char *restrict format, va_list args)
{
    return print_allocated(to, format, args);
}

int printf(const char *restrict format, ...)
{
    WITH_ARGS(format, print_locked(1, format, args));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    WITH_ARGS(format, print_locked(number_of(stream), format, args));
}

int dprintf(int fd, const char *restrict format, ...)
{
    WITH_ARGS(format, print(fd == 1 || fd == 2 ? fd : 0, format, args));
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    WITH_ARGS(format, print_memory(to, UNBOUNDED, format, args));
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
    WITH_ARGS(format, print_memory(to, size, format, args));
}

int asprintf(char **restrict to, const char *restrict format, ...)
{
    WITH_ARGS(format, print_allocated(to, format, args));
}

/* What _FORTIFY_SOURCE makes of them; the machine checks bounds anyway. */
int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...)
{
    (void)flag;
    WITH_ARGS(format, print_locked(1, format, args));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    (void)flag;
    WITH_ARGS(format, print_locked(number_of(stream), format, args));
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...)
{
    (void)flag, (void)room;
    WITH_ARGS(format, print_memory(to, UNBOUNDED, format, args));
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...)
{
    (void)flag, (void)room;
    WITH_ARGS(format, print_memory(to, size, format, args));
}

/* Text of one stretch, with a newline or not, in one write. */
static int put_line(int fd, const char *text, const char *end)
{
    char buffer[BUFFER];
    sink out = {.at = buffer, .room = BUFFER, .fd = fd};
    for (char c; (c = *text); text++)
        __heddle_put(&out, &c, 1);
    __heddle_put(&out, end, __heddle_strlen(end));
    if (out.used)
        __heddle_write(fd, buffer, out.used);
    return 1;
}

static int put_locked(int fd, const char *text, const char *end)
{
    enter(fd);
    put_line(fd, text, end);
    leave(fd);
    return 1;
}

int puts(const char *text)
{
    return put_locked(1, text, "\n");
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    return put_locked(number_of(stream), text, "");
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return put_line(number_of(stream), text, "");
}

int(fputc_unlocked)(int c, FILE *stream)
{
    char byte = (char)c;
    write_out(stream, &byte, 1);
    return (unsigned char)byte;
}

int fputc(int c, FILE *stream)
{
    enter(number_of(stream));
    int written = (fputc_unlocked)(c, stream);
    leave(number_of(stream));
    return written;
}

int(putc)(int c, FILE *stream)
{
    return fputc(c, stream);
}

int(putchar)(int c)
{
    return fputc(c, heddle_stdout);
}

int(putc_unlocked)(int c, FILE *stream)
{
    return (fputc_unlocked)(c, stream);
}

int(putchar_unlocked)(int c)
{
    return (fputc_unlocked)(c, heddle_stdout);
}

/* What the inline forms of the headers call when the buffer, here always, is full or empty. */
int __overflow(FILE *stream, int c)
{
    return (fputc_unlocked)(c, stream);
}

int __uflow(FILE *stream)
{
    return number_of(stream) == 0 ? EOF : fails(EBADF);
}

size_t(fwrite_unlocked)(const void *restrict bytes, size_t size, size_t count,
                        FILE *restrict stream)
{
    if (!size || !count)
        return 0;
    write_out(stream, bytes, size * count);
    return count;
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream)
{
    enter(number_of(stream));
    size_t written = (fwrite_unlocked)(bytes, size, count, stream);
    leave(number_of(stream));
    return written;
}

void perror(const char *text)
{
    int error = errno;
    if (text && *text) {
        fprintf(heddle_stderr, "%s: %s\n", text, __heddle_error_text(error));
        return;
    }
    put_locked(2, __heddle_error_text(error), "\n");
}

/* Streams themselves. */
int fflush(FILE *stream)
{
    (void)stream;
    return 0;
}

int fclose(FILE *stream)
{
    number_of(stream);
    return 0;
}

int fileno(FILE *stream)
{
    return number_of(stream);
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    (void)stream, (void)buffer;
}

void setlinebuf(FILE *stream)
{
    (void)stream;
}

void flockfile(FILE *stream)
{
    __heddle_locks_streams();
    __heddle_use(&locking);
    __heddle_mutex_lock(&locks[number_of(stream)]);
}

int ftrylockfile(FILE *stream)
{
    __heddle_locks_streams();
    __heddle_use(&locking);
    return __heddle_mutex_trylock(&locks[number_of(stream)]);
}

void funlockfile(FILE *stream)
{
    pthread_mutex_unlock(&locks[number_of(stream)]);
}

int feof(FILE *stream)
{
    return number_of(stream) == 0;
}

int ferror(FILE *stream)
{
    number_of(stream);
    return 0;
}

void clearerr(FILE *stream)
{
    number_of(stream);
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    (void)path, (void)mode;
    errno = ENOENT;
    return NULL;
}

FILE *fdopen(int fd, const char *mode)
{
    (void)mode;
    if (fd >= 0 && fd < 3)
        return (FILE *)&streams[fd];
    errno = EBADF;
    return NULL;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    (void)path, (void)mode;
    number_of(stream);
    errno = ENOENT;
    return NULL;
}

FILE *tmpfile(void)
{
    errno = ENOENT;
    return NULL;
}

int remove(const char *path)
{
    (void)path;
    return fails(ENOENT);
}

/* Input: the end of standard input; the outputs cannot be read. */
static int at_end(const FILE *stream)
{
    return number_of(stream) == 0 ? EOF : fails(EBADF);
}

int fgetc(FILE *stream)
{
    return at_end(stream);
}

int(getc)(FILE *stream)
{
    return at_end(stream);
}

int(getchar)(void)
{
    return EOF;
}

int(getc_unlocked)(FILE *stream)
{
    return at_end(stream);
}

int(getchar_unlocked)(void)
{
    return EOF;
}

int ungetc(int c, FILE *stream)
{
    (void)c;
    number_of(stream);
    return EOF;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    (void)to, (void)size;
    at_end(stream);
    return NULL;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream)
{
    (void)to, (void)size, (void)count;
    at_end(stream);
    return 0;
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream)
{
    (void)line, (void)size;
    return at_end(stream);
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream)
{
    (void)line, (void)size, (void)end;
    return at_end(stream);
}

/* What getline is with optimisation. */
ssize_t __getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream)
{
    return getdelim(line, size, end, stream);
}
