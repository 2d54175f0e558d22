/* Accesses to memory as operations.
 *
 * Atomic and volatile accesses are steps; of the others the library only sees to it that no two of
 * them race (preload/shadow.c).  A program without races has no other behaviours than those that
 * the orders of its steps tell apart, so plain accesses need no steps of their own.  Where races
 * are no errors, plain accesses to a word that was seen to race become steps and the search begins
 * anew, until no other word races. */
#include "native/access.h"
#include "native/names.h"
#include "native/place.h"

#include <inttypes.h>
#include <string.h>

static u8 kind_of(const native_slot *s)
{
    switch (s->operation) {
    case NATIVE_ACCESS_READ:
        return EV_READ;
    case NATIVE_ACCESS_WRITE:
        return EV_WRITE;
    case NATIVE_ACCESS_COMPARE:
        return s->access.fails ? EV_READ : EV_UPDATE;
    default:
        return EV_UPDATE;
    }
}

event access_event(u32 slot, const native_slot *s)
{
    event e = {.kind = kind_of(s),
               .flags = EVF_VISIBLE | EVF_LASTING,
               .thread = (u16)slot,
               .func = s->operation,
               .size = s->access.size};

    if (s->operation == NATIVE_ACCESS_COMPARE && s->access.fails)
        e.flags |= EVF_FAILED;

    if (s->operation == NATIVE_ACCESS_COMPARE && !s->access.wide) {
        e.flags |= EVF_COMPARES;
        e.expected = s->access.expected;
    }
    place_event(&e, s->object);
    return e;
}

void access_done(event *e, const native_slot *s)
{
    if (!s->valued || e->size > 8)
        return;
    e->flags |= EVF_VALUE;
    e->value = s->value;
    e->old = s->old;
}

void access_show(u64 value, u32 size, text *out)
{
    u32 unused = 64 - size * 8;
    i64 number = (i64)(value << unused) >> unused;

    if (size == 8 && (number > 0xffffffff || number < -0xffffffffll))
        text_addf(out, "0x%" PRIx64, value);
    else
        text_addf(out, "%" PRId64, number);
}

static void add_word(u64 word, word_list *out)
{
    vec_push(out, (u32)word);
    vec_push(out, (u32)(word >> 32));
}

bool access_own(const native_slot *s, const native_signals *kept, u8 live, word_list *out)
{
    const u64 called[] = {kept->pending, kept->blocked, kept->caught, kept->ignored,
                          (u64)kept->cancelled << 32 | kept->cancel_off};
    const u64 words[] = {s->caller, s->object, s->operation, s->access.hash[0], s->access.hash[1]};

    vec_clear(out);
    if (!native_in(s->operation, FAMILY_ACCESS) || !s->access.own)
        return false;
    for (u32 i = 0; i < LENGTH(words); i++)
        add_word(words[i], out);
    for (u32 i = 0; i < LENGTH(called); i++)
        add_word(called[i], out);
    for (u32 i = 0; i < LENGTH(s->access.registers); i++)
        if (live >> i & 1)
            add_word(s->access.registers[i], out);
    return true;
}

static const char *verb_of(u32 kind)
{
    if (kind & SIDE_FREE)
        return "free";
    if (kind & SIDE_ATOMIC)
        return kind & SIDE_WRITE ? "atomic write" : "atomic read";
    if (kind & SIDE_VOLATILE)
        return kind & SIDE_WRITE ? "volatile write" : "volatile read";
    return kind & SIDE_WRITE ? "write" : "read";
}

static void add_side(where *w, const native_side *s, text *out)
{
    const spot *p = where_code(w, s->caller - 1);

    text_addf(out, "%s by T%u", verb_of(s->kind), s->slot);
    if (p->line)
        text_addf(out, " at %s:%u", p->file, p->line);
    else
        text_addf(out, " at 0x%" PRIx64, s->caller);
}

static void add_place(where *w, const native_shared *m, text *out)
{
    u64 address = m->race_address;
    const spot *d = where_data(w, address), *p = NULL;

    if (m->race_made)
        p = where_code(w, m->race_made - 1);
    if (*d->function)
        names_add_part(w, d, address - d->begin, m->race_size, out);
    else if (p && p->line)
        text_addf(out, "byte %" PRIu64 " of the block allocated at %s:%u", m->race_offset, p->file,
                  p->line);
    else
        text_addf(out, "0x%" PRIx64, address);
}

void access_race(where *w, const native_shared *m, text *out)
{
    text_add(out, "data race at ");
    add_place(w, m, out);
    text_add(out, ": ");
    add_side(w, &m->race[1], out);
    text_add(out, ", not ordered with ");
    add_side(w, &m->race[0], out);
}

bool access_promote(native_shared *m, u64 word)
{
    u32 at = native_racy_place(word);

    if (m->racy >= NATIVE_RACY / 2)
        return false;
    for (; m->racy_words[at]; at = (at + 1) % NATIVE_RACY)
        if (m->racy_words[at] == word)
            return false;
    m->racy_words[at] = word;
    m->racy++;
    return true;
}
