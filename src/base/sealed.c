/* Sealed files.  A block is its length, its bytes and the chained hash: of the hash before it and
 * of its bytes.  A block of no bytes is the end; nothing follows it.  So a file that was cut,
 * changed or mixed from two is told from a whole one. */
#define _GNU_SOURCE
#include "base/sealed.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 18 };

static const char magic[8] = "heddle\n\1";

static void chain(sealed *s, const u8 *bytes, u32 n)
{
    u64 h[2];

    hash_wide(bytes, n, h);
    s->chain[0] = hash_mix(s->chain[0] * 0xa0761d6478bd642fu + h[0] + n);
    s->chain[1] = hash_mix(s->chain[1] * 0xe7037ed1a0b428dbu + h[1]);
}

static void write_raw(sealed *s, const void *bytes, u64 n)
{
    if (!s->problem && fwrite(bytes, 1, n, s->file) != n)
        s->problem = errno ? errno : EIO;
}

/* ---- writing ---- */

bool sealed_create(sealed *s, const char *path)
{
    *s = (sealed){0};
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a write that fails */
    s->path = mem_strdup(path);
    s->beside = mem_alloc(strlen(path) + sizeof ".new");
    strcpy(s->beside, path);
    strcat(s->beside, ".new");
    s->file = fopen(s->beside, "w");
    if (!s->file) {
        s->problem = errno;
        sealed_close(s);
        return false;
    }
    s->block = mem_alloc(BLOCK);
    write_raw(s, magic, sizeof magic);
    return true;
}

static void flush(sealed *s)
{
    chain(s, s->block, s->n);
    write_raw(s, &s->n, sizeof s->n);
    write_raw(s, s->block, s->n);
    write_raw(s, s->chain, sizeof s->chain);
    s->n = 0;
}

void sealed_put(sealed *s, const void *bytes, u64 n)
{
    const u8 *from = bytes;

    while (n) {
        u64 some = BLOCK - s->n < n ? BLOCK - s->n : n;

        memcpy(s->block + s->n, from, some);
        s->n += (u32)some;
        from += some;
        n -= some;
        if (s->n == BLOCK)
            flush(s);
    }
}

void sealed_put64(sealed *s, u64 v)
{
    sealed_put(s, &v, sizeof v);
}

/* The folder knows of the new name, too. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? mem_strdup(path) : mem_strdup(".");
    int fd;

    if (slash)
        folder[slash == path ? 1 : slash - path] = 0;
    fd = open(folder, O_RDONLY | O_DIRECTORY);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    mem_free(folder);
}

bool sealed_commit(sealed *s)
{
    if (s->n)
        flush(s);
    flush(s);
    if (!s->problem && (fflush(s->file) != 0 || fsync(fileno(s->file)) != 0))
        s->problem = errno;
    if (fclose(s->file) != 0 && !s->problem)
        s->problem = errno;
    s->file = NULL;
    if (!s->problem && rename(s->beside, s->path) != 0)
        s->problem = errno;
    if (s->problem)
        unlink(s->beside);
    else
        sync_folder(s->path);
    int problem = s->problem;

    sealed_close(s);
    errno = problem;
    return !problem;
}

/* ---- reading ---- */

/* The next block; NULL, or what is wrong. */
static const char *next_block(sealed *s)
{
    u64 there[2];

    s->at = 0;
    if (fread(&s->n, 1, sizeof s->n, s->file) != sizeof s->n)
        return "it is cut off";
    if (s->n > BLOCK)
        return "it is damaged";
    if (fread(s->block, 1, s->n, s->file) != s->n ||
        fread(there, 1, sizeof there, s->file) != sizeof there)
        return "it is cut off";
    chain(s, s->block, s->n);
    return memcmp(there, s->chain, sizeof there) == 0 ? NULL : "it is damaged";
}

static const char *look_through(sealed *s)
{
    char first[sizeof magic];
    const char *problem;

    if (fread(first, 1, sizeof first, s->file) != sizeof first ||
        memcmp(first, magic, sizeof first) != 0)
        return "it is no checkpoint of heddle";
    do
        problem = next_block(s);
    while (!problem && s->n);
    if (!problem && fgetc(s->file) != EOF)
        problem = "it is damaged";
    if (!problem && fseek(s->file, sizeof magic, SEEK_SET) != 0)
        problem = strerror(errno);
    s->n = s->at = 0;
    s->chain[0] = s->chain[1] = 0;
    return problem;
}

const char *sealed_open(sealed *s, const char *path)
{
    const char *problem;

    *s = (sealed){0};
    s->file = fopen(path, "r");
    if (!s->file)
        return strerror(errno);
    s->block = mem_alloc(BLOCK);
    problem = look_through(s);
    if (problem)
        sealed_close(s);
    return problem;
}

bool sealed_get(sealed *s, void *to, u64 n)
{
    u8 *into = to;

    while (n) {
        u64 some;

        if (s->at == s->n && (next_block(s) || !s->n))
            return false;
        some = s->n - s->at < n ? s->n - s->at : n;
        memcpy(into, s->block + s->at, some);
        s->at += (u32)some;
        into += some;
        n -= some;
    }
    return true;
}

bool sealed_get64(sealed *s, u64 *v)
{
    return sealed_get(s, v, sizeof *v);
}

void sealed_close(sealed *s)
{
    if (s->file)
        fclose(s->file);
    mem_free(s->path);
    mem_free(s->beside);
    mem_free(s->block);
    *s = (sealed){.problem = s->problem};
}
