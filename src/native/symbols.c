/* The symbol tables of an ELF file: the full one, or, of a file that was stripped, the dynamic one.
 */
#define _GNU_SOURCE
#include "native/symbols.h"
#include "base/text.h"

#include <elf.h>
#include <string.h>

static bool within(const text *file, u64 at, u64 size)
{
    return at <= file->n && size <= file->n - at;
}

static u64 look_in(const text *file, const Elf64_Shdr *table, const Elf64_Shdr *strings,
                   const char *name)
{
    if (!within(file, table->sh_offset, table->sh_size) ||
        !within(file, strings->sh_offset, strings->sh_size) || !strings->sh_size ||
        file->at[strings->sh_offset + strings->sh_size - 1])
        return 0;
    for (u64 at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
        Elf64_Sym s;

        memcpy(&s, file->at + table->sh_offset + at, sizeof s);
        if (ELF64_ST_TYPE(s.st_info) == STT_FUNC && s.st_value && s.st_name < strings->sh_size &&
            strcmp(file->at + strings->sh_offset + s.st_name, name) == 0)
            return s.st_value;
    }
    return 0;
}

static bool headers(const text *file, Elf64_Ehdr *h)
{
    if (file->n < sizeof *h)
        return false;
    memcpy(h, file->at, sizeof *h);
    return h->e_shstrndx < h->e_shnum &&
           within(file, h->e_shoff, (u64)h->e_shnum * sizeof(Elf64_Shdr));
}

static u64 look(const text *file, const char *name)
{
    Elf64_Ehdr h;
    u64 found = 0;

    if (!headers(file, &h))
        return 0;
    for (u32 i = 0; i < h.e_shnum && !found; i++) {
        Elf64_Shdr s, strings;

        memcpy(&s, file->at + h.e_shoff + i * sizeof s, sizeof s);
        if ((s.sh_type != SHT_SYMTAB && s.sh_type != SHT_DYNSYM) || s.sh_link >= h.e_shnum)
            continue;
        memcpy(&strings, file->at + h.e_shoff + s.sh_link * sizeof s, sizeof s);
        found = look_in(file, &s, &strings, name);
    }
    return found;
}

u64 symbol_find(const char *path, const char *name)
{
    text file = {0};
    u64 found = text_read_file(&file, path) ? look(&file, name) : 0;

    text_free(&file);
    return found;
}

static bool look_for_section(const text *file, const char *name, const char *word)
{
    Elf64_Shdr s, names;
    Elf64_Ehdr h;

    if (!headers(file, &h))
        return false;
    memcpy(&names, file->at + h.e_shoff + h.e_shstrndx * sizeof names, sizeof names);
    for (u32 i = 0; i < h.e_shnum; i++) {
        u64 at;

        memcpy(&s, file->at + h.e_shoff + i * sizeof s, sizeof s);
        at = names.sh_offset + s.sh_name;
        if (s.sh_type != SHT_NOBITS && within(file, at, strlen(name) + 1) &&
            strcmp(file->at + at, name) == 0 && within(file, s.sh_offset, s.sh_size))
            return memmem(file->at + s.sh_offset, s.sh_size, word, strlen(word)) != NULL;
    }
    return false;
}

bool section_has(const char *path, const char *name, const char *word)
{
    text file = {0};
    bool found = text_read_file(&file, path) && look_for_section(&file, name, word);

    text_free(&file);
    return found;
}
