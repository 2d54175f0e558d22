/* Programs that processes of a run become by execve.
 *
 * Only what has the library in it stays under control: so a program is looked at before it is
 * executed, once as long as its file stays the same, by the rules for a program that is started.
 * Names of code and data come from what lies in the memory of the process when it rests in the new
 * program; processes with the same programs at the same places share them. */
#include "native/images.h"
#include "native/ends.h"

#include <string.h>
#include <sys/stat.h>

#define MOST_CHECKED 256

static u64 time_of(const struct stat *st)
{
    return (u64)st->st_ctim.tv_sec * 1000000000u + (u64)st->st_ctim.tv_nsec;
}

static void drop_checked(native *n)
{
    for (u32 i = 0; i < n->checked.n; i++)
        mem_free(n->checked.at[i].path);
    vec_clear(&n->checked);
}

static const char *check(native *n, const char *path)
{
    struct stat st = {0};
    checked c;

    if (stat(path, &st) != 0)
        return launch_wrong(path);
    for (u32 i = 0; i < n->checked.n; i++) {
        const checked *k = &n->checked.at[i];

        if (k->device == st.st_dev && k->inode == st.st_ino && k->changed == time_of(&st) &&
            strcmp(k->path, path) == 0)
            return k->wrong;
    }
    if (n->checked.n == MOST_CHECKED)
        drop_checked(n);
    c = (checked){mem_strdup(path), st.st_dev, st.st_ino, time_of(&st), launch_wrong(path)};
    vec_push(&n->checked, c);
    return c.wrong;
}

const char *images_name(native *n, u32 slot)
{
    const char *path = n->launch.shared->images[slot], *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool images_may(native *n, u32 slot)
{
    const char *wrong = check(n, n->launch.shared->images[slot]);

    if (wrong)
        ends_cut(n, "execve of %.60s, which %s", images_name(n, slot), wrong);
    return !wrong;
}

static void drop_modules(where *w)
{
    for (u32 i = 0; i < w->modules.n; i++)
        mem_free(w->modules.at[i].path);
    vec_free(&w->modules);
}

void images_begin(native *n, u32 slot)
{
    where found;
    u32 i = 0;

    where_open(&found, (pid_t)slot_at(n, slot)->process);
    while (i < n->images && !where_same(&n->wheres[i], &found))
        i++;
    if (i < n->images) {
        drop_modules(&found);
    } else if (i == NATIVE_IMAGES) {
        drop_modules(&found);
        ends_cut(n, "more than %d programs are executed", NATIVE_IMAGES);
        return;
    } else {
        n->wheres[n->images++] = found;
    }
    n->model.tasks[slot].image = i;
}

void images_close(native *n)
{
    for (u32 i = 0; i < n->images; i++)
        where_close(&n->wheres[i]);
    for (u32 i = 0; i < NATIVE_IMAGES; i++)
        liveness_free(&n->lives[i]);
    drop_checked(n);
    vec_free(&n->checked);
}
