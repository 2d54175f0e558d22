/* Names of a system file: constants, and cells with the addresses at which they lie. */
#include "asm/module.h"
#include "asm/parse.h"

#include <stdio.h>
#include <string.h>

enum { SHARED_BASE = 0x1000, LOCAL_BASE = 0x100000 };

void constant_add(parser *s, const char *name, i64 value, u32 line)
{
    vec_push(&s->constants, (constant){mem_strdup(name), value, line});
}

void parse_set(parser *s)
{
    for (u32 i = 0; i < s->o->set.n; i++)
        constant_add(s, s->o->set.at[i].name, s->o->set.at[i].value, 0);
}

void constants_free(constant_list *all)
{
    for (u32 i = 0; i < all->n; i++)
        mem_free(all->at[i].name);
    vec_free(all);
}

bool find_constant(const parser *s, const token *t, i64 *value)
{
    for (u32 i = s->constants.n; i-- > 0;) {
        if (token_is(t, s->constants.at[i].name)) {
            *value = s->constants.at[i].value;
            if (s->parameter && i + 1 == s->constants.n)
                *s->parameter = true;
            return true;
        }
    }
    return false;
}

int find_array_named(const casm *c, const char *name, u32 n, int owner)
{
    for (u32 i = 0; i < c->arrays.n; i++) {
        const array *a = &c->arrays.at[i];

        if (a->stride && a->owner == owner && strlen(a->name) == n &&
            strncmp(a->name, name, n) == 0)
            return (int)i;
    }
    return -1;
}

/* The shared cell that the name is bound to. */
static int find_bound(const parser *s, const token *t)
{
    int found = -1;

    for (u32 i = 0; i < s->nbinds && found < 0; i++) {
        size_t n = strlen(s->binds[i].from);
        text name = {0};

        if (t->n < n || strncmp(t->at, s->binds[i].from, n) != 0)
            continue;
        text_addf(&name, "%s%.*s", s->binds[i].to, (int)(t->n - n), t->at + n);
        found = find_array_named(s->c, text_str(&name), (u32)name.n, SHARED);
        text_free(&name);
    }
    return found;
}

int find_array(const parser *s, const token *t, int owner)
{
    int own = s->p ? find_array_named(s->c, t->at, t->n, owner) : -1;

    if (own < 0 && s->nbinds)
        return find_bound(s, t);
    if (own < 0 && !s->inside)
        own = find_array_named(s->c, t->at, t->n, SHARED);
    return own < 0 ? module_cell(s, t) : own;
}

static u32 stride_of(u32 width)
{
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

static u64 next_address(const casm *c, int owner, u32 stride)
{
    u64 at = owner == SHARED ? SHARED_BASE : (u64)LOCAL_BASE * (u64)(owner + 1);

    for (u32 i = 0; i < c->arrays.n; i++) {
        const array *a = &c->arrays.at[i];

        if (a->owner == owner && a->stride)
            at = a->address + (u64)a->n * a->stride;
    }
    return (at + stride - 1) & ~(u64)(stride - 1);
}

static char *element_name(const char *name, u32 i, u32 n)
{
    char out[160];

    if (n == 1)
        return mem_strdup(name);
    snprintf(out, sizeof out, "%s[%u]", name, i);
    return mem_strdup(out);
}

u32 casm_add_array(casm *c, const char *name, u32 n, u32 width, int owner, var_kind kind)
{
    array a = {
        .name = mem_strdup(name), .first = c->vars.n, .n = n, .width = (u8)width, .owner = owner};

    if (kind == VAR_CELL) {
        a.stride = (u8)stride_of(width);
        a.address = next_address(c, owner, a.stride);
    }
    for (u32 i = 0; i < n; i++)
        vec_push(&c->vars, (var){.name = element_name(name, i, n),
                                 .width = (u8)width,
                                 .kind = (u8)kind,
                                 .owner = owner,
                                 .array = c->arrays.n});
    vec_push(&c->arrays, a);
    return c->arrays.n - 1;
}

u32 casm_add_var(casm *c, const char *name, u32 width, int owner, var_kind kind)
{
    u32 a = casm_add_array(c, name, 1, width, owner, kind);

    return c->arrays.at[a].first;
}
