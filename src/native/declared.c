/* Operations that the user hides, and functions of the program that are operations. */
#include "native/declared.h"
#include "native/names.h"
#include "native/symbols.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#define NAMES 256 /* bytes of a function's name */

static bool fits(const char *pattern, const char *word)
{
    return *word && fnmatch(pattern, word, 0) == 0;
}

/* Only by its very name: what ends or begins is else no operation to hide. */
bool declared_hides_exit(const native *n)
{
    for (u32 i = 0; i < n->o.hide.n; i++)
        if (!strcmp(n->o.hide.at[i], native_rows[NATIVE_PROCESS_EXIT].call))
            return true;
    return false;
}

bool declared_hidden(native *n, u32 slot)
{
    const native_slot *s = slot_at(n, slot);
    text name = {0};
    bool hidden = false;

    if (s->operation == NATIVE_PROCESS_EXIT)
        return declared_hides_exit(n);
    if (!n->o.hide.n || native_is(s->operation, IS_SHAPING))
        return false;
    if (s->object)
        names_add_object(n, s->object, native_rows[s->operation].size, &name);
    for (u32 i = 0; i < n->o.hide.n && !hidden; i++)
        hidden = fits(n->o.hide.at[i], native_rows[s->operation].call) ||
                 fits(n->o.hide.at[i], text_str(&name)) ||
                 (s->caller &&
                  fits(n->o.hide.at[i], where_code(names_where(n, slot), s->caller - 1)->function));
    text_free(&name);
    return hidden;
}

/* function:argument:read or write. */
static bool parse_visible(const char *word, char *name, size_t room, native_probe *p)
{
    const char *colon = strchr(word, ':');
    char way[8];

    if (!colon || (size_t)(colon - word) >= room ||
        sscanf(colon, ":%u:%7s", &p->argument, way) != 2 || p->argument > 6)
        return false;
    memcpy(name, word, (size_t)(colon - word));
    name[colon - word] = 0;
    p->writes = strcmp(way, "write") == 0;
    return p->writes || strcmp(way, "read") == 0;
}

bool native_visible(const char *word)
{
    char name[NAMES];

    return parse_visible(word, name, sizeof name, &(native_probe){0});
}

static bool add_probe(native *n, u32 number, text *problem)
{
    native_shared *m = n->launch.shared;
    native_probe p = {.number = number};
    char name[NAMES];
    bool found = false;

    if (!parse_visible(n->o.visible.at[number], name, sizeof name, &p))
        return false;
    for (u32 i = 0; i < m->programs && m->probes < NATIVE_PROBES; i++) {
        const module *file = n->wheres[i].modules.n ? &n->wheres[i].modules.at[0] : NULL;

        p.address = file ? symbol_find(file->path, name) : 0;
        if (!p.address)
            continue;
        p.address += file->base;
        p.program = i;
        m->probe[m->probes++] = p;
        found = true;
    }
    if (!found)
        text_addf(problem, "--visible %s: the program has no function %s", n->o.visible.at[number],
                  name);
    return found;
}

bool declared_probes(native *n, text *problem)
{
    for (u32 i = 0; i < n->o.visible.n; i++)
        if (!add_probe(n, i, problem))
            return false;
    return true;
}
