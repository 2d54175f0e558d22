/* What the closing of a program says: lines `file:line: what was done`, in the order of the source,
 * each once.  Variables have the names of the debug information. */
#define _GNU_SOURCE
#include "front/close.h"
#include "front/debug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void close_say(closing *c, remark_list *to, LLVMValueRef at, const char *format, ...)
{
    unsigned n = 0;
    const char *file = at ? LLVMGetDebugLocFilename(at, &n) : NULL;
    char *words = NULL;
    va_list list;
    int written;

    va_start(list, format);
    written = vasprintf(&words, format, list);
    va_end(list);
    if (written < 0)
        die("no memory for a message");
    vec_push(to, (remark){file ? mem_strndup(file, n) : mem_strdup(""),
                          file ? LLVMGetDebugLocLine(at) : 0,
                          mem_strdup(at && !file && to == &c->said ? "" : words)});
    free(words);
}

static int compare(const void *a, const void *b)
{
    const remark *x = a, *y = b;
    int order = strcmp(x->file, y->file);

    if (order)
        return order;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return strcmp(x->words, y->words);
}

void close_print(remark_list *all, text *out)
{
    if (all->n)
        qsort(all->at, all->n, sizeof *all->at, compare);
    for (u32 i = 0; i < all->n; i++) {
        const remark *r = &all->at[i];

        if ((i && !compare(r, r - 1)) || !*r->words)
            continue;
        if (*r->file)
            text_addf(out, "%s:%u: ", r->file, r->line);
        text_addf(out, "%s\n", r->words);
    }
}

void close_forget(remark_list *all)
{
    for (u32 i = 0; i < all->n; i++) {
        mem_free(all->at[i].file);
        mem_free(all->at[i].words);
    }
    vec_free(all);
}

static void name_local(closing *c, debug *d, LLVMValueRef call)
{
    size_t n;
    LLVMValueRef called = LLVMGetCalledValue(call), slot;
    variable v = {0};

    if (!LLVMIsAFunction(called) ||
        strncmp(LLVMGetValueName2(called, &n), "llvm.dbg.declare", 16) != 0 ||
        !LLVMIsAMDNode(LLVMGetOperand(call, 1)) || !debug_local(d, call, &v))
        return;
    slot = LLVMGetOperand(call, 0);
    if (LLVMGetNumOperands(slot) == 1)
        slot = LLVMGetOperand(slot, 0);
    if (!slot)
        return;
    map_put(&c->names, map_key(slot), c->strings.n);
    vec_push(&c->strings, mem_strdup(v.name));
}

void close_names(closing *c)
{
    program *scratch = mem_alloc(sizeof *scratch);
    debug *d = debug_open(scratch, c->module);

    for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
                if (LLVMIsACallInst(v))
                    name_local(c, d, v);
    debug_close(d);
    program_free(scratch);
}

/* The name of a place, or of what computes a value: the first operand that depends on inputs. */
static const char *name_of(closing *c, LLVMValueRef v, u32 deep)
{
    u64 at;
    size_t n;

    if (map_get(&c->names, map_key(v), &at))
        return c->strings.at[at];
    if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v))
        return LLVMGetValueName2(v, &n);
    if (LLVMIsACallInst(v))
        return name_of(c, LLVMGetCalledValue(v), deep + 1);
    if (deep > 20 || !(LLVMIsAInstruction(v) || LLVMIsAConstantExpr(v)))
        return NULL;
    for (u32 inputs = 2; inputs-- > 0;)
        for (u32 i = 0; i < (u32)LLVMGetNumOperands(v); i++) {
            LLVMValueRef part = LLVMGetOperand(v, i);
            const char *found;

            if (LLVMValueIsBasicBlock(part) || (inputs && !content_of(c, part)->input))
                continue;
            found = name_of(c, part, deep + 1);
            if (found && *found)
                return found;
        }
    return NULL;
}

void close_name(closing *c, LLVMValueRef v, text *out)
{
    const char *name = name_of(c, v, 0);

    if (name && *name)
        text_addf(out, "'%s'", name);
    else
        text_add(out, "an input");
}
