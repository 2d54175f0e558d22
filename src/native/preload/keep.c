/* What is at a path before the program changes it, so that heddle can put it back before the next
 * run.  It is kept once: each run begins with the same.  Files that are too many or too big are not
 * kept; nor is what is no plain file. */
#define _GNU_SOURCE
#include "native/preload/keep.h"
#include "native/preload/control.h"
#include "native/preload/files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool full_path(int folder, const char *path, char *out)
{
    char here[PATH_MAX] = "";

    if (*path != '/' && folder != AT_FDCWD)
        return false;
    if (*path != '/' && control_call(SYS_getcwd, (long)here, sizeof here, 0, 0, 0, 0) < 0)
        return false;
    return snprintf(out, NATIVE_PATH, "%s%s%s", here, *here ? "/" : "", path) < NATIVE_PATH;
}

static native_kept *find(const char *path)
{
    for (uint32_t i = 0; i < control->n_kept; i++)
        if (!strcmp(control->kept[i].path, path))
            return &control->kept[i];
    return NULL;
}

/* False: there is no room for it. */
static bool keep_bytes(native_kept *k, uint64_t size)
{
    long fd, n = 1;

    if (size > NATIVE_KEPT_BYTES - control->kept_bytes)
        return false;
    fd = control_call(SYS_openat, AT_FDCWD, (long)k->path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (fd < 0)
        return false;
    k->at = control->kept_bytes;
    for (k->size = 0; n > 0 && k->size < size; k->size += n > 0 ? (uint64_t)n : 0)
        n = control_call(SYS_read, fd, (long)(control->bytes + k->at + k->size),
                         (long)(size - k->size), 0, 0, 0);
    control_call(SYS_close, fd, 0, 0, 0, 0, 0);
    control->kept_bytes += k->size;
    return true;
}

static bool keep_new(native_kept *k)
{
    struct stat st;

    if (control_call(SYS_newfstatat, AT_FDCWD, (long)k->path, (long)&st, AT_SYMLINK_NOFOLLOW, 0,
                     0) < 0) {
        k->kind = KEPT_ABSENT;
        return true;
    }
    k->mode = st.st_mode & 07777;
    k->kind = S_ISDIR(st.st_mode) ? KEPT_FOLDER : KEPT_FILE;
    return S_ISDIR(st.st_mode) || (S_ISREG(st.st_mode) && keep_bytes(k, (uint64_t)st.st_size));
}

void keep_path(int folder, const char *path)
{
    char full[NATIVE_PATH];
    native_kept *k;

    if (!control || !full_path(folder, path, full))
        return;
    k = find(full);
    if (!k && control->n_kept < NATIVE_KEPT) {
        k = &control->kept[control->n_kept];
        *k = (native_kept){0};
        strcpy(k->path, full);
        if (!keep_new(k))
            return;
        control->n_kept++;
    }
    if (k)
        k->changed = 1;
}

void keep_opened(int folder, const char *path, int flags)
{
    if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC))
        keep_path(folder, path);
}

/* Calls that change what is at a path. */

EXPORT int mkdir(const char *path, mode_t mode)
{
    keep_path(AT_FDCWD, path);
    return (int)told(control_call(SYS_mkdir, (long)path, mode, 0, 0, 0, 0));
}

EXPORT int rmdir(const char *path)
{
    keep_path(AT_FDCWD, path);
    return (int)told(control_call(SYS_rmdir, (long)path, 0, 0, 0, 0, 0));
}

EXPORT int truncate(const char *path, off_t size)
{
    keep_path(AT_FDCWD, path);
    return (int)told(control_call(SYS_truncate, (long)path, size, 0, 0, 0, 0));
}

EXPORT int rename(const char *from, const char *to)
{
    keep_path(AT_FDCWD, from);
    keep_path(AT_FDCWD, to);
    return (int)told(control_call(SYS_rename, (long)from, (long)to, 0, 0, 0, 0));
}

EXPORT int link(const char *from, const char *to)
{
    keep_path(AT_FDCWD, to);
    return (int)told(control_call(SYS_link, (long)from, (long)to, 0, 0, 0, 0));
}

EXPORT int symlink(const char *what, const char *to)
{
    keep_path(AT_FDCWD, to);
    return (int)told(control_call(SYS_symlink, (long)what, (long)to, 0, 0, 0, 0));
}

EXPORT int creat(const char *path, mode_t mode)
{
    return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
