/* Strings of bytes, such as packed states, are cut into pieces of a few dozen bytes.  A piece that
 * was sent before is sent as its number.  Where a string is cut depends on the four bytes before
 * the cut alone, so that two strings with a stretch in common are cut alike there, wherever it lies
 * in them: frames, objects and threads of a state, which most steps leave as they are, come out as
 * the same pieces.  (Muthitacharoen, Chen, Mazieres: A low-bandwidth network file system, 2001,
 * cut files so.)
 *
 * Both ends give a new piece the next number.  When there are too many, both forget all of them: at
 * the same place of the stream, since they have counted the same. */
#include "search/pieces.h"

#include "base/hash.h"

#include <string.h>

enum { LEAST = 8, MOST = 64, PIECES_MOST = 1 << 14, SLOTS = 1 << 15 };

/* How long the first piece is. */
static u32 cut(const u8 *bytes, u32 n)
{
    const u32 share = 1u << 28; /* one place of 16 */

    for (u32 i = LEAST; i < n && i < MOST; i++) {
        u32 last;

        memcpy(&last, bytes + i - 4, sizeof last);
        if (last * 0x9e3779b1u < share)
            return i;
    }
    return n < MOST ? n : MOST;
}

static u32 add(pieces *p, const u8 *bytes, u32 n)
{
    vec_push(&p->all, (state_piece){p->bytes.n, n});
    vec_reserve(&p->bytes, n);
    memcpy(p->bytes.at + p->bytes.n, bytes, n);
    p->bytes.n += n;
    return p->all.n;
}

/* Between two strings. */
static void forget(pieces *p)
{
    if (p->all.n < PIECES_MOST)
        return;
    vec_clear(&p->all);
    vec_clear(&p->bytes);
    if (p->slots)
        memset(p->slots, 0, SLOTS * sizeof *p->slots);
}

/* The place of the piece, or the free one where it belongs.  One string may have more pieces than
 * there are slots: then there is none. */
static u32 *find(const pieces *p, const u8 *bytes, u32 n)
{
    u32 at = (u32)hash_bytes(bytes, n, 0) % SLOTS;

    for (u32 tries = 0; tries < 64; tries++, at = (at + 1) % SLOTS) {
        u32 *slot = &p->slots[at];
        const state_piece *is = *slot ? &p->all.at[*slot - 1] : NULL;

        if (!is || (is->n == n && !memcmp(p->bytes.at + is->at, bytes, n)))
            return slot;
    }
    return NULL;
}

static void put_piece(pieces *p, const u8 *bytes, u32 n, byte_list *out)
{
    u32 *slot = find(p, bytes, n);

    if (slot && *slot) {
        bytes_put(out, (u64)(*slot - 1) << 1 | 1);
        return;
    }
    bytes_put(out, (u64)n << 1);
    vec_reserve(out, n);
    memcpy(out->at + out->n, bytes, n);
    out->n += n;
    u32 number = add(p, bytes, n);

    if (slot)
        *slot = number;
}

void pieces_put(pieces *p, const u8 *bytes, u32 n, byte_list *out)
{
    if (!p->slots)
        p->slots = mem_alloc(SLOTS * sizeof *p->slots);
    forget(p);
    bytes_put(out, n);
    for (u32 at = 0, length; at < n; at += length) {
        length = cut(bytes + at, n - at);
        put_piece(p, bytes + at, length, out);
    }
}

void pieces_get(pieces *p, const u8 **at, byte_list *out)
{
    u32 left = (u32)bytes_get(at);

    forget(p);
    vec_reserve(out, left);
    while (left) {
        u64 word = bytes_get(at);
        u32 number = (u32)(word >> 1);

        if (!(word & 1)) {
            number = add(p, *at, number) - 1;
            *at += p->all.at[number].n;
        }
        if (number >= p->all.n || p->all.at[number].n > left)
            die("a state from another rank is damaged");
        memcpy(out->at + out->n, p->bytes.at + p->all.at[number].at, p->all.at[number].n);
        out->n += p->all.at[number].n;
        left -= p->all.at[number].n;
    }
}

u64 pieces_memory(const pieces *p)
{
    return p->bytes.cap + p->all.cap * sizeof *p->all.at +
           (p->slots ? SLOTS * sizeof *p->slots : 0);
}

void pieces_free(pieces *p)
{
    vec_free(&p->bytes);
    vec_free(&p->all);
    mem_free(p->slots);
    p->slots = NULL;
}
