/* Programs that were compiled before.
 *
 * An entry is a file that is named by a digest of its key.  The key has all that decides what comes
 * out and is known before clang runs: heddle itself with its libraries and runtime, the compiler
 * with its libraries, the environment that it reads, the folder, options and names of files.
 * Programs are told from each other by device, inode, size and time of the last change, which
 * nobody can set. The entry has the key, the inputs with their digests, what clang said, and the
 * program's bytes, and a digest of all that: what is damaged is no entry.  An entry whose inputs
 * have changed is replaced.
 *
 * Nothing here is an error: where something cannot be done the program is compiled. */
#include "front/cache.h"
#include "base/hash.h"
#include "base/kept.h"
#include "base/mutant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC  "heddle cache 1\n"
#define SUFFIX ".program"

static const u64 most_bytes = (u64)512 << 20; /* of all entries */
static const u64 most_entry = (u64)128 << 20;

/* ---- the entry ---- */

void cache_open(cache *c, const front_options *o)
{
    u64 digest[2];

    if (!o->no_cache && !o->part && !o->close.on)
        kept_folder(&c->folder);
    if (!c->folder.n)
        return;
    if (!cache_key(&c->key, o)) {
        text_clear(&c->folder);
        return;
    }
    hash_wide(c->key.at, c->key.n, digest);
    text_addf(&c->file, "%s/%016" PRIx64 "%016" PRIx64 SUFFIX, text_str(&c->folder), digest[0],
              digest[1]);
}

void cache_close(cache *c)
{
    text_free(&c->folder);
    text_free(&c->key);
    text_free(&c->file);
}

/* ---- an entry as bytes ---- */

typedef struct reader {
    const char *at;
    size_t left;
    bool bad;
} reader;

static void put_bytes(text *out, const void *bytes, u64 n)
{
    text_addn(out, (const char *)&n, sizeof n);
    text_addn(out, bytes, n);
}

static const char *get_bytes(reader *r, u64 *n)
{
    const char *found = NULL;

    *n = 0;
    r->bad |= r->left < sizeof *n;
    if (!r->bad)
        memcpy(n, r->at, sizeof *n);
    r->bad |= *n > r->left - sizeof *n;
    if (r->bad) {
        *n = 0;
        return "";
    }
    found = r->at + sizeof *n;
    r->at = found + *n;
    r->left -= sizeof *n + *n;
    return found;
}

static void put_names(text *out, const path_list *list)
{
    u64 n = list->n;

    put_bytes(out, &n, sizeof n);
    for (u32 i = 0; i < list->n; i++)
        put_bytes(out, list->at[i], strlen(list->at[i]));
}

static u64 get_count(reader *r)
{
    u64 n, count = 0;
    const char *at = get_bytes(r, &n);

    r->bad |= n != sizeof count;
    if (!r->bad)
        memcpy(&count, at, sizeof count);
    return count;
}

static char *get_name(reader *r)
{
    u64 n;
    const char *at = get_bytes(r, &n);

    return mem_strndup(at, n);
}

static void get_names(reader *r, path_list *list)
{
    for (u64 n = get_count(r); n && !r->bad; n--)
        vec_push(list, get_name(r));
}

static void get_digest(reader *r, u64 digest[2])
{
    u64 n;
    const char *at = get_bytes(r, &n);

    r->bad |= n != 2 * sizeof *digest;
    if (!r->bad)
        memcpy(digest, at, 2 * sizeof *digest);
}

static void put_inputs(text *out, const inputs *in)
{
    u64 n = in->files.n;

    put_bytes(out, &n, sizeof n);
    for (u32 i = 0; i < in->files.n; i++) {
        put_bytes(out, in->files.at[i].path, strlen(in->files.at[i].path));
        put_bytes(out, in->files.at[i].digest, sizeof in->files.at[i].digest);
    }
    put_names(out, &in->folders);
    put_names(out, &in->asked);
    put_bytes(out, in->there, sizeof in->there);
    put_bytes(out, text_str(&in->said), in->said.n);
}

static void get_inputs(reader *r, inputs *in)
{
    const char *at;
    u64 said;

    for (u64 n = get_count(r); n && !r->bad; n--) {
        input one = {.path = get_name(r)};

        get_digest(r, one.digest);
        vec_push(&in->files, one);
    }
    get_names(r, &in->folders);
    get_names(r, &in->asked);
    get_digest(r, in->there);
    at = get_bytes(r, &said);
    text_addn(&in->said, at, said);
}

/* ---- finding ---- */

/* What follows the head, where the digest there is its own. */
static bool check_head(reader *r)
{
    u64 told[2], found[2];
    size_t head = strlen(MAGIC) + sizeof told;

    if (r->left < head || memcmp(r->at, MAGIC, strlen(MAGIC)) != 0)
        return false;
    memcpy(told, r->at + strlen(MAGIC), sizeof told);
    r->at += head;
    r->left -= head;
    hash_wide(r->at, r->left, found);
    return MUTANT(CACHE_DAMAGE) || !memcmp(told, found, sizeof told);
}

static bool has_key(const cache *c, reader *r)
{
    u64 n;
    const char *key = get_bytes(r, &n);

    return !r->bad && n == c->key.n && !memcmp(key, c->key.at, n);
}

static program *take(const cache *c, reader *r, inputs *in)
{
    const char *bytes, *problem;
    u64 n;

    if (!check_head(r) || !has_key(c, r))
        return NULL;
    get_inputs(r, in);
    bytes = get_bytes(r, &n);
    if (r->bad || !inputs_same(in))
        return NULL;
    return program_unpack(bytes, n, &problem);
}

program *cache_find(const cache *c)
{
    text bytes = {0};
    inputs in = {0};
    program *p = NULL;

    if (c->folder.n && text_read_file(&bytes, text_str(&c->file)))
        p = take(c, &(reader){.at = bytes.at, .left = bytes.n}, &in);
    if (p) {
        fputs(text_str(&in.said), stderr);
        kept_touch(text_str(&c->file));
    }
    inputs_free(&in);
    text_free(&bytes);
    return p;
}

/* ---- keeping ---- */

/* Files that are named, and folders that headers are looked for in. */
static void add_given(const front_options *o, inputs *in)
{
    for (u32 i = 0; i < o->files.n; i++)
        if (!o->units || !o->units->all.at[i].code)
            inputs_file(in, o->files.at[i]);
    for (u32 i = 0; i < o->clang.n; i++)
        inputs_option(in, o->clang.at[i]);
    for (u32 i = 0; o->units && i < o->units->all.n; i++)
        for (u32 k = 0; k < o->units->all.at[i].flags.n; k++)
            inputs_option(in, o->units->all.at[i].flags.at[k]);
    for (u32 i = 0; i < CACHE_FOLDERS; i++) {
        const char *path = getenv(cache_folders[i]);

        while (path && *path) {
            char *folder = mem_strndup(path, strcspn(path, ":"));

            inputs_folder(in, *folder ? folder : ".");
            path += strlen(folder);
            path += *path == ':';
            mem_free(folder);
        }
    }
}

void cache_put(const cache *c, const front_options *o, inputs *in, const program *p)
{
    text body = {0}, all = {0}, bytes = {0};
    u64 digest[2];

    if (!c->folder.n)
        return;
    add_given(o, in);
    if (!inputs_settle(in))
        return;
    put_bytes(&body, c->key.at, c->key.n);
    put_inputs(&body, in);
    program_pack(p, &bytes);
    put_bytes(&body, bytes.at, bytes.n);
    text_free(&bytes);
    hash_wide(body.at, body.n, digest);
    text_add(&all, MAGIC);
    text_addn(&all, (const char *)digest, sizeof digest);
    text_addn(&all, body.at, body.n);
    text_free(&body);
    if (all.n <= most_entry) {
        kept_write(text_str(&c->file), &all, 0600);
        kept_trim(text_str(&c->folder), SUFFIX, most_bytes);
    }
    text_free(&all);
}
