/* Search programs that were compiled before.
 *
 * spin and gcc take seconds for a pan that searches for milliseconds.  What they make depends on
 * the model, its header, their words, on themselves and on heddle's library: that is the key, and
 * an entry is a file named by its digest.  The name of the checked program, in the first line of
 * both files, is left out: pan reads the program when it runs, so that programs with as many
 * threads and choices share one.
 *
 * An entry is pan itself, since what follows an executable in its file is nobody's: there are the
 * key, its length, a digest of all that and a magic word.  What is damaged is no entry. */
#include "base/hash.h"
#include "base/kept.h"
#include "base/mutant.h"
#include "base/process.h"
#include "spin/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SUFFIX ".pan"

static const char magic[16] = "heddle pan 1\n";
static const u64 most_bytes = (u64)64 << 20; /* of all entries */

/* ---- the key ---- */

/* A file by what the file system says of it: the time of its last change nobody can set. */
static bool add_identity(text *key, const char *path)
{
    struct stat s;

    if (stat(path, &s))
        return false;
    text_addf(key, "%s %ju %ju %jd %jd.%09ld\n", path, (uintmax_t)s.st_dev, (uintmax_t)s.st_ino,
              (intmax_t)s.st_size, (intmax_t)s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
    return true;
}

static bool add_tool(text *key, const char *name)
{
    char *found = find_program(name), *real = found ? realpath(found, NULL) : NULL;
    bool known = real && add_identity(key, real);

    free(real);
    mem_free(found);
    return known;
}

static void add_words(text *key, const string_list *words)
{
    for (u32 i = 0; i < words->n; i++)
        text_addf(key, "%zu %s\n", strlen(words->at[i]), words->at[i]);
}

static void add_environment(text *key)
{
    static const char *const read_by_gcc[] = {"CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH",
                                              "COMPILER_PATH", "GCC_EXEC_PREFIX"};

    for (u32 i = 0; i < LENGTH(read_by_gcc); i++) {
        const char *value = getenv(read_by_gcc[i]);

        text_addf(key, "%s %s\n", read_by_gcc[i], value ? value : "-");
    }
}

/* All but its first line, which names the checked program. */
static bool add_file(const spin_job *j, text *key, const char *name)
{
    text path = {0}, body = {0};
    const char *rest;
    bool read;

    text_addf(&path, "%s/%s", j->folder, name);
    read = text_read_file(&body, text_str(&path));
    rest = read ? strchr(text_str(&body), '\n') : NULL;
    if (rest)
        text_addf(key, "%zu %s", strlen(rest), rest);
    text_free(&path);
    text_free(&body);
    return rest;
}

static bool find_key(const spin_job *j, text *key)
{
    string_list words = {0};
    text header = {0};
    bool known;

    spin_words_spin(j, &words);
    spin_words_compiler(j, &words);
    add_words(key, &words);
    add_environment(key);
    text_addf(&header, "%s/heddle/pan.h", text_str(&j->include));
    known = add_file(j, key, "driver.pml") && add_file(j, key, "driver.h") &&
            add_tool(key, "spin") && add_tool(key, "gcc") &&
            add_identity(key, text_str(&j->library)) && add_identity(key, text_str(&header));
    text_free(&header);
    vec_free(&words);
    return known;
}

/* The entry's path and key; false: there can be none. */
static bool place(const spin_job *j, text *path, text *key)
{
    u64 digest[2];

    if (j->c.o.front.no_cache || j->c.o.keep_files || !kept_folder(path) || !find_key(j, key))
        return false;
    hash_wide(key->at, key->n, digest);
    text_addf(path, "/%016" PRIx64 "%016" PRIx64 SUFFIX, digest[0], digest[1]);
    return true;
}

/* ---- entries ---- */

static void seal(text *bytes, const text *key)
{
    u64 digest[2], n = key->n;

    text_addn(bytes, key->at, key->n);
    text_addn(bytes, (const char *)&n, sizeof n);
    hash_wide(bytes->at, bytes->n, digest);
    text_addn(bytes, (const char *)digest, sizeof digest);
    text_addn(bytes, magic, sizeof magic);
}

/* Is it a whole entry of this key? */
static bool sealed(const text *bytes, const text *key)
{
    u64 told[2], found[2], n;
    size_t tail = sizeof n + sizeof told + sizeof magic;
    const char *end = bytes->at + bytes->n;

    if (bytes->n < tail + key->n || memcmp(end - sizeof magic, magic, sizeof magic) != 0)
        return false;
    memcpy(told, end - sizeof magic - sizeof told, sizeof told);
    memcpy(&n, end - tail, sizeof n);
    hash_wide(bytes->at, bytes->n - sizeof magic - sizeof told, found);
    return (MUTANT(CACHE_DAMAGE) || !memcmp(told, found, sizeof told)) && n == key->n &&
           !memcmp(end - tail - n, key->at, n);
}

bool spin_cache_find(const spin_job *j)
{
    text path = {0}, key = {0}, bytes = {0};
    bool found = place(j, &path, &key) && text_read_file(&bytes, text_str(&path)) &&
                 sealed(&bytes, &key) && kept_write(text_str(&j->binary), &bytes, 0700);

    if (found)
        kept_touch(text_str(&path));
    text_free(&path);
    text_free(&key);
    text_free(&bytes);
    return found;
}

void spin_cache_put(const spin_job *j)
{
    text path = {0}, key = {0}, bytes = {0}, folder = {0};

    if (place(j, &path, &key) && text_read_file(&bytes, text_str(&j->binary))) {
        seal(&bytes, &key);
        if (kept_write(text_str(&path), &bytes, 0600) && kept_folder(&folder))
            kept_trim(text_str(&folder), SUFFIX, most_bytes);
    }
    text_free(&path);
    text_free(&key);
    text_free(&bytes);
    text_free(&folder);
}
