/* States as self-contained bytes: for SPIN's state vector, and for other processes.
 *
 * The stored form of a state is a tree of interned strings (state.c).  Packing writes the strings
 * themselves in place of their numbers; unpacking interns them again, which gives the numbers that
 * they have in this process, and restores the state by its key.  So there is one way to save and to
 * restore, and what is packed is canonical because what is stored is.
 *
 * Static objects are written as the difference to the initial state, block by block of their trees:
 * a byte a block says which of its 8 parts differ.  Most of them never change, and cost nothing.
 * Words are written in as many bytes as they need (bytes_put). */
#include "vm/machine.h"

#include <assert.h>
#include <string.h>

typedef struct unpacker {
    machine *m;
    const u8 *at, *end;
} unpacker;

static const u32 *string_of(const machine *m, u32 id, u32 *n)
{
    return intern_get(m->table, id, n);
}

static u32 initial_statics(const machine *m)
{
    u32 n;

    return string_of(m, (u32)m->saved.initial, &n)[ROOT_STATICS];
}

static u32 chunks_of(u32 size)
{
    return (size + CHUNK_BYTES - 1) / CHUNK_BYTES;
}

static u32 static_size(const machine *m, u32 i)
{
    return m->objects.at[m->mem.slot_static[i]].size;
}

/* ---- out ---- */

static void put_words(byte_list *out, const u32 *w, u32 n)
{
    u8 *at;

    vec_reserve(out, n * 5 + 5);
    bytes_put(out, n);
    at = out->at + out->n;
    for (u32 k = 0; k < n; k++) {
        u32 v = w[k];

        for (; v >= 128; v >>= 7)
            *at++ = (u8)(v | 128);
        *at++ = (u8)v;
    }
    out->n = (u32)(at - out->at);
}

static void put_string(const machine *m, u32 id, byte_list *out)
{
    u32 n;
    const u32 *w = string_of(m, id, &n);

    put_words(out, w, n);
}

static void put_static(const machine *m, u32 i, u32 id, u32 before, byte_list *out);

/* A tree against another of the same size; what to do with a leaf that differs depends on whether
 * it is one of an object's chunks. */
static void put_changes(const machine *m, u32 level, u32 i, u32 id, u32 before, bool chunks,
                        byte_list *out)
{
    u32 n, was, mask = 0;

    if (!level) {
        if (chunks)
            put_string(m, id, out);
        else
            put_static(m, i, id, before, out);
        return;
    }
    const u32 *now = string_of(m, id, &n), *then = string_of(m, before, &was);

    assert(n == was && n <= 8);
    for (u32 k = 0; k < n; k++)
        mask |= (u32)(now[k] != then[k]) << k;
    vec_push(out, (u8)mask);
    for (u32 k = 0; k < n; k++)
        if (mask >> k & 1)
            put_changes(m, level - 1, (i << 3) + k, now[k], then[k], chunks, out);
}

static void put_static(const machine *m, u32 i, u32 id, u32 before, byte_list *out)
{
    u32 n, size = static_size(m, i);

    if (size > CHUNK_BYTES)
        put_changes(m, tree_levels(chunks_of(size)), 0, *string_of(m, id, &n),
                    *string_of(m, before, &n), true, out);
    else
        put_string(m, id, out);
}

static void put_chunks(const machine *m, u32 level, u32 id, byte_list *out)
{
    u32 n;

    if (!level) {
        put_string(m, id, out);
        return;
    }
    const u32 *w = string_of(m, id, &n);

    for (u32 k = 0; k < n; k++)
        put_chunks(m, level - 1, w[k], out);
}

static void put_dynamic(const machine *m, u32 level, u32 id, byte_list *out)
{
    u32 n;
    const u32 *w = string_of(m, id, &n);

    if (level) {
        for (u32 k = 0; k < n; k++)
            put_dynamic(m, level - 1, w[k], out);
    } else if (state_leaf_chunked(w)) {
        put_words(out, w, n - 1);
        put_chunks(m, tree_levels(chunks_of(w[1])), w[n - 1], out);
    } else {
        put_words(out, w, n);
    }
}

static void put_heap(const machine *m, u32 id, byte_list *out)
{
    u32 n;
    const u32 *w = id ? string_of(m, id, &n) : NULL;

    bytes_put(out, w ? w[0] : 0);
    if (w)
        put_dynamic(m, tree_levels(w[0]), w[1], out);
}

/* A slot that is free is one of no words. */
static void put_thread(const machine *m, u32 id, byte_list *out)
{
    u32 n, head;
    const u32 *w;

    if (!id) {
        bytes_put(out, 0);
        return;
    }
    w = string_of(m, id, &n);
    assert(!m->opt.lasting); /* whose words state_thread_head does not count */
    head = state_thread_head(m, w[0]);
    assert(head <= n);
    put_words(out, w, head);
    bytes_put(out, n - head);
    for (u32 k = head; k < n; k++)
        put_string(m, w[k], out);
}

static void put_races(const machine *m, u32 id, byte_list *out)
{
    if (id)
        put_string(m, id, out);
    else
        bytes_put(out, 0);
}

void vm_pack_saved(sys *s, state_key key, byte_list *out)
{
    const machine *m = vm_of(s);
    u32 n, first = initial_statics(m), threads = ROOT_THREADS;
    const u32 *w = string_of(m, key_word(key), &n);

    bytes_put(out, w[ROOT_MISC]);
    vec_push(out, w[ROOT_STATICS] != first);
    if (w[ROOT_STATICS] != first)
        put_changes(m, tree_levels(m->mem.nmutable), 0, w[ROOT_STATICS], first, false, out);
    put_heap(m, w[ROOT_HEAP], out);
    if (w[ROOT_MISC] & ROOT_DONE)
        bytes_put(out, w[threads++]);
    if (m->place.named)
        bytes_put(out, w[threads++]);
    if (m->race)
        put_races(m, w[threads++], out);
    bytes_put(out, n - threads);
    for (u32 k = threads; k < n; k++)
        put_thread(m, w[k], out);
}

void vm_pack(sys *s, byte_list *out)
{
    vm_pack_saved(s, state_save(vm_of(s)), out);
}

/* ---- in ---- */

static u32 get(unpacker *u)
{
    u64 v = 0;

    for (u32 shift = 0;; shift += 7) {
        if (u->at == u->end)
            die("a packed state ends too early");
        v |= (u64)(*u->at & 127) << shift;
        if (*u->at++ < 128)
            return (u32)v;
    }
}

/* Words onto m->saved.buffer; how many. */
static u32 get_words(unpacker *u)
{
    u32 n = get(u);

    for (u32 k = 0; k < n; k++) {
        u32 v = get(u);

        vec_push(&u->m->saved.buffer, v);
    }
    return n;
}

/* The number of the last n words of m->saved.buffer, which are taken away. */
static u32 intern_last(unpacker *u, u32 n)
{
    word_list *w = &u->m->saved.buffer;

    assert(n && n <= w->n);
    w->n -= n;
    return intern_put(u->m->table, w->at + w->n, n, NULL);
}

static u32 get_string(unpacker *u)
{
    return intern_last(u, get_words(u));
}

static u32 get_static(unpacker *u, u32 i, u32 before);

static u32 get_changes(unpacker *u, u32 level, u32 i, u32 before, bool chunks)
{
    u32 n, block[8], mask;

    if (!level)
        return chunks ? get_string(u) : get_static(u, i, before);
    if (u->at == u->end)
        die("a packed state ends too early");
    const u32 *then = string_of(u->m, before, &n);

    memcpy(block, then, n * sizeof *block);
    mask = *u->at++;
    for (u32 k = 0; k < n; k++)
        if (mask >> k & 1)
            block[k] = get_changes(u, level - 1, (i << 3) + k, block[k], chunks);
    return intern_put(u->m->table, block, n, NULL);
}

static u32 get_static(unpacker *u, u32 i, u32 before)
{
    u32 n, root, size = static_size(u->m, i);

    if (size <= CHUNK_BYTES)
        return get_string(u);
    root = get_changes(u, tree_levels(chunks_of(size)), 0, *string_of(u->m, before, &n), true);
    return intern_put(u->m->table, &root, 1, NULL);
}

static u32 get_dynamic(unpacker *u);

/* The tree of n leaves that follow. */
static u32 get_tree(unpacker *u, u32 n, u32 level, u32 i, u32 (*leaf)(unpacker *))
{
    u32 block[8], count = 0, end;

    if (!level)
        return leaf(u);
    end = tree_entries(n, level - 1);
    for (u32 k = i << 3; k < end && count < 8; k++)
        block[count++] = get_tree(u, n, level - 1, k, leaf);
    return intern_put(u->m->table, block, count, NULL);
}

static u32 get_dynamic(unpacker *u)
{
    u32 n = get_words(u), chunks, root;
    const u32 *w = u->m->saved.buffer.at + u->m->saved.buffer.n - n;

    if (state_leaf_chunked(w)) {
        chunks = chunks_of(w[1]);
        root = get_tree(u, chunks, tree_levels(chunks), 0, get_string);
        vec_push(&u->m->saved.buffer, root);
        n++;
    }
    return intern_last(u, n);
}

static u32 get_heap(unpacker *u)
{
    u32 pair[2] = {get(u), 0};

    if (!pair[0])
        return 0;
    pair[1] = get_tree(u, pair[0], tree_levels(pair[0]), 0, get_dynamic);
    return intern_put(u->m->table, pair, 2, NULL);
}

static u32 get_thread(unpacker *u)
{
    u32 n = get_words(u), frames;

    if (!n)
        return 0;
    frames = get(u);
    for (u32 k = 0; k < frames; k++) {
        u32 id = get_string(u);

        vec_push(&u->m->saved.buffer, id);
    }
    return intern_last(u, n + frames);
}

void vm_unpack(sys *s, const u8 *bytes, u32 n)
{
    machine *m = vm_of(s);
    unpacker u = {m, bytes, bytes + n};
    u32 misc = get(&u), statics = initial_statics(m), threads, id;
    word_list *w = &m->saved.root;

    vec_clear(&m->saved.buffer);
    if (*u.at++)
        statics = get_changes(&u, tree_levels(m->mem.nmutable), 0, statics, false);
    vec_clear(w);
    vec_push(w, statics);
    id = get_heap(&u);
    vec_push(w, id);
    vec_push(w, misc);
    if (misc & ROOT_DONE) {
        id = get(&u);
        vec_push(w, id);
    }
    if (m->place.named) {
        id = get(&u);
        vec_push(w, id);
    }
    if (m->race) {
        u32 words = get_words(&u);

        id = words ? intern_last(&u, words) : 0;
        vec_push(w, id);
    }
    threads = get(&u);
    for (u32 k = 0; k < threads; k++) {
        id = get_thread(&u);
        vec_push(w, id);
    }
    if (u.at != u.end)
        die("a packed state is longer than its contents");
    assert(!m->saved.buffer.n);
    m->fault.outcome = OUT_RAN;
    state_restore(m, intern_put(m->table, w->at, w->n, NULL));
}
