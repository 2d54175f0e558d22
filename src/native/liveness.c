/* Live registers of x86-64 code.
 *
 * The program is disassembled by llvm-objdump and taken as one graph: a call goes on behind itself,
 * a return or a jump that is not known reads everything, since callers may.  Whatever an
 * instruction names it reads, unless it is the target of a plain move, a load of an address, a pop,
 * or is cleared: what is not understood only makes more registers live.  Code that exceptions may
 * enter elsewhere is not looked at. */
#include "native/liveness.h"
#include "base/bisect.h"
#include "base/process.h"
#include "native/symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TOOL "llvm-objdump-19"

static const char *const names[LIVE_REGISTERS][4] = {
    {"rbp", "ebp", "bp", "bpl"},     {"rbx", "ebx", "bx", "bl"},
    {"r12", "r12d", "r12w", "r12b"}, {"r13", "r13d", "r13w", "r13b"},
    {"r14", "r14d", "r14w", "r14b"}, {"r15", "r15d", "r15w", "r15b"}};

/* The register that begins at the word, and whether all of it is meant. */
static int register_at(const char *word, bool *whole)
{
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789");

    for (int i = 0; i < LIVE_REGISTERS; i++)
        for (int k = 0; k < 4; k++)
            if (strlen(names[i][k]) == length && !strncmp(names[i][k], word, length)) {
                *whole = k < 2; /* a write of 32 bits clears the others */
                return i;
            }
    if (length == 2 && !strncmp(word, "bh", 2)) {
        *whole = false;
        return 1;
    }
    return -1;
}

static u8 named(const char *words)
{
    u8 all = 0;
    bool whole;

    for (const char *p = strchr(words, '%'); p; p = strchr(p + 1, '%')) {
        int r = register_at(p + 1, &whole);

        if (r >= 0)
            all |= (u8)(1u << r);
    }
    return all;
}

/* The last operand, if it is a register by itself. */
static int target_of(const char *operands, bool *whole)
{
    const char *last = strrchr(operands, ',');

    last = last ? last + 1 + strspn(last + 1, " ") : operands;
    if (*last != '%' || strchr(last, '(') || strchr(last, ')'))
        return -1;
    return register_at(last + 1, whole);
}

/* Writes its last operand without a look at it. */
static bool overwrites(const char *name, const char *operands)
{
    char a[16], b[16];

    if (text_starts(name, "lea") || text_starts(name, "pop"))
        return !text_starts(name, "popcnt") && !text_starts(name, "leave");
    if (text_starts(name, "mov"))
        return true;
    if (!text_starts(name, "xor") && !text_starts(name, "sub"))
        return false;
    return sscanf(operands, "%%%15[a-z0-9], %%%15[a-z0-9]", a, b) == 2 && !strcmp(a, b);
}

/* All but the last operand. */
static u8 named_before(const char *operands)
{
    char all[256];
    char *last;

    snprintf(all, sizeof all, "%s", operands);
    last = strrchr(all, ',');
    if (last)
        *last = 0;
    return last ? named(all) : 0;
}

static void note_registers(instruction *i, const char *name, const char *operands)
{
    bool whole = false;
    int target = target_of(operands, &whole);

    i->reads = named(operands);
    if (text_starts(name, "cmpxchg8b") || text_starts(name, "cmpxchg16b") ||
        text_starts(name, "xlat") || text_starts(name, "cpuid"))
        i->reads |= 2;
    if (text_starts(name, "leave") || text_starts(name, "enter"))
        i->reads |= 1;
    if (target < 0 || !whole || !overwrites(name, operands))
        return;
    i->kills = (u8)(1u << target);
    i->reads = *name == 'x' || *name == 's' ? 0 : named_before(operands);
}

/* Calls that nothing follows: the registers are of no use any more. */
static bool never_returns(const char *name, const char *operands)
{
    static const char *const all[] = {"__assert_fail",    "abort",       "exit", "_exit", "_Exit",
                                      "__stack_chk_fail", "pthread_exit"};
    const char *callee = strchr(operands, '<');

    for (u32 i = 0; text_starts(name, "call") && callee && i < LENGTH(all); i++)
        if (text_starts(callee + 1, all[i]) && strchr("@>", callee[1 + strlen(all[i])]))
            return true;
    return false;
}

static void note_flow(instruction *i, const char *name, const char *operands)
{
    bool jump = *name == 'j' || text_starts(name, "loop");

    i->ends = text_starts(name, "jmp") || text_starts(name, "ret") || text_starts(name, "ud2") ||
              text_starts(name, "hlt") || text_starts(name, "iret");
    if (never_returns(name, operands)) {
        i->ends = true;
        return;
    }
    i->wild = (i->ends && !text_starts(name, "jmp")) || text_starts(name, "xbegin") ||
              text_starts(name, "sys");
    if (jump && sscanf(operands, "0x%" SCNx64, &i->target) != 1)
        i->wild = true;
}

static char *next_word(char *p)
{
    p += strcspn(p, " \t");
    return p + strspn(p, " \t");
}

/* "    59c9:      \tcmpl\t%r13d, %eax   # ..." */
static void add_line(liveness *l, char *line)
{
    char *name = strchr(line, '\t'), *operands, *comment = strchr(line, '#');
    instruction i = {.live = 0};

    if (!name || sscanf(line, " %" SCNx64 ":", &i.at) != 1)
        return;
    if (comment)
        *comment = 0;
    name++;
    while (text_starts(name, "lock") || text_starts(name, "rep") || text_starts(name, "notrack") ||
           text_starts(name, "bnd"))
        name = next_word(name);
    name[strcspn(name, "\n")] = 0;
    operands = next_word(name);
    note_registers(&i, name, operands);
    note_flow(&i, name, operands);
    if (l->code.n && vec_last(&l->code).at >= i.at)
        return;
    vec_push(&l->code, i);
}

static instruction *find(const liveness *l, u64 at)
{
    u32 k;

    bisect(k, 0, l->code.n, l->code.at[k].at < at);
    return k < l->code.n && l->code.at[k].at == at ? &l->code.at[k] : NULL;
}

static u8 after(const liveness *l, u32 k)
{
    const instruction *i = &l->code.at[k], *to = i->target ? find(l, i->target) : NULL;
    u8 live = 0;

    if (i->wild || (i->target && !to) || (!i->ends && k + 1 == l->code.n))
        return LIVE_ALL;
    if (to)
        live |= to->live;
    return i->ends ? live : live | l->code.at[k + 1].live;
}

static void solve(liveness *l)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (u32 k = l->code.n; k-- > 0;) {
            instruction *i = &l->code.at[k];
            u8 live = i->reads | (u8)(after(l, k) & ~i->kills);

            changed |= live != i->live;
            i->live = live;
        }
    }
}

static void read_code(liveness *l, const char *path)
{
    const char *const words[] = {TOOL, "-d", "--no-show-raw-insn", path, NULL};
    char line[1024];
    FILE *from;
    pid_t tool;

    l->asked = true;
    if (section_has(path, ".gcc_except_table", ""))
        return;
    tool = process_pipe(words, NULL, &from);
    while (from && fgets(line, sizeof line, from))
        add_line(l, line);
    if (from)
        fclose(from);
    if (tool > 0)
        process_await(tool);
    solve(l);
}

u8 liveness_at(liveness *l, const char *path, u64 address)
{
    const instruction *i;

    if (!l->asked)
        read_code(l, path);
    i = find(l, address);
    return i ? i->live : LIVE_ALL;
}

void liveness_free(liveness *l)
{
    vec_free(&l->code);
}
