/* The head of a checkpoint says who wrote it: the version of heddle, the folder, the words of the
 * command and the hash of the program that they made.  To go on, the program is made again in the
 * same way; states mean the same only if all of it is the same. */
#include "session/resume.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unknown"
#endif

static void put(byte_list *out, const void *bytes, u64 n)
{
    vec_reserve(out, n);
    memcpy(out->at + out->n, bytes, n);
    out->n += (u32)n;
}

static void put_number(byte_list *out, u64 v)
{
    put(out, &v, sizeof v);
}

static void put_word(byte_list *out, const char *word)
{
    put_number(out, strlen(word));
    put(out, word, strlen(word));
}

static void make_head(const session *c, byte_list *head)
{
    char *folder = getcwd(NULL, 0);

    vec_clear(head);
    put_word(head, HEDDLE_VERSION);
    put_word(head, folder ? folder : ".");
    put_number(head, (u64)c->argc);
    for (int i = 0; i < c->argc; i++)
        put_word(head, c->argv[i]);
    put_number(head, c->p->hash);
    free(folder);
}

static _Noreturn void refuse(const resumption *r, const char *why)
{
    fail(EXIT_INPUT, "%s: %s; heddle check has to begin anew", r->path, why);
}

static u64 get_number(resumption *r)
{
    u64 v;

    if (!sealed_get64(&r->file, &v))
        refuse(r, "the checkpoint has too little in it");
    return v;
}

static char *get_word(resumption *r)
{
    u64 n = get_number(r);
    char *word;

    if (n > 1 << 20)
        refuse(r, "the checkpoint is another heddle's");
    word = mem_alloc(n + 1);
    if (!sealed_get(&r->file, word, n))
        refuse(r, "the checkpoint has too little in it");
    word[n] = 0;
    return word;
}

void resume_read(resumption *r, const char *path)
{
    const char *problem;
    char *version;
    u64 n;

    *r = (resumption){.path = mem_strdup(path)};
    problem = sealed_open(&r->file, path);
    if (problem)
        fail(EXIT_INPUT, "%s: the checkpoint cannot be read: %s", path, problem);
    version = get_word(r);
    if (strcmp(version, HEDDLE_VERSION) != 0)
        refuse(r, "the checkpoint is another version's of heddle");
    mem_free(version);
    r->folder = get_word(r);
    n = get_number(r);
    for (u64 i = 0; i < n; i++) {
        char *word = get_word(r);

        vec_push(&r->words, word);
    }
    r->program = get_number(r);
}

void resume_compare(const resumption *r, u64 hash)
{
    if (r->program != hash)
        refuse(r, "the program is not the one that the checkpoint is of: its source or the "
                  "compiler has changed");
}

static void is_another(void *of)
{
    refuse(of, "the states in the checkpoint are not those of this program");
}

void resume_settings(session *c, checkpoints *out, byte_list *head)
{
    const double every = 300;

    if (!c->o.checkpoint)
        return;
    make_head(c, head);
    *out = (checkpoints){.path = c->o.checkpoint,
                         .every = c->o.checkpoint_every > 0 ? c->o.checkpoint_every : every,
                         .head = head,
                         .from = c->resume ? &c->resume->file : NULL,
                         .refuse = is_another,
                         .of = c->resume};
}

void resume_free(resumption *r)
{
    sealed_close(&r->file);
    mem_free(r->path);
    mem_free(r->folder);
    vec_free_items(&r->words);
}
