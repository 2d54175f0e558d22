/* What is known holds up to the next label, loop or end of a branch: statement.c forgets it there.
 */
#include "promela/known.h"
#include "promela/node.h"

#include <string.h>

static bool is_known(const translation *t, const char *name)
{
    for (u32 i = 0; i < t->known.n; i++)
        if (!strcmp(t->known.at[i], name))
            return true;
    return false;
}

void known_assert(translation *t, const char *name)
{
    if (is_known(t, name))
        return;
    node_assert(t, "null-pointer", "%s != 0", name);
    vec_push(&t->known, name);
}

void known_changes(translation *t, const char *name)
{
    for (u32 i = 0; i < t->known.n; i++)
        if (!strcmp(t->known.at[i], name))
            t->known.at[i] = "";
}

void known_call(translation *t)
{
    for (u32 i = 0; i < t->globals.n; i++)
        known_changes(t, t->globals.at[i]->name);
}
