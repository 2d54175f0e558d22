/* Names of objects: those in memory by the variable that they are or are part of, those that exist
 * for heddle alone by who made them. */
#define _GNU_SOURCE
#include "native/names.h"
#include "native/access.h"
#include "native/locals.h"
#include "native/paths.h"
#include "native/place.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

where *names_where(native *n, u32 slot)
{
    assert(slot < NATIVE_THREADS);
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

bool names_channel(u64 address)
{
    return !(address >> 61 & 1) && address & IPC_NAME;
}

/* Is it no single channel, but the table of descriptors, of locks or of addresses? */
static bool of_all(u64 address)
{
    return names_channel(address) &&
           (address >> 59 & 1 || address >> 58 & 1 || !(address >> 31 & 0x3ffff));
}

/* By its name, or by who made it and how many it had made before. */
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

/* By its type or, without one, by its size. */
named names_add_part(where *w, const spot *d, u64 offset, u32 size, text *out)
{
    u64 base = 0, rest = offset;
    dwarf *types = where_types(w, d->begin, &base);
    dwarf_type type = types ? dwarf_variable(types, d->begin - base) : NO_TYPE;

    text_add(out, d->function);
    if (type) {
        type = dwarf_part(types, type, offset, size, &rest, out);
    } else if (d->size > size && size && offset % size == 0 && d->size % size == 0) {
        text_addf(out, "[%" PRIu64 "]", offset / size);
        return (named){0};
    }
    if (rest)
        text_addf(out, " + %" PRIu64, rest);
    return (named){types, rest ? NO_TYPE : type};
}

static named add_memory(native *n, u32 process, u64 place, u32 size, text *out)
{
    where *w = names_where(n, process);
    const spot *d = where_data(w, place);
    named is = {0};

    if (*d->function)
        return names_add_part(w, d, place - d->begin, size, out);
    if (!paths_add(n, process, place, size, &is, out) &&
        !locals_add(n, process, place, size, &is, out))
        text_addf(out, "0x%" PRIx64, place);
    return is;
}

named names_add_object(native *n, u64 address, u32 size, text *out)
{
    u64 place = address & ((1ull << NATIVE_PROCESS) - 1);

    if (address >> 61 & 1)
        text_addf(out, "T%" PRIu64, address >> 8 & 0xff);
    else if (address & IPC_NAME)
        add_channel(&n->model.shared->ipc, address, out);
    else if (address & NATIVE_SHARED)
        text_addf(out, "shared + %" PRIu64, address & 0x7fffffff);
    else if (address >> 62 & 1 && !(address >> 18 & 0xffff))
        text_add(out, "any set");
    else if (address >> 62 & 1)
        text_addf(out, "set %" PRIu64 ", %" PRIu64, (address >> 18 & 0xffff) - 1,
                  address >> 2 & 0xffff);
    else
        return add_memory(n, (u32)(address >> NATIVE_PROCESS), place, size, out);
    return (named){0};
}

static void add_float(u64 value, u32 size, text *out)
{
    float f;
    double d;

    memcpy(&f, &value, sizeof f);
    memcpy(&d, &value, sizeof d);
    text_addf(out, "%g", size == sizeof f ? (double)f : d);
}

static void add_pointer(native *n, u32 slot, u64 value, text *out)
{
    const spot *d = value ? where_data(names_where(n, slot), value) : NULL;

    if (!value) {
        text_add(out, "NULL");
    } else if (*d->function && d->size) {
        text_addc(out, '&');
        names_add_part(names_where(n, slot), d, value - d->begin, 0, out);
    } else {
        text_addf(out, "0x%" PRIx64, value);
    }
}

void names_add_value(native *n, u32 slot, named is, u64 value, u32 size, text *out)
{
    u32 unused = size < 8 ? 64 - size * 8 : 0;
    i64 number = (i64)(value << unused) >> unused;
    dwarf_kind holds = is.types && dwarf_size(is.types, is.type) == size
                           ? dwarf_holds(is.types, is.type)
                           : HOLDS_SIGNED;
    const char *name = holds == HOLDS_ENUM ? dwarf_enumerator(is.types, is.type, number) : NULL;

    if (name)
        text_add(out, name);
    else if (holds == HOLDS_POINTER)
        add_pointer(n, slot, value, out);
    else if (holds == HOLDS_FLOAT)
        add_float(value, size, out);
    else if (holds == HOLDS_CHAR && number >= 32 && number < 127)
        text_addf(out, "'%s%c'", number == '\'' || number == '\\' ? "\\" : "", (char)number);
    else if (holds == HOLDS_UNSIGNED)
        text_addf(out, "%" PRIu64, value << unused >> unused);
    else
        access_show(value, size, out);
}

void names_add_signal(u64 number, text *out)
{
    const char *name = sigabbrev_np((int)number);

    if (name)
        text_addf(out, "SIG%s", name);
    else
        text_addf(out, "signal %" PRIu64, number);
}

static bool is_variable(native *n, u64 address)
{
    u64 process = address >> NATIVE_PROCESS;

    return process < NATIVE_THREADS &&
           *where_data(names_where(n, (u32)process), address & ((1ull << NATIVE_PROCESS) - 1))
                ->function;
}

/* `&q.m`; what a pointer points to as a whole is named by the pointer. */
static void add_argument(native *n, u32 operation, u64 address, text *out)
{
    text name = {0};

    names_add_object(n, address, native_rows[operation].size, &name);
    if (text_str(&name)[0] == '*')
        text_add(out, name.at + 1);
    else
        text_addf(out, "%s%s", is_variable(n, address) || strpbrk(text_str(&name), ":>") ? "&" : "",
                  text_str(&name));
    text_free(&name);
}

/* A wait at a condition, of which the mutex is the second argument. */
static bool of_mutex(u32 operation)
{
    return operation == NATIVE_COND_UNLOCK || operation == NATIVE_COND_RELOCK;
}

void names_add_call(native *n, u32 operation, u64 address, text *out)
{
    const char *call = native_rows[operation].call, *comma = strchr(call, ',');

    if (!address || address >> 61 & 1 || of_all(address)) {
        text_add(out, call);
        return;
    }
    text_addn(out, call, comma ? (size_t)(comma - call) : strlen(call));
    text_add(out, of_mutex(operation) ? "(..., " : "(");
    add_argument(n, operation, address, out);
    text_addf(out, ")%s", comma ? comma : "");
}
