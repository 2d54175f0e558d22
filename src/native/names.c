/* Names of objects: those in memory by the variable that they are or are part of, those that exist
 * for heddle alone by who made them. */
#include "native/names.h"
#include "native/place.h"

#include <inttypes.h>
#include <string.h>

where *names_where(native *n, u32 slot)
{
    return &n->wheres[n->model.tasks[slot].image];
}

/* The name of a POSIX message queue; NULL: it is none. */
static const char *queue_name(const native_ipc *i, u64 address)
{
    for (u32 k = 0; k < i->most_queues; k++)
        if (i->queues[k].object >> PLACE_STRETCH == address >> PLACE_STRETCH)
            return i->queues[k].name;
    return NULL;
}

/* By its name, or by who made it and as the how-manieth. */
static void add_channel(const native_ipc *i, u64 address, text *out)
{
    u64 name = address >> 31 & 0x3ffff;

    if (address >> 59 & 1)
        text_add(out, "descriptors");
    else if (address >> 58 & 1)
        text_add(out, "locks");
    else if (queue_name(i, address))
        text_add(out, queue_name(i, address));
    else if (!name)
        text_add(out, "addresses");
    else
        text_addf(out, "T%" PRIu64 "'s no. %" PRIu64, name >> 10, name & 1023);
}

/* `forks[2]`, `m`, or the address. */
void names_add_object(native *n, u64 address, u32 size, text *out)
{
    u64 place = address & ((1ull << NATIVE_PROCESS) - 1), offset;
    const spot *d;

    if (address >> 61 & 1) {
        text_addf(out, "T%" PRIu64, address >> 8 & 0xff);
        return;
    }
    if (address & IPC_NAME) {
        add_channel(&n->model.shared->ipc, address, out);
        return;
    }
    if (address & NATIVE_SHARED) {
        text_addf(out, "shared + %" PRIu64, address & 0x7fffffff);
        return;
    }
    if (address >> 62 & 1) {
        text_addf(out, "set %" PRIu64 ", %" PRIu64, (address >> 18 & 0xffff) - 1,
                  address >> 2 & 0xffff);
        return;
    }
    d = where_data(names_where(n, (u32)(address >> NATIVE_PROCESS)), place);
    offset = place - d->begin;

    if (!*d->function)
        text_addf(out, "0x%" PRIx64, place);
    else if (d->size <= size)
        text_addf(out, "%s", d->function);
    else if (size && offset % size == 0 && d->size % size == 0)
        text_addf(out, "%s[%" PRIu64 "]", d->function, offset / size);
    else
        text_addf(out, "%s + %" PRIu64, d->function, offset);
}

static bool is_variable(native *n, u64 address)
{
    u64 process = address >> NATIVE_PROCESS;

    return process < NATIVE_THREADS &&
           *where_data(names_where(n, (u32)process), address & ((1ull << NATIVE_PROCESS) - 1))
                ->function;
}

void names_add_call(native *n, u32 operation, u64 address, text *out)
{
    const char *call = native_calls[operation], *comma = strchr(call, ',');

    if (!address || address >> 61 & 1) {
        text_add(out, call);
        return;
    }
    text_addn(out, call, comma ? (size_t)(comma - call) : strlen(call));
    text_add(out, "(");
    if (is_variable(n, address))
        text_add(out, "&");
    names_add_object(n, address, native_sizes[operation], out);
    text_addf(out, ")%s", comma ? comma : "");
}
