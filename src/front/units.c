/* What becomes of a compiler's command line.  Only options that decide what a file means to clang
 * are kept, by a table of them; all others, also ones that nobody knows here, are left out, so that
 * warnings, outputs and optimisation stay those of heddle.  A file that an option names is meant
 * from the folder in which the compiler ran, unless there is none there: then -I may find it. */
#include "front/units.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What options do with their argument: a name of a file is meant from the folder of the command. */
typedef enum flag_kind { FLAG_WORD, FLAG_PATH, FLAG_JOINED } flag_kind;

/* JOINED: the word begins so, and has its argument in it if it takes one. */
static const struct {
    const char *spelling;
    flag_kind kind;
} kept[] = {
    {"-D", FLAG_WORD},
    {"-U", FLAG_WORD},
    {"-include", FLAG_PATH},
    {"-imacros", FLAG_PATH},
    {"-isystem", FLAG_PATH},
    {"-iquote", FLAG_PATH},
    {"-idirafter", FLAG_PATH},
    {"-I", FLAG_PATH},
    {"-std=", FLAG_JOINED},
    {"-ansi", FLAG_JOINED},
    {"-pthread", FLAG_JOINED},
    {"-m32", FLAG_JOINED},
    {"-m64", FLAG_JOINED},
    {"-march=", FLAG_JOINED},
    {"-mcx16", FLAG_JOINED},
    {"-msse", FLAG_JOINED},
    {"-mavx", FLAG_JOINED},
    {"-fsigned-char", FLAG_JOINED},
    {"-funsigned-char", FLAG_JOINED},
    {"-fshort-enums", FLAG_JOINED},
    {"-fshort-wchar", FLAG_JOINED},
    {"-fwrapv", FLAG_JOINED},
    {"-fcommon", FLAG_JOINED},
    {"-fno-common", FLAG_JOINED},
    {"-fno-builtin", FLAG_JOINED},
    {"-ffreestanding", FLAG_JOINED},
    {"-fms-extensions", FLAG_JOINED},
    {"-fplan9-extensions", FLAG_JOINED},
    {"-fgnu89-inline", FLAG_JOINED},
    {"-fno-strict-aliasing", FLAG_JOINED},
    {"-fno-delete-null-pointer-checks", FLAG_JOINED},
};

static int kind_of(const char *word, size_t *length)
{
    for (u32 i = 0; i < LENGTH(kept); i++) {
        *length = strlen(kept[i].spelling);
        if (strncmp(word, kept[i].spelling, *length) == 0)
            return (int)kept[i].kind;
    }
    return -1;
}

/* Headers that are named without a folder may be found by -I: those stay as they are. */
static char *from_folder(const char *path, const char *folder)
{
    text whole = {0};

    if (*path != '/')
        text_addf(&whole, "%s/", folder);
    text_add(&whole, path);
    if (access(text_str(&whole), F_OK) != 0) {
        text_clear(&whole);
        text_add(&whole, path);
    }
    return whole.at;
}

/* An option with its argument, which may be the next word; the number of words. */
static u32 take_pair(const char *const *words, u32 n, size_t length, flag_kind kind,
                     const char *folder, unit *to)
{
    const char *argument = words[0][length] ? words[0] + length : n > 1 ? words[1] : NULL;

    if (!argument)
        return 1;
    vec_push(&to->flags, mem_strndup(words[0], length));
    vec_push(&to->flags, kind == FLAG_PATH ? from_folder(argument, folder) : mem_strdup(argument));
    return words[0][length] ? 1 : 2;
}

void units_flags(const char *const *words, u32 n, const char *folder, unit *to)
{
    for (u32 i = 1; i < n;) {
        size_t length;
        int kind = kind_of(words[i], &length);

        if (kind == FLAG_WORD || kind == FLAG_PATH) {
            i += take_pair(words + i, n - i, length, (flag_kind)kind, folder, to);
            continue;
        }
        if (kind == FLAG_JOINED)
            vec_push(&to->flags, mem_strdup(words[i]));
        i++;
    }
}

front_options units_open(const front_options *o, unit_list *list)
{
    front_options all = *o;
    bool any = o->database != NULL;

    for (u32 i = 0; i < o->files.n; i++)
        any |= built_is(o->files.at[i]);
    if (!any)
        return all;
    all.files = (string_list){0};
    for (u32 i = 0; i < o->files.n; i++) {
        string_list one = {.at = &o->files.at[i], .n = 1};

        if (built_is(o->files.at[i]))
            built_read(o->files.at[i], list);
        else if (o->database)
            database_read(o->database, &one, list);
        else
            vec_push(&list->all, ((unit){.file = mem_strdup(o->files.at[i])}));
    }
    for (u32 i = 0; i < list->all.n; i++)
        vec_push(&all.files, list->all.at[i].file);
    all.units = list;
    return all;
}

void units_close(front_options *o, unit_list *list)
{
    if (o->units)
        vec_free(&o->files);
    for (u32 i = 0; i < list->all.n; i++) {
        unit *u = &list->all.at[i];

        for (u32 k = 0; k < u->flags.n; k++)
            mem_free(u->flags.at[k]);
        vec_free(&u->flags);
        mem_free(u->file);
    }
    for (u32 i = 0; i < list->held.n; i++)
        mem_free(list->held.at[i]);
    vec_free(&list->all);
    vec_free(&list->held);
}

front_options units_options(const front_options *o, u32 file, string_list *flags)
{
    front_options own = *o;

    if (!o->units)
        return own;
    for (u32 i = 0; i < o->units->all.at[file].flags.n; i++)
        vec_push(flags, o->units->all.at[file].flags.at[i]);
    for (u32 i = 0; i < o->clang.n; i++)
        vec_push(flags, o->clang.at[i]);
    own.clang = *flags;
    return own;
}
