/* Variables on the stacks of threads, by the calls that the threads are in and their frames, which
 * the library keeps at each operation when there is something to show.  Of the thread whose step is
 * shown the calls are those before the step: it may have left them since. */
#include "native/locals.h"

#include <inttypes.h>
#include <string.h>

/* Of one call: the function, and where its frame is. */
static bool of_call(where *w, u64 frame, u64 base, u64 place, u32 size, named *is, text *out)
{
    const spot *p = where_code(w, frame - 1);
    u64 loaded = 0, begin = 0, rest = 0;
    const char *name = NULL;
    dwarf *types = p->user && base ? where_types(w, frame - 1, &loaded) : NULL;
    dwarf_type type =
        types ? dwarf_local(types, frame - 1 - loaded, base, place, &begin, &name) : NO_TYPE;

    if (!type || !*name)
        return false;
    text_addn(out, p->function, strcspn(p->function, "("));
    text_addf(out, ":%s", name);
    is->types = types;
    is->type = dwarf_part(types, type, place - begin, size, &rest, out);
    if (rest) {
        text_addf(out, " + %" PRIu64, rest);
        is->type = NO_TYPE;
    }
    return true;
}

static bool of_thread(native *n, u32 thread, const native_slot *s, u64 place, u32 size, named *is,
                      text *out)
{
    for (u32 i = 0; i < s->depth; i++)
        if (of_call(names_where(n, thread), s->frames[i], s->bases[i], place, size, is, out))
            return true;
    return false;
}

bool locals_add(native *n, u32 process, u64 place, u32 size, named *is, text *out)
{
    const footstep *f = n->at ? &n->path.at[n->at - 1] : NULL;

    if (f && of_thread(n, f->thread, &f->before, place, size, is, out))
        return true;
    for (u32 i = 0; i < n->model.threads; i++)
        if (n->launch.shared->homes[i] == process &&
            of_thread(n, i, slot_at(n, i), place, size, is, out))
            return true;
    return false;
}
