/* Which abstraction to try, by the sample of what states come from (search/growth.h).
 *
 * The static variable with the most values, when it has many, is told apart by whether it is 0; the
 * others of the sample, as far as they are scalars, as they are; and so is where each thread is.
 * What such a search finds is real, what it does not find may be there: it is advice for looking
 * for errors, and the words that go with it say so.
 *
 * An expression of --abstract sees what is declared in the file: no static variable of a function,
 * which is known here by a declaration between the lines of one. */
#include "session/abstraction.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 16, OTHERS = 6 };

static bool is_scalar(const type *t)
{
    return t->kind == TYPE_SIGNED || t->kind == TYPE_UNSIGNED || t->kind == TYPE_BOOL ||
           t->kind == TYPE_CHAR || t->kind == TYPE_ENUM || t->kind == TYPE_POINTER;
}

/* Is the place one of a function's lines? */
static bool inside(const func *f, srcloc at)
{
    if (f->runtime || !f->where || f->decl.file != at.file || at.line < f->decl.line)
        return false;
    for (u32 pc = 0; pc < f->ncode; pc++)
        if (f->where[pc].file == at.file && f->where[pc].line > at.line)
            return true;
    return false;
}

static bool in_some_function(const program *p, srcloc at)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (inside(p->funcs.at[i], at))
            return true;
    return false;
}

/* The variable of the file with this name, if there is one; NULL: none, or several. */
static const object_init *variable_of(const program *p, const char *name, size_t n)
{
    const object_init *found = NULL;

    for (u32 i = 1; i < p->objects.n; i++) {
        const object_init *o = &p->objects.at[i];

        if (o->kind != OBJ_GLOBAL || o->hidden || !o->name || strncmp(o->name, name, n) != 0 ||
            o->name[n])
            continue;
        if (found)
            return NULL;
        found = o;
    }
    return found && found->decl.line && !in_some_function(p, found->decl) ? found : NULL;
}

static u32 member_type(const type *t, const char *name, size_t n)
{
    for (u32 i = 0; i < t->members.n; i++)
        if (t->members.at[i].name && strncmp(t->members.at[i].name, name, n) == 0 &&
            !t->members.at[i].name[n])
            return t->members.at[i].type;
    return 0;
}

/* The type behind `.name` and `[3]` that follow a variable; 0: something else follows. */
static u32 type_behind(const program *p, u32 of, const char *path)
{
    while (of && *path) {
        const type *t = &p->types.at[of];

        if (*path == '.' && (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)) {
            size_t n = text_word(++path);

            of = member_type(t, path, n);
            path += n;
        } else if (*path == '[' && t->kind == TYPE_ARRAY) {
            path = strchr(path, ']');
            of = path ? t->element : 0;
            path = path ? path + 1 : "";
        } else {
            return 0;
        }
    }
    return of;
}

/* Does --abstract take it? */
static bool is_usable(const program *p, const char *path)
{
    size_t n = text_word(path);
    const object_init *o = n && !isdigit((unsigned char)*path) ? variable_of(p, path, n) : NULL;
    u32 t = o ? type_behind(p, o->type, path + n) : 0;

    return t && is_scalar(&p->types.at[t]);
}

static const growth_row *widest(const session *c)
{
    const growth_row *most = NULL;

    for (u32 i = 0; i < c->growth.rows.n; i++) {
        const growth_row *r = &c->growth.rows.at[i];

        if (growth_values(r) >= MANY && (!most || growth_values(r) > growth_values(most)) &&
            is_usable(c->p, r->where))
            most = r;
    }
    return most;
}

static bool named_before(const growth *g, u32 k)
{
    for (u32 i = 0; i < k; i++)
        if (strcmp(g->rows.at[i].where, g->rows.at[k].where) == 0)
            return true;
    return false;
}

static void add_expression(text *words, const char *format, const char *name)
{
    text expression = {0};

    text_addf(&expression, format, name);
    text_add(words, " --abstract ");
    text_shell(words, text_str(&expression));
    text_free(&expression);
}

bool abstraction_find(const session *c, text *words, text *name)
{
    const growth *g = &c->growth;
    const growth_row *most = c->p ? widest(c) : NULL;
    u32 n = 0;

    if (!most)
        return false;
    text_add(name, most->where);
    add_expression(words, "%s != 0", most->where);
    for (u32 i = 0; i < g->rows.n && n < OTHERS; i++) {
        const growth_row *r = &g->rows.at[i];

        if (growth_values(r) >= MANY || strcmp(r->where, most->where) == 0 || named_before(g, i) ||
            !is_usable(c->p, r->where))
            continue;
        add_expression(words, "%s", r->where);
        n++;
    }
    text_add(words, " --abstract-keep control");
    return true;
}
