/* Files that are kept from one run to the next.
 *
 * A file is written under another name first, which is its own with a dot and six letters behind,
 * and renamed, so that whoever reads sees a whole one.  Nothing here is an error: where something
 * cannot be done the work is done again. */
#define _GNU_SOURCE
#include "base/kept.h"
#include "base/vec.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { UNFINISHED_SECONDS = 3600 };

bool kept_folder(text *folder)
{
    const char *given = getenv("HEDDLE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");

    if (given && *given) {
        if (strcmp(given, "off") != 0)
            text_add(folder, given);
    } else if (xdg && xdg[0] == '/') {
        text_addf(folder, "%s/heddle", xdg);
    } else if (home && home[0] == '/') {
        text_addf(folder, "%s/.cache/heddle", home);
    }
    return folder->n;
}

/* ---- writing ---- */

static void make_folders_above(const char *path)
{
    text part = {0};

    for (const char *s = path; *s; s++) {
        if (*s == '/' && part.n)
            mkdir(text_str(&part), 0700);
        text_addc(&part, *s);
    }
    text_free(&part);
}

static bool write_whole(int fd, const text *bytes)
{
    for (size_t done = 0; done < bytes->n;) {
        ssize_t n = write(fd, bytes->at + done, bytes->n - done);

        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

bool kept_write(const char *path, const text *bytes, mode_t mode)
{
    text unfinished = {0};
    bool written;
    int fd;

    make_folders_above(path);
    text_addf(&unfinished, "%s.XXXXXX", path);
    fd = mkostemp(unfinished.at, O_CLOEXEC);
    written = fd >= 0 && write_whole(fd, bytes) && fchmod(fd, mode) == 0;
    if (fd >= 0)
        written = close(fd) == 0 && written;
    if (written)
        written = rename(unfinished.at, path) == 0;
    if (fd >= 0 && !written)
        unlink(unfinished.at);
    text_free(&unfinished);
    return written;
}

void kept_touch(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0);
}

/* ---- forgetting ---- */

typedef struct entry {
    char *path;
    u64 bytes;
    struct timespec used;
} entry;

typedef VEC(entry) entry_list;

static int by_use(const void *a, const void *b)
{
    const struct timespec *x = &((const entry *)a)->used, *y = &((const entry *)b)->used;

    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static void list_entries(const char *folder, const char *suffix, entry_list *all)
{
    DIR *d = opendir(folder);
    struct stat s;

    for (struct dirent *e; d && (e = readdir(d));) {
        const char *end = strstr(e->d_name, suffix);
        text path = {0};

        text_addf(&path, "%s/%s", folder, e->d_name);
        if (!end || stat(text_str(&path), &s) || !S_ISREG(s.st_mode)) {
            text_free(&path);
            continue;
        }
        if (end[strlen(suffix)] && time(NULL) - s.st_mtim.tv_sec > UNFINISHED_SECONDS)
            unlink(text_str(&path));
        vec_push(all, (entry){path.at, (u64)s.st_size, s.st_mtim});
    }
    if (d)
        closedir(d);
}

void kept_trim(const char *folder, const char *suffix, u64 most_bytes)
{
    entry_list all = {0};
    u64 bytes = 0;

    list_entries(folder, suffix, &all);
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_use);
    for (u32 i = 0; i < all.n; i++)
        bytes += all.at[i].bytes;
    for (u32 i = 0; i < all.n; i++) {
        if (bytes > most_bytes && unlink(all.at[i].path) == 0)
            bytes -= all.at[i].bytes;
        mem_free(all.at[i].path);
    }
    vec_free(&all);
}
