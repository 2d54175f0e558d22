/* Calls into libraries are counted: what they change is not known, so that a thread that made one
 * is not where it was.  The program's table of imported functions is filled with stubs that count
 * and go on, and so is every other place where the loader puts the address of a foreign function
 * (a table of pointers, a virtual table); functions of our own have no stub, what they change is
 * known.  Where an address cannot be replaced it could be called uncounted, and nothing is known.
 */
#define _GNU_SOURCE
#include "native/preload/foreign.h"
#include "native/preload/control.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define STUB 32u /* bytes */

__thread uint64_t foreign_calls;
static bool known;

typedef struct imports {
    uint64_t base;
    const Elf64_Sym *symbols;
    const char *names;
    const Elf64_Rela *calls, *others;
    size_t n_calls, n_others;
} imports;

bool foreign_known(void)
{
    return known;
}

void foreign_unknown(void)
{
    known = false;
}

/* The entries of the dynamic section that matter, of the program itself: the first module. */
static int read_imports(struct dl_phdr_info *info, size_t size, void *out)
{
    imports *m = out;
    const Elf64_Dyn *d = NULL;

    (void)size;
    m->base = info->dlpi_addr;
    for (uint32_t i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const Elf64_Dyn *)(m->base + info->dlpi_phdr[i].p_vaddr);
    for (; d && d->d_tag != DT_NULL; d++) {
        uint64_t v = d->d_un.d_val;

        switch (d->d_tag) {
        case DT_SYMTAB:
            m->symbols = (const Elf64_Sym *)v;
            break;
        case DT_STRTAB:
            m->names = (const char *)v;
            break;
        case DT_JMPREL:
            m->calls = (const Elf64_Rela *)v;
            break;
        case DT_PLTRELSZ:
            m->n_calls = v / sizeof(Elf64_Rela);
            break;
        case DT_RELA:
            m->others = (const Elf64_Rela *)v;
            break;
        case DT_RELASZ:
            m->n_others = v / sizeof(Elf64_Rela);
            break;
        default:
            break;
        }
    }
    return 1;
}

static bool ours(uint64_t target)
{
    Dl_info a, b;

    return dladdr((const void *)target, &a) && dladdr((const void *)&foreign_known, &b) &&
           a.dli_fbase == b.dli_fbase;
}

/* Called by no code of the user's. */
static bool harmless(const char *name)
{
    static const char *const all[] = {"__cxa_finalize", "__gmon_start__", "__gxx_personality_v0",
                                      "__libc_start_main"};

    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i]) == 0)
            return true;
    return strncmp(name, "_ITM_", 5) == 0;
}

/* Does the loader put the address of a foreign function there? */
static bool leaks_address(const imports *m, const Elf64_Rela *r)
{
    const Elf64_Sym *s = &m->symbols[ELF64_R_SYM(r->r_info)];
    uint64_t kind = ELF64_R_TYPE(r->r_info), value;

    if ((kind != R_X86_64_GLOB_DAT && kind != R_X86_64_64) || s->st_shndx != SHN_UNDEF ||
        ELF64_ST_TYPE(s->st_info) == STT_OBJECT || ELF64_ST_TYPE(s->st_info) == STT_TLS)
        return false;
    value = *(const uint64_t *)(m->base + r->r_offset);
    return value && !harmless(m->names + s->st_name) && !ours(value);
}

/* Is it known to be a function, and its beginning? */
static bool is_function(const imports *m, const Elf64_Rela *r)
{
    return ELF64_ST_TYPE(m->symbols[ELF64_R_SYM(r->r_info)].st_info) == STT_FUNC && !r->r_addend;
}

/* incq %fs:foreign_calls; jmp *target */
static void write_stub(uint8_t *at, uint64_t target)
{
    static const uint8_t code[] = {0x64, 0x48, 0xff, 0x04, 0x25, 0, 0, 0,
                                   0,    0xff, 0x25, 0,    0,    0, 0};
    uint64_t self;
    int32_t offset;

    __asm__("movq %%fs:0, %0" : "=r"(self));
    offset = (int32_t)((int64_t)&foreign_calls - (int64_t)self);
    memcpy(at, code, sizeof code);
    memcpy(at + 5, &offset, sizeof offset);
    memcpy(at + sizeof code, &target, sizeof target);
}

static void replace(uint64_t *entry, uint64_t with)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

    if (mprotect((void *)((uint64_t)entry & ~(page - 1)), page, PROT_READ | PROT_WRITE) == 0)
        *entry = with;
    else
        known = false;
}

/* The place of the loader's gets a stub for what is there. */
static void count_calls_by(const imports *m, const Elf64_Rela *r, uint8_t *stub)
{
    uint64_t *entry = (uint64_t *)(m->base + r->r_offset);

    if (!*entry || ours(*entry))
        return;
    write_stub(stub, *entry);
    replace(entry, (uint64_t)stub);
}

static void count_calls(const imports *m)
{
    size_t bytes = (m->n_calls + m->n_others + 1) * STUB;
    uint8_t *stubs = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            *next = stubs;

    if (stubs == MAP_FAILED) {
        known = false;
        return;
    }
    for (size_t i = 0; i < m->n_calls && known; i++, next += STUB)
        count_calls_by(m, &m->calls[i], next);
    for (size_t i = 0; i < m->n_others && known; i++)
        if (leaks_address(m, &m->others[i])) {
            count_calls_by(m, &m->others[i], next);
            next += STUB;
        }
    if (mprotect(stubs, bytes, PROT_READ | PROT_EXEC) != 0)
        known = false;
}

void foreign_watch(void)
{
    imports m = {0};

    dl_iterate_phdr(read_imports, &m);
    known = m.symbols && m.names;
    for (size_t i = 0; i < m.n_others && known; i++)
        known = !leaks_address(&m, &m.others[i]) || is_function(&m, &m.others[i]);
    if (known)
        count_calls(&m);
}

static bool among(const imports *m, const Elf64_Rela *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(m->names + m->symbols[ELF64_R_SYM(list[i].r_info)].st_name, name))
            return true;
    return false;
}

bool foreign_calls_for(const char *name)
{
    imports m = {0};

    dl_iterate_phdr(read_imports, &m);
    return m.symbols && m.names &&
           (among(&m, m.calls, m.n_calls, name) || among(&m, m.others, m.n_others, name));
}
