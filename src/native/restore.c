/* Every run begins with the same files.  The library keeps what was at a path before a run changes
 * it for the first time (preload/keep.c); when a run is over that is put back: before the next one,
 * and at last. */
#include "native/restore.h"
#include "base/base.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_back(const native_shared *m, const native_kept *k)
{
    int fd = open(k->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, k->mode);
    u64 done = 0;
    ssize_t n = 1;

    for (; fd >= 0 && n > 0 && done < k->size; done += n > 0 ? (u64)n : 0)
        n = write(fd, m->bytes + k->at + done, k->size - done);
    if (fd >= 0)
        close(fd);
}

/* From the last one on: what lies in a folder was made after it. */
void restore_files(native_shared *m)
{
    for (u32 i = m->n_kept; i-- > 0;) {
        native_kept *k = &m->kept[i];

        if (!k->changed)
            continue;
        k->changed = 0;
        if (k->kind == KEPT_FILE)
            write_back(m, k);
        else if (k->kind == KEPT_FOLDER)
            mkdir(k->path, k->mode);
        else if (unlink(k->path) != 0)
            rmdir(k->path);
    }
}
