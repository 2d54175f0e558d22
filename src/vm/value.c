/* Values as C would write them, by their debug type; without one a number is signed decimal and
 * what the machine knows to be a pointer is named as such. */
#include "vm/name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 8 };

static const type *type_of(const program *p, u32 ty)
{
    return &p->types.at[ty < p->types.n ? ty : 0];
}

static i64 sign_extend(u64 v, u32 bits)
{
    if (bits == 0 || bits >= 64)
        return (i64)v;
    return (i64)(v << (64 - bits)) >> (64 - bits);
}

static u64 zero_extend(u64 v, u32 bits)
{
    return bits == 0 || bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

/* The shortest digits that read back as the same number. */
static void add_float(u64 bits, u32 size, text *out)
{
    char buffer[64];
    double d;
    float f;

    if (size == 4) {
        u32 low = (u32)bits;

        memcpy(&f, &low, 4);
        for (int n = 1; n <= 9; n++) {
            snprintf(buffer, sizeof buffer, "%.*g", n, (double)f);
            if (strtof(buffer, NULL) == f)
                break;
        }
    } else {
        memcpy(&d, &bits, 8);
        for (int n = 1; n <= 17; n++) {
            snprintf(buffer, sizeof buffer, "%.*g", n, d);
            if (strtod(buffer, NULL) == d)
                break;
        }
    }
    text_add(out, buffer);
    if (buffer[strspn(buffer, "-0123456789")] == 0)
        text_add(out, ".0");
}

static void add_char(u64 bits, u32 width, text *out)
{
    i64 c = sign_extend(bits, width);

    if (c == '\n')
        text_add(out, "'\\n'");
    else if (c == '\'' || c == '\\')
        text_addf(out, "'\\%c'", (char)c);
    else if (c >= 32 && c < 127)
        text_addf(out, "'%c'", (char)c);
    else
        text_addf(out, "%lld", (long long)c);
}

static void add_enum(const program *p, const type *t, u64 bits, u32 width, text *out)
{
    const type *below = type_of(p, t->element);
    bool is_signed = below->kind == TYPE_SIGNED;

    for (u32 i = 0; i < t->members.n; i++)
        if (zero_extend(t->members.at[i].bit_offset, width) == zero_extend(bits, width)) {
            text_add(out, t->members.at[i].name);
            return;
        }
    if (is_signed)
        text_addf(out, "%lld", (long long)sign_extend(bits, width));
    else
        text_addf(out, "%llu", (unsigned long long)zero_extend(bits, width));
}

/* "abc\0" when nothing but text and zeros is in there. */
static bool add_characters(const type *t, u64 bits, u32 size, text *out)
{
    if (t->kind != TYPE_CHAR)
        return false;
    for (u32 i = 0; i < size; i++) {
        u8 c = (u8)(bits >> 8 * i);

        if (c && (c < 32 || c > 126 || c == '"' || c == '\\'))
            return false;
    }
    text_addc(out, '"');
    for (u32 i = 0; i < size; i++) {
        u8 c = (u8)(bits >> 8 * i);

        text_add(out, c ? "" : "\\0");
        if (c)
            text_addc(out, (char)c);
    }
    text_addc(out, '"');
    return true;
}

/* Some elements of an array: `all 0`, or one by one. */
static void add_slice(machine *m, u16 viewer, leaf is, u64 bits, u32 size, text *out)
{
    u32 each = size / is.count;
    u64 first = zero_extend(bits, each * 8);
    bool same = is.count > 1;

    for (u32 i = 1; i < is.count; i++)
        same &= zero_extend(bits >> each * 8 * i, each * 8) == first;
    if (same) {
        text_add(out, "all ");
        value_add(m, viewer, (leaf){.type = is.type}, first, each, 0, out);
        return;
    }
    if (add_characters(type_of(m->prog, is.type), bits, size, out))
        return;
    for (u32 i = 0; i < is.count; i++) {
        text_add(out, i ? ", " : "{");
        value_add(m, viewer, (leaf){.type = is.type}, bits >> each * 8 * i, each, 0, out);
    }
    text_addc(out, '}');
}

/* The members of a struct that are in an access of `size` bytes. */
static void add_piece(machine *m, u16 viewer, leaf is, u64 bits, u32 size, text *out)
{
    const type *t = type_of(m->prog, is.type);
    u64 end = is.from + size;
    const char *comma = "";

    text_add(out, is.from ? "{..., " : "{");
    for (u32 i = 0; i < t->members.n; i++) {
        const member *x = &t->members.at[i];
        u64 at = x->bit_offset - is.from * 8, each = type_of(m->prog, x->type)->size;

        if (x->bit_offset < is.from * 8 || at + (x->bits ? x->bits : each * 8) > size * 8 ||
            each == 0)
            continue;
        text_addf(out, "%s%s = ", comma, x->name ? x->name : "");
        value_add(m, viewer, (leaf){.type = x->type, .bits = x->bits}, bits >> at, (u32)each, 0,
                  out);
        comma = ", ";
    }
    text_add(out, end < t->size ? ", ...}" : "}");
}

void value_add(machine *m, u16 viewer, leaf is, u64 bits, u32 size, u32 flags, text *out)
{
    const program *p = m->prog;
    const type *t = type_of(p, is.type);
    u32 width = is.bits ? is.bits : size * 8;

    if (flags & VALUE_UNDEFINED) {
        text_add(out, "undefined");
        return;
    }
    if (is.bits)
        bits >>= is.shift;
    if (flags & VALUE_POINTER || t->kind == TYPE_POINTER) {
        name_pointer(m, viewer, bits, t->kind == TYPE_POINTER ? t->element : 0, out);
        return;
    }
    if (is.count && size % is.count == 0) {
        add_slice(m, viewer, is, bits, size, out);
        return;
    }
    switch (t->kind) {
    case TYPE_STRUCT:
        add_piece(m, viewer, is, bits, size, out);
        break;
    case TYPE_UNSIGNED:
        text_addf(out, "%llu", (unsigned long long)zero_extend(bits, width));
        break;
    case TYPE_BOOL:
        text_add(out, zero_extend(bits, width) ? "true" : "false");
        break;
    case TYPE_CHAR:
        add_char(bits, width, out);
        break;
    case TYPE_ENUM:
        add_enum(p, t, bits, width, out);
        break;
    case TYPE_FLOAT:
        if (size == 4 || size == 8) {
            add_float(bits, size, out);
            break;
        } /* fall through */
    default:
        text_addf(out, "%lld", (long long)sign_extend(bits, width));
    }
}

u64 value_peek(machine *m, const object *o, u32 offset, u32 size, u32 *flags)
{
    u32 pb = m->prog->pointer_bytes;
    u64 v;

    if (!o->data || size == 0 || size > 8 || (u64)offset + size > o->size) {
        *flags |= VALUE_UNDEFINED;
        return 0;
    }
    v = mem_peek(m, o, offset, size);
    for (u32 i = 0; o->flags & OF_SHADOW && i < size; i++)
        if (o->shadow[offset + i])
            *flags |= VALUE_UNDEFINED;
    if (o->flags & OF_POINTERS && size == pb && offset % pb == 0 && o->map[offset / pb]) {
        *flags |= VALUE_POINTER;
        v = pointer_decode(m, v);
    }
    return v;
}

static bool all_same(const object *o, u32 offset, u32 size, bool undefined)
{
    const u8 *at = undefined ? o->shadow : o->data;

    for (u32 i = 0; i < size; i++)
        if (undefined ? at[offset + i] != 0xff : at[offset + i] != 0)
            return false;
    return true;
}

/* char buf[8] = "abc" when it is text up to its zero. */
static bool add_text(const object *o, u32 offset, u32 size, text *out)
{
    const char *s = (const char *)o->data + offset;
    u32 n = (u32)strnlen(s, size);

    if (n == 0 || n == size)
        return false;
    for (u32 i = 0; i < n; i += text_character(s + i))
        if (!text_character(s + i) || (u8)s[i] < 32 || s[i] == 127)
            return false;
    for (u32 i = 0; o->flags & OF_SHADOW && i <= n; i++)
        if (o->shadow[offset + i])
            return false;
    text_quoted(out, s, n);
    return true;
}

static bool is_character(const type *t)
{
    return t->size == 1 &&
           (t->kind == TYPE_CHAR || t->kind == TYPE_SIGNED || t->kind == TYPE_UNSIGNED);
}

static void add_elements(machine *m, u16 viewer, const type *t, const object *o, u32 offset,
                         u32 most, text *out)
{
    u32 each = (u32)type_of(m->prog, t->element)->size, fit = each ? most / each : 0;

    if (is_character(type_of(m->prog, t->element)) && add_text(o, offset, t->count, out))
        return;
    text_addc(out, '{');
    for (u32 i = 0; i < t->count; i++) {
        if (i)
            text_add(out, ", ");
        if (i == ITEMS || i == fit) {
            text_add(out, "...");
            break;
        }
        value_in_memory(m, viewer, t->element, o, offset + i * each, most / 2, out);
    }
    text_addc(out, '}');
}

static void add_members(machine *m, u16 viewer, const type *t, const object *o, u32 offset,
                        u32 most, text *out)
{
    const char *comma = "";

    text_addc(out, '{');
    for (u32 i = 0; i < t->members.n; i++) {
        const member *x = &t->members.at[i];
        u32 at = offset + (u32)(x->bit_offset / 8), flags = 0;

        text_addf(out, "%s%s%s", comma, x->name ? x->name : "", x->name && *x->name ? " = " : "");
        comma = ", ";
        if (x->bits) {
            u32 bytes = (u32)((x->bit_offset % 8 + x->bits + 7) / 8);
            u64 v = value_peek(m, o, at, bytes, &flags);

            leaf is = {.type = x->type, .bits = x->bits, .shift = (u32)(x->bit_offset % 8)};

            value_add(m, viewer, is, v, bytes, flags, out);
        } else if (i == ITEMS) {
            text_add(out, "...");
            break;
        } else {
            value_in_memory(m, viewer, x->type, o, at, most, out);
        }
    }
    text_addc(out, '}');
}

/* The shortest digits that read back as the same number. */
static void add_long_double(const u8 *bytes, text *out)
{
    char buffer[64];
    long double v = 0;

    memcpy(&v, bytes, LONG_DOUBLE_BYTES);
    for (int n = 1; n <= 21; n++) {
        snprintf(buffer, sizeof buffer, "%.*Lg", n, v);
        if (strtold(buffer, NULL) == v)
            break;
    }
    text_add(out, buffer);
    if (buffer[strspn(buffer, "-0123456789")] == 0)
        text_add(out, ".0");
}

static void add_int128(const u8 *bytes, bool is_signed, text *out)
{
    char digits[48];
    u32 at = sizeof digits - 1;
    u128 v;

    memcpy(&v, bytes, sizeof v);
    bool negative = is_signed && v >> 127;

    if (negative)
        v = -v;
    digits[at] = 0;
    do
        digits[--at] = (char)('0' + (u32)(v % 10));
    while (v /= 10);
    text_addf(out, "%s%s", negative ? "-" : "", digits + at);
}

/* A number of more bytes than a register has. */
static bool add_wide(const type *t, const object *o, u32 offset, text *out)
{
    u32 bytes = t->kind == TYPE_FLOAT ? LONG_DOUBLE_BYTES : (u32)t->size;

    if (!name_number(t) || t->size <= 8 || (t->kind != TYPE_FLOAT && t->size != sizeof(u128)))
        return false;
    for (u32 i = 0; o->flags & OF_SHADOW && i < bytes; i++)
        if (o->shadow[offset + i]) {
            text_add(out, "undefined");
            return true;
        }
    if (t->kind == TYPE_FLOAT)
        add_long_double(o->data + offset, out);
    else
        add_int128(o->data + offset, t->kind == TYPE_SIGNED, out);
    return true;
}

void value_slice(machine *m, u16 viewer, leaf is, const object *o, u32 offset, text *out)
{
    u32 each = (u32)type_of(m->prog, is.type)->size, flags = 0;
    u64 bits;

    if (each * is.count <= 8) {
        bits = value_peek(m, o, offset, each * is.count, &flags);
        value_add(m, viewer, is, bits, each * is.count, flags, out);
        return;
    }
    text_addc(out, '{');
    for (u32 i = 0; i < is.count && i <= ITEMS; i++) {
        text_add(out, i ? ", " : "");
        if (i == ITEMS)
            text_add(out, "...");
        else
            value_in_memory(m, viewer, is.type, o, offset + i * each, 4 * each, out);
    }
    text_addc(out, '}');
}

void value_in_memory(machine *m, u16 viewer, u32 ty, const object *o, u32 offset, u32 most,
                     text *out)
{
    const type *t = type_of(m->prog, ty);
    u32 flags = 0, size = (u32)t->size;
    u64 v;

    if (!o->data || size == 0 || (u64)offset + size > o->size) {
        text_add(out, "...");
        return;
    }
    if (name_opaque(m->prog, ty)) {
        text_add(out, "{...}");
        return;
    }
    if (o->flags & OF_SHADOW && all_same(o, offset, size, true)) {
        text_add(out, "undefined");
        return;
    }
    if (value_library(m, viewer, t, o, offset, most, out))
        return;
    if (t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) {
        if (size > most && t->kind != TYPE_ARRAY)
            text_add(out, "{...}");
        else if (t->kind == TYPE_ARRAY)
            add_elements(m, viewer, t, o, offset, most, out);
        else if (t->kind == TYPE_UNION && t->members.n)
            value_in_memory(m, viewer, t->members.at[0].type, o, offset, most, out);
        else
            add_members(m, viewer, t, o, offset, most, out);
        return;
    }
    if (add_wide(t, o, offset, out))
        return;
    if (size > 8) { /* a type that is not read here */
        text_add(out, "...");
        return;
    }
    v = value_peek(m, o, offset, size, &flags);
    value_add(m, viewer, (leaf){.type = ty}, v, size, flags, out);
}
