/* What decides about a program and is known before clang runs: heddle itself with its libraries and
 * runtime, the compiler with its libraries, the environment that it reads, the folder, options and
 * names of files.  Programs are told from each other by device, inode, size and time of the last
 * change, which nobody can set. */
#define _GNU_SOURCE
#include "base/hash.h"
#include "base/process.h"
#include "front/cache.h"
#include "front/command.h"
#include "front/link.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void add_word(text *key, const char *word)
{
    text_addf(key, "%zu %s\n", word ? strlen(word) : 0, word ? word : "-");
}

static void add_words(text *key, const char *title, const char *const *words, u32 n)
{
    text_addf(key, "%s %" PRIu32 "\n", title, n);
    for (u32 i = 0; i < n; i++)
        add_word(key, words[i]);
}

/* A program or library, by what the file system says of it. */
static bool add_identity(text *key, const char *path)
{
    struct stat s;

    if (stat(path, &s))
        return false;
    text_addf(key, "%s %ju %ju %jd %jd.%09ld %jd.%09ld\n", path, (uintmax_t)s.st_dev,
              (uintmax_t)s.st_ino, (intmax_t)s.st_size, (intmax_t)s.st_ctim.tv_sec,
              s.st_ctim.tv_nsec, (intmax_t)s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
    return true;
}

static int add_loaded(struct dl_phdr_info *info, size_t size, void *key)
{
    (void)size;
    if (info->dlpi_name && info->dlpi_name[0] == '/')
        add_identity(key, info->dlpi_name);
    return 0;
}

static bool add_heddle(text *key)
{
    static const char *const files[] = {"runtime64.bc", "runtime32.bc", "runtimecxx64.bc"};
    text path = {0};
    home h;

    link_find_home(&h);
    for (u32 i = 0; i < LENGTH(files); i++) {
        text_clear(&path);
        text_addf(&path, "%s/%s", h.runtime, files[i]);
        add_identity(key, text_str(&path));
    }
    add_word(key, h.include);
    text_free(&path);
    link_free_home(&h);
    dl_iterate_phdr(add_loaded, key);
    return add_identity(key, "/proc/self/exe");
}

/* A script could call anything. */
static bool is_binary(const char *path)
{
    char head[4] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool binary = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head &&
                  !memcmp(head, "\177ELF", sizeof head);

    if (fd >= 0)
        close(fd);
    return binary;
}

static int is_library(const struct dirent *e)
{
    return !strncmp(e->d_name, "libclang-cpp", strlen("libclang-cpp")) ||
           !strncmp(e->d_name, "libLLVM", strlen("libLLVM"));
}

static int is_configuration(const struct dirent *e)
{
    size_t n = strlen(e->d_name);

    return n > 4 && !strcmp(e->d_name + n - 4, ".cfg");
}

/* Files in a folder that is told from the compiler's. */
static void add_beside(text *key, const char *clang, const char *from,
                       int (*wanted)(const struct dirent *))
{
    struct dirent **all;
    text folder = {0}, path = {0};
    int n;

    text_addf(&folder, "%.*s/%s", (int)(strrchr(clang, '/') - clang), clang, from);
    n = scandir(text_str(&folder), &all, wanted, alphasort);
    for (int i = 0; i < n; i++) {
        text_clear(&path);
        text_addf(&path, "%s/%s", text_str(&folder), all[i]->d_name);
        add_identity(key, text_str(&path));
        free(all[i]);
    }
    if (n >= 0)
        free(all);
    text_free(&folder);
    text_free(&path);
}

static bool add_compiler(text *key)
{
    const char *name = command_has_clang() ? command_clang() : NULL;
    char *found = name ? find_program(name) : NULL, *real = found ? realpath(found, NULL) : NULL;
    bool known = real && is_binary(real) && add_identity(key, real);

    if (known) {
        add_word(key, found);
        add_beside(key, real, "../lib", is_library);
        add_beside(key, real, ".", is_configuration);
    }
    free(real);
    mem_free(found);
    return known;
}

const char *const cache_folders[CACHE_FOLDERS] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};

static const char *const read_by_clang[] = {"CCC_OVERRIDE_OPTIONS",    "COMPILER_PATH",
                                            "GCC_EXEC_PREFIX",         "SOURCE_DATE_EPOCH",
                                            "CLANG_NO_DEFAULT_CONFIG", "HEDDLE_MUTANT"};

static void add_environment(text *key)
{
    for (u32 i = 0; i < CACHE_FOLDERS; i++)
        add_word(key, getenv(cache_folders[i]));
    for (u32 i = 0; i < LENGTH(read_by_clang); i++)
        add_word(key, getenv(read_by_clang[i]));
}

static void add_units(text *key, const unit_list *units)
{
    for (u32 i = 0; i < units->all.n; i++) {
        const unit *u = &units->all.at[i];
        u64 digest[2];

        hash_wide(u->code, u->code_length, digest);
        text_addf(key, "unit %zu %016" PRIx64 "%016" PRIx64 "\n", u->code_length, digest[0],
                  digest[1]);
        add_words(key, u->file, (const char *const *)u->flags.at, u->flags.n);
    }
}

static void add_options(text *key, const front_options *o)
{
    text_addf(key, "flags %d%d%d%d%d\n", o->overflow, o->strict, o->placed, o->whole,
              isatty(STDERR_FILENO) != 0);
    add_words(key, "files", o->files.at, o->files.n);
    add_words(key, "clang", o->clang.at, o->clang.n);
    add_words(key, "args", o->args.at, o->args.n);
    add_words(key, "keep", o->keep.at, o->keep.n);
    for (u32 i = 0; i < o->queries.n; i++) {
        const front_query *q = &o->queries.at[i];

        text_addf(key, "query %d %" PRIu32 " %" PRIi32 "\n", (int)q->kind, q->line, q->thread);
        add_word(key, q->text);
        add_word(key, q->shown);
        add_word(key, q->name);
    }
}

bool cache_key(text *key, const front_options *o)
{
    char *here = getcwd(NULL, 0);
    bool known = here != NULL && add_heddle(key) && add_compiler(key);

    add_word(key, here);
    add_environment(key);
    add_options(key, o);
    if (o->units)
        add_units(key, o->units);
    free(here);
    return known;
}
