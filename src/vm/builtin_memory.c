/* The builtins on memory and text: the heap, output, conversions of numbers that need the host. */
#include "vm/builtin.h"

#include "base/mutant.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ran builtin_alloc(builtin_call *c)
{
    machine *m = c->m;
    u64 size = c->args[0];

    if (size > 0x7fffffff) {
        vm_limit(m, "the program asks for more than 2 GiB at once");
        return RAN_STOP;
    }
    u32 id = object_new(m, OC_HEAP, (u32)size, (u32)c->args[1], c->args[2] & 1);

    if (m->fault.limit)
        return RAN_STOP;
    m->objects.at[id].owner = (u16)(c->args[2] >> 1);
    if (m->opt.events_all)
        vm_event(m, EV_ALLOC, EVF_RUNTIME, POINTER(id, 0), (u32)size);
    return builtin_result(c, POINTER(id, 0));
}

/* The first element of an array whose elements have destructors: their count lies before it. */
static bool past_cookie(const object *o, u64 p, u64 family)
{
    return family == HEAP_NEW && o->owner == HEAP_NEW_ARRAY &&
           (POINTER_OFFSET(p) == 8 || POINTER_OFFSET(p) == 1u << o->align);
}

/* The heap object that starts at p, or an error. */
static object *heap_object(machine *m, u64 p, u64 family, const char *what)
{
    static const char *const made_by[] = {"malloc", "new", "new[]", "the library"};
    static const char *const ended_by[] = {"free", "delete", "delete[]", "nothing"};
    object *o = POINTER_IS(p) ? &m->objects.at[POINTER_OBJECT(p)] : NULL;
    char made[320] = "";

    assert(!o || POINTER_OBJECT(p) < m->objects.n);
    if (!o || o->kind != OC_HEAP) {
        vm_error(m, ERR_INVALID_FREE, "%s of %s", what,
                 !o                    ? "a value that is no pointer"
                 : o->kind == OC_STACK ? "a local variable"
                                       : "what malloc did not return");
        return NULL;
    }
    if (m->opt.mode == VM_BIRTH)
        vm_at(m, "; it was freed at", o->gone_func, o->gone_pc, made, sizeof made);
    if (o->flags & OF_DEAD) {
        vm_error(m, ERR_DOUBLE_FREE, "%s of memory that is free already%s", what, made);
        mem_fails(m, EV_FREE, p, o->size);
        return NULL;
    }
    if (POINTER_OFFSET(p) && past_cookie(o, p, family)) {
        vm_error(m, ERR_MISMATCH, "delete of an array that new[] made; delete[] fits it");
        return NULL;
    }
    if (POINTER_OFFSET(p)) {
        vm_error(m, ERR_INVALID_FREE, "%s of a pointer into the middle of an object (offset %d)",
                 what, (i32)POINTER_OFFSET(p));
        return NULL;
    }
    assert(o->owner < LENGTH(made_by) && family < LENGTH(ended_by));
    if (o->owner != family && !MUTANT(HEAP_FAMILY)) {
        vm_error(m, ERR_MISMATCH, "%s of what %s made; %s fits it",
                 family ? ended_by[family] : what, made_by[o->owner], ended_by[o->owner]);
        return NULL;
    }
    return o;
}

ran builtin_free(builtin_call *c)
{
    machine *m = c->m;
    u64 p = c->args[0];

    if (vm_rests(m, POINTER_IS(p) && mem_visible_write(m, &m->objects.at[POINTER_OBJECT(p)])))
        return RAN_REST;
    object *o = heap_object(m, p, c->args[1], "free");

    if (!o)
        return RAN_STOP;
    if (race_minds(m, o) && !race_frees(m, p, o->size))
        return RAN_STOP;
    vm_event(m, EV_FREE, EVF_VISIBLE | EVF_RUNTIME | (c->args[1] == HEAP_OWN ? EVF_ASIDE : 0u), p,
             o->size);
    object_kill(m, POINTER_OBJECT(p));
    return builtin_result(c, 0);
}

/* What free finds wrong it says itself. */
ran builtin_sized(builtin_call *c)
{
    u64 p = c->args[0];
    const object *o = POINTER_IS(p) ? &c->m->objects.at[POINTER_OBJECT(p)] : NULL;

    if (!o || o->kind != OC_HEAP || o->flags & OF_DEAD || POINTER_OFFSET(p) ||
        o->owner != c->args[1] || o->size == c->args[2])
        return builtin_result(c, 0);
    vm_error(
        c->m, ERR_MISMATCH,
        "delete of %llu bytes, where new made %u: it was made as another type, and there is no "
        "virtual destructor",
        (unsigned long long)c->args[2], o->size);
    return RAN_STOP;
}

/* Whoever kept its address could come before that, and find it freed. */
ran builtin_revive(builtin_call *c)
{
    machine *m = c->m;
    u32 id = POINTER_OBJECT(c->args[0]);
    object *o = &m->objects.at[id];

    assert(m->step.quiet && o->kind == OC_HEAP && o->flags & OF_DEAD);
    if (o->size != c->args[1] || (u64)1 << o->align < c->args[2] || !layout_vacant(m, id))
        return builtin_result(c, 0);
    vm_event(m, EV_ALLOC, EVF_VISIBLE | EVF_RUNTIME, c->args[0], o->size);
    object_revive(m, id, c->args[3] & 1);
    o->owner = (u16)(c->args[3] >> 1);
    return builtin_result(c, 1);
}

ran builtin_object_size(builtin_call *c)
{
    object *o = heap_object(c->m, c->args[0], 0, "realloc");

    if (!o)
        return RAN_STOP;
    return mem_access(c->m, EV_READ, c->args[0], 1) ? RAN_REST : builtin_result(c, o->size);
}

/* For people: `?` is a byte that would tell an address. */
static char printed(const object *o, u32 at)
{
    bool lost = o->flags & OF_SHADOW && o->shadow[at] & o->data[at];

    return lost ? '?' : o->data[at] ? (char)o->data[at] : ' ';
}

ran builtin_write(builtin_call *c)
{
    machine *m = c->m;
    u64 p = c->args[1], n = c->args[2];

    if (!n)
        return builtin_result(c, 0);
    object *o = mem_check(m, p, n, 1, false, "output");

    if (!o)
        return RAN_STOP;
    if (mem_access(m, EV_READ, p, (u32)n))
        return RAN_REST;
    if (m->opt.events_all || m->opt.output) {
        char *bytes = mem_strndup((const char *)o->data + POINTER_OFFSET(p), n);
        event *e = vm_event(m, EV_OUTPUT, EVF_RUNTIME, 0, 0);

        for (u64 k = 0; k < n; k++)
            bytes[k] = printed(o, POINTER_OFFSET(p) + (u32)k);
        e->value = c->args[0];
        e->size = (u32)n;
        e->text = bytes;
        vec_push(&m->step.outputs, bytes);
    }
    return builtin_result(c, n);
}

static ran put_text(builtin_call *c, u64 buffer, u64 size, const char *s)
{
    size_t n = strlen(s);
    object *o;

    if (!size)
        return builtin_result(c, n);
    if (n + 1 > size)
        n = size - 1;
    o = mem_check(c->m, buffer, n + 1, 1, true, "write");
    if (!o)
        return RAN_STOP;
    for (size_t k = 0; k <= n; k++)
        mem_poke(c->m, o, POINTER_OFFSET(buffer) + (u32)k, 1, k < n ? (u8)s[k] : 0, false);
    return builtin_result(c, strlen(s));
}

ran builtin_format_double(builtin_call *c)
{
    char spec[64];
    text out = {0};
    long double v = 0;
    object *o;
    ran r;

    if (!builtin_string(c->m, c->args[2], spec, sizeof spec))
        return RAN_STOP;
    o = mem_check(c->m, c->args[3], 10, 1, false, "read");
    if (!o)
        return RAN_STOP;
    memcpy(&v, o->data + POINTER_OFFSET(c->args[3]), 10);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    text_addf(&out, spec, v);
#pragma GCC diagnostic pop
    r = put_text(c, c->args[0], c->args[1], text_str(&out));
    text_free(&out);
    return r;
}

static long double read_real(const char *s, u64 size, char **end)
{
    return size == sizeof(float)    ? (long double)strtof(s, end)
           : size == sizeof(double) ? (long double)strtod(s, end)
                                    : strtold(s, end);
}

ran builtin_scan_double(builtin_call *c)
{
    u64 n = c->args[1], words[2] = {0};
    object *o = n ? mem_check(c->m, c->args[0], n, 1, false, "read") : NULL;
    object *to = mem_check(c->m, c->args[3], 10, 1, true, "write");
    long double v;
    char *in, *end;

    if (!to || (n && !o))
        return RAN_STOP;
    in = n ? mem_strndup((const char *)o->data + POINTER_OFFSET(c->args[0]), n) : mem_strdup("");
    errno = 0;
    v = read_real(in, c->args[2], &end);
    n = (u64)(end - in) * 2 + (errno == ERANGE);
    mem_free(in);
    memcpy(words, &v, 10);
    mem_poke(c->m, to, POINTER_OFFSET(c->args[3]), 8, words[0], false);
    mem_poke(c->m, to, POINTER_OFFSET(c->args[3]) + 8, 2, words[1], false);
    return builtin_result(c, n);
}

ran builtin_format_pointer(builtin_call *c)
{
    char out[64];
    u64 p = c->args[2];

    if (POINTER_IS(p) && c->m->opt.mode == VM_BIRTH)
        snprintf(
            out, sizeof out, "0x%llx",
            (unsigned long long)(object_birth(c->m, POINTER_OBJECT(p)) << 16 | POINTER_OFFSET(p)));
    else if (POINTER_IS(p))
        snprintf(out, sizeof out, "0x1000");
    else
        snprintf(out, sizeof out, p ? "0x%llx" : "(nil)", (unsigned long long)p);
    return put_text(c, c->args[0], c->args[1], out);
}

/* Has a byte of [args[0], args[0] + args[1]) a shade, and, when `set`, a bit under it? */
static ran any_shade(builtin_call *c, bool set, bool wanted)
{
    u64 p = c->args[0], n = c->args[1], any = 0;
    object *o = n ? mem_check(c->m, p, n, 1, false, "read") : NULL;

    if (n && !o)
        return RAN_STOP;
    for (u64 k = POINTER_OFFSET(p); n && o->flags & OF_SHADOW && k < POINTER_OFFSET(p) + n; k++)
        any |= o->shadow[k] & (set ? o->data[k] : 0xff);
    return builtin_result(c, (any != 0) == wanted);
}

/* Says where the runtime's own reads of the program's memory stand. */
ran builtin_defined(builtin_call *c)
{
    return any_shade(c, false, false);
}

ran builtin_lost(builtin_call *c)
{
    return any_shade(c, true, true);
}

ran builtin_same(builtin_call *c)
{
    u64 a = c->args[0], b = c->args[1];

    return builtin_result(c,
                          POINTER_IS(a) && POINTER_IS(b) && POINTER_OBJECT(a) == POINTER_OBJECT(b));
}

ran builtin_is_pointer(builtin_call *c)
{
    return builtin_result(c, POINTER_IS(c->args[0]));
}
