/* Programs that `heddle cc` built.
 *
 * Each object that it makes has a section with the bitcode of its C file, compiled as heddle check
 * compiles it; linkers put sections of one name behind each other, so that a program has those of
 * all its objects.  A unit there is a head, strings ended by zeros (the file, then options), and
 * the bitcode.  The hash is of what follows the head: bitcode that is damaged could crash LLVM's
 * reader, so it is not read.  A unit without bitcode is of a file that clang does not compile. */
#include "front/units.h"
#include "base/sha256.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAGIC "HEDDLEBC"
enum { HASH = 64 };

typedef struct head {
    char magic[8];
    u64 strings, code; /* how many; bytes */
    u64 length;        /* of all that follows */
    char hash[HASH];
} head;

void built_add(const unit *u, text *out)
{
    head h = {.strings = 1 + u->flags.n, .code = u->code_length};
    text body = {0}, hash = {0};

    text_addn(&body, u->file, strlen(u->file) + 1);
    for (u32 i = 0; i < u->flags.n; i++)
        text_addn(&body, u->flags.at[i], strlen(u->flags.at[i]) + 1);
    if (u->code_length)
        text_addn(&body, u->code, u->code_length);
    sha256_add(&hash, body.at, body.n);
    memcpy(h.magic, MAGIC, sizeof h.magic);
    memcpy(h.hash, hash.at, HASH);
    h.length = body.n;
    text_addn(out, (const char *)&h, sizeof h);
    text_addn(out, body.at, body.n);
    text_free(&body);
    text_free(&hash);
}

bool built_is(const char *file)
{
    char magic[SELFMAG] = "";
    struct stat s;
    FILE *f = stat(file, &s) == 0 && S_ISREG(s.st_mode) ? fopen(file, "rb") : NULL;
    bool is = f && fread(magic, 1, SELFMAG, f) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0;

    if (f)
        fclose(f);
    return is;
}

/* The section of a file of this class; NULL: there is none. */
static const char *find_section(const text *in, size_t *length)
{
    const Elf64_Ehdr *e = (const Elf64_Ehdr *)(const void *)in->at;
    const Elf64_Shdr *all, *names;

    if (in->n < sizeof *e || e->e_ident[EI_CLASS] != ELFCLASS64 || e->e_shentsize != sizeof *all ||
        e->e_shstrndx >= e->e_shnum || e->e_shoff > in->n ||
        in->n - e->e_shoff < (size_t)e->e_shnum * sizeof *all)
        return NULL;
    all = (const Elf64_Shdr *)(const void *)(in->at + e->e_shoff);
    names = &all[e->e_shstrndx];
    for (u32 i = 0; i < e->e_shnum; i++) {
        u64 name = names->sh_offset + all[i].sh_name;

        if (name + sizeof BUILT_SECTION > in->n || strcmp(in->at + name, BUILT_SECTION) != 0)
            continue;
        *length = all[i].sh_size;
        return all[i].sh_offset <= in->n && *length <= in->n - all[i].sh_offset
                   ? in->at + all[i].sh_offset
                   : NULL;
    }
    return NULL;
}

static void refuse_damaged(const char *file)
{
    fail(EXIT_INPUT, "%s: the section " BUILT_SECTION " is damaged; build the program again", file);
}

static void check_hash(const char *file, const head *h, const char *body)
{
    text hash = {0};

    sha256_add(&hash, body, h->length);
    if (memcmp(hash.at, h->hash, HASH) != 0)
        refuse_damaged(file);
    text_free(&hash);
}

static void take_strings(const head *h, const char *at, unit *u)
{
    u->file = mem_strdup(at);
    for (u64 i = 1; i < h->strings; i++) {
        at += strlen(at) + 1;
        vec_push(&u->flags, mem_strdup(at));
    }
    u->code_length = h->code;
}

/* The unit at the front; the bytes that it takes. */
static size_t take_unit(const char *file, const char *at, size_t left, unit_list *list)
{
    head h;
    unit u = {0};

    if (left < sizeof h)
        refuse_damaged(file);
    memcpy(&h, at, sizeof h);
    if (memcmp(h.magic, MAGIC, sizeof h.magic) != 0 || h.length > left - sizeof h ||
        h.code > h.length)
        refuse_damaged(file);
    at += sizeof h;
    check_hash(file, &h, at);
    take_strings(&h, at, &u);
    if (!h.code)
        fail(EXIT_INPUT,
             "%s: clang made no bitcode of %s when it was built; heddle check %s says why", file,
             u.file, u.file);
    u.code = at + h.length - h.code;
    vec_push(&list->all, u);
    return sizeof h + h.length;
}

void built_read(const char *file, unit_list *list)
{
    text in = {0};
    const char *section = NULL;
    size_t length = 0;

    if (text_read_file(&in, file))
        section = find_section(&in, &length);
    if (!section || !length)
        fail(EXIT_INPUT,
             "%s: has no bitcode; build it with heddle cc (make CC='heddle cc'), give its C files, "
             "or run it: heddle native -- %s",
             file, file);
    vec_push(&list->held, in.at);
    for (size_t done = 0; done < length;)
        if (section[done] == 0)
            done++; /* what linkers put between */
        else
            done += take_unit(file, section + done, length - done, list);
}
