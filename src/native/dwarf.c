/* Names of members and elements, by libdw of elfutils.  The library is loaded when the first name
 * is asked for, that is when there is something to show; without it, or without debug information,
 * members have no names and traces show offsets.
 *
 * Types of the C and C++ libraries whose members mean nothing to a reader (`__data`, `_M_impl`) are
 * not looked into. */
#define _GNU_SOURCE
#include "native/dwarf.h"
#include "base/vec.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 16, DIMENSIONS = 8 };

typedef struct library {
#define FUNCTION(name) __typeof__(&name) name;
#include "native/dwarf.def"
} library;

typedef struct variable {
    u64 address;
    dwarf_type type;
    const char *name;
} variable;

struct dwarf {
    library *l;
    Dwarf *file;
    int fd;
    VEC(variable) variables;
};

/* The library. */

static library *load(void)
{
    static const char *const names[] = {
#define FUNCTION(name) #name,
#include "native/dwarf.def"
    };
    void *from = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL), *found[LENGTH(names)];
    library *l;

    _Static_assert(sizeof found == sizeof *l, "one pointer for each function");
    for (u32 i = 0; i < LENGTH(names); i++) {
        found[i] = from ? dlsym(from, names[i]) : NULL;
        if (!found[i])
            return NULL;
    }
    l = mem_alloc(sizeof *l);
    memcpy(l, found, sizeof *l);
    return l;
}

/* Types by their place. */

static bool die_of(const dwarf *d, dwarf_type type, Dwarf_Die *out)
{
    return type && d->l->dwarf_offdie(d->file, type, out);
}

static dwarf_type type_at(const dwarf *d, Dwarf_Die *die, bool peeled)
{
    Dwarf_Attribute a;
    Dwarf_Die type, bare;

    if (!d->l->dwarf_attr_integrate(die, DW_AT_type, &a) || !d->l->dwarf_formref_die(&a, &type))
        return NO_TYPE;
    if (peeled && d->l->dwarf_peel_type(&type, &bare) == 0)
        type = bare;
    return d->l->dwarf_dieoffset(&type);
}

static bool peel(const dwarf *d, dwarf_type type, Dwarf_Die *out)
{
    Dwarf_Die die;

    return die_of(d, type, &die) && d->l->dwarf_peel_type(&die, out) == 0;
}

static u64 number_of(const dwarf *d, Dwarf_Die *die, unsigned name, u64 otherwise)
{
    Dwarf_Attribute a;
    Dwarf_Word value;

    if (!d->l->dwarf_attr_integrate(die, name, &a) || d->l->dwarf_formudata(&a, &value) != 0)
        return otherwise;
    return value;
}

u64 dwarf_size(dwarf *d, dwarf_type type)
{
    Dwarf_Die die;
    Dwarf_Word size = 0;

    return die_of(d, type, &die) && d->l->dwarf_aggregate_size(&die, &size) == 0 ? size : 0;
}

/* Variables. */

static bool address_of(const dwarf *d, Dwarf_Die *die, u64 *address)
{
    Dwarf_Attribute location, at;
    Dwarf_Op *ops;
    Dwarf_Addr found;
    size_t n;

    if (!d->l->dwarf_attr(die, DW_AT_location, &location) ||
        d->l->dwarf_getlocation(&location, &ops, &n) != 0 || n != 1)
        return false;
    *address = ops[0].number;
    if (ops[0].atom == DW_OP_addr)
        return true;
    if (ops[0].atom != DW_OP_addrx || d->l->dwarf_getlocation_attr(&location, &ops[0], &at) != 0 ||
        d->l->dwarf_formaddr(&at, &found) != 0)
        return false;
    *address = found;
    return true;
}

static const char *name_of(const dwarf *d, Dwarf_Die *die)
{
    Dwarf_Attribute a;
    const char *name =
        d->l->dwarf_attr_integrate(die, DW_AT_name, &a) ? d->l->dwarf_formstring(&a) : NULL;

    return name ? name : "";
}

static void note_variable(dwarf *d, Dwarf_Die *die)
{
    variable v = {.type = type_at(d, die, false), .name = name_of(d, die)};

    if (v.type && address_of(d, die, &v.address))
        vec_push(&d->variables, v);
}

/* Static variables are also in functions and their blocks. */
static void note_variables(dwarf *d, Dwarf_Die *parent, u32 depth)
{
    Dwarf_Die die;

    if (depth > DEEPEST || d->l->dwarf_child(parent, &die) != 0)
        return;
    do {
        switch (d->l->dwarf_tag(&die)) {
        case DW_TAG_variable:
            note_variable(d, &die);
            break;
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
            note_variables(d, &die, depth + 1);
            break;
        default:
            break;
        }
    } while (d->l->dwarf_siblingof(&die, &die) == 0);
}

/* Locals. */

typedef struct wanted {
    u64 pc, frame, address; /* frame: what locations are counted from */
    u64 begin;
    dwarf_type type;
    const char *name;
} wanted;

static bool one_operation(const dwarf *d, Dwarf_Die *die, unsigned name, Dwarf_Op *out)
{
    Dwarf_Attribute a;
    Dwarf_Op *ops;
    size_t n;

    if (!d->l->dwarf_attr_integrate(die, name, &a) || d->l->dwarf_getlocation(&a, &ops, &n) != 0 ||
        n != 1)
        return false;
    *out = ops[0];
    return true;
}

static void try_local(dwarf *d, Dwarf_Die *die, wanted *w)
{
    dwarf_type type = type_at(d, die, false);
    Dwarf_Op at;
    u64 begin;

    if (!type || !one_operation(d, die, DW_AT_location, &at) || at.atom != DW_OP_fbreg)
        return;
    begin = w->frame + at.number;
    if (w->address >= begin && w->address < begin + dwarf_size(d, type)) {
        w->begin = begin;
        w->type = type;
        w->name = name_of(d, die);
    }
}

static void walk_locals(dwarf *d, Dwarf_Die *parent, wanted *w, u32 depth)
{
    Dwarf_Die die;

    if (depth > DEEPEST || d->l->dwarf_child(parent, &die) != 0)
        return;
    do {
        int tag = d->l->dwarf_tag(&die);

        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            try_local(d, &die, w);
        else if (tag == DW_TAG_lexical_block && d->l->dwarf_haspc(&die, w->pc) == 1)
            walk_locals(d, &die, w, depth + 1);
    } while (d->l->dwarf_siblingof(&die, &die) == 0);
}

/* Locations are counted from the canonical frame address or, by clang, from rbp, which a function
 * keeps 16 bytes below it. */
static bool in_function(dwarf *d, Dwarf_Die *die, u64 base, wanted *w)
{
    Dwarf_Op from;

    if (d->l->dwarf_tag(die) != DW_TAG_subprogram || d->l->dwarf_haspc(die, w->pc) != 1 ||
        !one_operation(d, die, DW_AT_frame_base, &from))
        return false;
    if (from.atom != DW_OP_call_frame_cfa && from.atom != DW_OP_reg6)
        return false;
    w->frame = base - (from.atom == DW_OP_reg6 ? 16 : 0);
    walk_locals(d, die, w, 0);
    return true;
}

dwarf_type dwarf_local(dwarf *d, u64 pc, u64 base, u64 address, u64 *begin, const char **name)
{
    wanted w = {.pc = pc, .address = address};
    Dwarf_Off at = 0, next;
    Dwarf_Die unit, die;
    bool found = false;
    size_t head;

    for (; !found && d->l->dwarf_nextcu(d->file, at, &next, &head, NULL, NULL, NULL) == 0;
         at = next) {
        if (!d->l->dwarf_offdie(d->file, at + head, &unit) || d->l->dwarf_child(&unit, &die) != 0)
            continue;
        do
            found = in_function(d, &die, base, &w);
        while (!found && d->l->dwarf_siblingof(&die, &die) == 0);
    }
    *begin = w.begin;
    *name = w.name;
    return w.type;
}

static void note_units(dwarf *d)
{
    Dwarf_Off at = 0, next;
    size_t head;
    Dwarf_Die unit;

    for (; d->l->dwarf_nextcu(d->file, at, &next, &head, NULL, NULL, NULL) == 0; at = next)
        if (d->l->dwarf_offdie(d->file, at + head, &unit))
            note_variables(d, &unit, 0);
}

static void tell_lines(dwarf *d, Dwarf_Die *unit,
                       void (*each)(void *with, const char *file, u32 line), void *with)
{
    Dwarf_Lines *lines;
    size_t n;

    if (d->l->dwarf_getsrclines(unit, &lines, &n) != 0)
        return;
    for (size_t i = 0; i < n; i++) {
        Dwarf_Line *at = d->l->dwarf_onesrcline(lines, i);
        const char *file = at ? d->l->dwarf_linesrc(at, NULL, NULL) : NULL;
        int line = 0;

        if (file && d->l->dwarf_lineno(at, &line) == 0 && line > 0)
            each(with, file, (u32)line);
    }
}

void dwarf_lines(dwarf *d, void (*each)(void *with, const char *file, u32 line), void *with)
{
    Dwarf_Off at = 0, next;
    size_t head;
    Dwarf_Die unit;

    for (; d->l->dwarf_nextcu(d->file, at, &next, &head, NULL, NULL, NULL) == 0; at = next)
        if (d->l->dwarf_offdie(d->file, at + head, &unit))
            tell_lines(d, &unit, each, with);
}

dwarf *dwarf_open_file(const char *path)
{
    library *l = load();
    int fd = l ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    Dwarf *file = fd >= 0 ? l->dwarf_begin(fd, DWARF_C_READ) : NULL;
    dwarf *d;

    if (!file) {
        mem_free(l);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    d = mem_alloc(sizeof *d);
    *d = (dwarf){.l = l, .file = file, .fd = fd};
    note_units(d);
    return d;
}

void dwarf_close_file(dwarf *d)
{
    if (!d)
        return;
    d->l->dwarf_end(d->file);
    close(d->fd);
    vec_free(&d->variables);
    mem_free(d->l);
    mem_free(d);
}

dwarf_type dwarf_variable(dwarf *d, u64 address)
{
    for (u32 i = 0; i < d->variables.n; i++)
        if (d->variables.at[i].address == address)
            return d->variables.at[i].type;
    return NO_TYPE;
}

bool dwarf_each(dwarf *d, u32 i, u64 *address, dwarf_type *type, const char **name)
{
    if (i >= d->variables.n)
        return false;
    *address = d->variables.at[i].address;
    *type = d->variables.at[i].type;
    *name = d->variables.at[i].name;
    return true;
}

/* Parts. */

/* The first member, or base class, is the library's own. */
static bool opaque(const dwarf *d, Dwarf_Die *type)
{
    Dwarf_Die die, base;
    dwarf_type of;
    const char *name = "";

    if (d->l->dwarf_child(type, &die) != 0)
        return false;
    do {
        int tag = d->l->dwarf_tag(&die);

        if (tag == DW_TAG_inheritance) {
            of = type_at(d, &die, true);
            name = die_of(d, of, &base) ? name_of(d, &base) : "";
            break;
        }
        if (tag == DW_TAG_member) {
            name = name_of(d, &die);
            break;
        }
    } while (d->l->dwarf_siblingof(&die, &die) == 0);
    return text_starts(name, "__") || text_starts(name, "_M_") || text_starts(name, "_Atomic");
}

/* The members that hold all these bytes: of a union the first as large as they are, if there is
 * one.
 */
static bool find_member(dwarf *d, Dwarf_Die *type, u64 offset, u32 size, Dwarf_Die *out, u64 *from)
{
    Dwarf_Die die;
    bool found = false;

    if (d->l->dwarf_child(type, &die) != 0)
        return false;
    do {
        int tag = d->l->dwarf_tag(&die);
        u64 at = number_of(d, &die, DW_AT_data_member_location, 0),
            bytes = dwarf_size(d, type_at(d, &die, false));
        Dwarf_Attribute bits;

        if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
            d->l->dwarf_attr(&die, DW_AT_data_bit_offset, &bits) || offset < at ||
            offset + (size ? size : 1) > at + bytes || (found && bytes != size))
            continue;
        *out = die;
        *from = at;
        found = true;
        if (bytes == size || d->l->dwarf_tag(type) != DW_TAG_union_type)
            return true;
    } while (d->l->dwarf_siblingof(&die, &die) == 0);
    return found;
}

static u32 dimensions(const dwarf *d, Dwarf_Die *array, u64 *counts)
{
    Dwarf_Die die;
    u32 n = 0;

    if (d->l->dwarf_child(array, &die) != 0)
        return 0;
    do {
        u64 count = number_of(d, &die, DW_AT_count, 0);

        if (d->l->dwarf_tag(&die) == DW_TAG_subrange_type && n < DIMENSIONS)
            counts[n++] = count ? count : number_of(d, &die, DW_AT_upper_bound, 0) + 1;
    } while (d->l->dwarf_siblingof(&die, &die) == 0);
    return n;
}

/* Appends `[2][1]`; false: these bytes are no part of one element. */
static bool into_array(dwarf *d, Dwarf_Die *array, u64 *offset, u32 size, dwarf_type *type,
                       text *out)
{
    dwarf_type element = type_at(d, array, false);
    u64 counts[DIMENSIONS], each = dwarf_size(d, element), below = 1;
    u32 n = dimensions(d, array, counts);

    if (!each || !n || *offset % each + size > each)
        return false;
    for (u32 i = 1; i < n; i++)
        below *= counts[i];
    for (u32 i = 0; i < n; i++) {
        u64 index = *offset / each / below;

        text_addf(out, "[%llu]", (unsigned long long)(i ? index % counts[i] : index));
        below /= i + 1 < n ? counts[i + 1] : 1;
    }
    *offset %= each;
    *type = element;
    return true;
}

static bool into_struct(dwarf *d, Dwarf_Die *whole, u64 *offset, u32 size, dwarf_type *type,
                        text *out)
{
    Dwarf_Die member;
    u64 from = 0;

    if (opaque(d, whole) || !find_member(d, whole, *offset, size, &member, &from))
        return false;
    if (*name_of(d, &member) && d->l->dwarf_tag(&member) == DW_TAG_member)
        text_addf(out, ".%s", name_of(d, &member));
    *offset -= from;
    *type = type_at(d, &member, false);
    return true;
}

dwarf_type dwarf_part(dwarf *d, dwarf_type type, u64 offset, u32 size, u64 *rest, text *out)
{
    Dwarf_Die die;
    bool inside = true;

    for (u32 depth = 0; depth < DEEPEST && inside && peel(d, type, &die); depth++) {
        switch (d->l->dwarf_tag(&die)) {
        case DW_TAG_array_type:
            inside = into_array(d, &die, &offset, size, &type, out);
            break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            inside = into_struct(d, &die, &offset, size, &type, out);
            break;
        default:
            inside = false;
        }
    }
    *rest = offset;
    return type;
}

dwarf_type dwarf_member(dwarf *d, dwarf_type type, const char *name, size_t length, u64 *offset)
{
    Dwarf_Die whole, die;
    dwarf_type found = NO_TYPE;

    if (!peel(d, type, &whole) || d->l->dwarf_child(&whole, &die) != 0)
        return NO_TYPE;
    do {
        Dwarf_Attribute bits;
        const char *own = name_of(d, &die);
        u64 at = number_of(d, &die, DW_AT_data_member_location, 0);

        if (d->l->dwarf_tag(&die) != DW_TAG_member ||
            d->l->dwarf_attr(&die, DW_AT_data_bit_offset, &bits))
            continue;
        if (strncmp(own, name, length) == 0 && !own[length])
            found = type_at(d, &die, false);
        else if (!*own)
            found = dwarf_member(d, type_at(d, &die, false), name, length, offset);
        if (found)
            *offset += at;
    } while (!found && d->l->dwarf_siblingof(&die, &die) == 0);
    return found;
}

dwarf_type dwarf_element(dwarf *d, dwarf_type type, u64 index, u64 *offset)
{
    u64 counts[DIMENSIONS];
    Dwarf_Die die;
    dwarf_type of;

    if (!peel(d, type, &die) || d->l->dwarf_tag(&die) != DW_TAG_array_type ||
        dimensions(d, &die, counts) != 1 || index >= counts[0])
        return NO_TYPE;
    of = type_at(d, &die, false);
    *offset += index * dwarf_size(d, of);
    return of;
}

dwarf_kind dwarf_holds(dwarf *d, dwarf_type type)
{
    Dwarf_Die die;

    if (!peel(d, type, &die))
        return HOLDS_SIGNED;
    if (d->l->dwarf_tag(&die) == DW_TAG_pointer_type)
        return HOLDS_POINTER;
    if (d->l->dwarf_tag(&die) == DW_TAG_enumeration_type)
        return HOLDS_ENUM;
    switch (number_of(d, &die, DW_AT_encoding, 0)) {
    case DW_ATE_boolean:
        return HOLDS_BOOL;
    case DW_ATE_float:
        return HOLDS_FLOAT;
    case DW_ATE_signed_char:
        return HOLDS_CHAR;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
        return HOLDS_UNSIGNED;
    default:
        return HOLDS_SIGNED;
    }
}

bool dwarf_scalar(dwarf *d, dwarf_type type)
{
    Dwarf_Die die;
    int tag = peel(d, type, &die) ? d->l->dwarf_tag(&die) : 0;

    return tag == DW_TAG_base_type || tag == DW_TAG_pointer_type || tag == DW_TAG_enumeration_type;
}

dwarf_type dwarf_target(dwarf *d, dwarf_type type)
{
    Dwarf_Die die;

    return peel(d, type, &die) && d->l->dwarf_tag(&die) == DW_TAG_pointer_type
               ? type_at(d, &die, false)
               : NO_TYPE;
}

const char *dwarf_enumerator(dwarf *d, dwarf_type type, i64 value)
{
    Dwarf_Die die;

    if (!peel(d, type, &die) || d->l->dwarf_child(&die, &die) != 0)
        return NULL;
    do {
        Dwarf_Attribute a;
        Dwarf_Sword is;

        if (d->l->dwarf_attr(&die, DW_AT_const_value, &a) && d->l->dwarf_formsdata(&a, &is) == 0 &&
            is == value)
            return name_of(d, &die);
    } while (d->l->dwarf_siblingof(&die, &die) == 0);
    return NULL;
}
