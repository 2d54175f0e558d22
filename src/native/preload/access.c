/* Memory accesses: which are steps, what happens at one, and what a thread alone can see.
 *
 * Atomic and volatile accesses are steps.  Of the others the shadow (shadow.c) sees to it that none
 * race; those to words that heddle has marked as racy are steps too.  As long as there is one
 * thread nothing is kept: what it does happens before all that others do.
 *
 * A thread that does nothing but plain accesses for long rests before one of them: others must be
 * able to go on for a loop that waits for them to end, and for its race to show.
 *
 * A thread that spins is recognised by heddle where a hash of all that the thread alone can change
 * is the same twice: its registers, its stack, errno, and a count of everything else it may have
 * changed, plain writes outside of its stack and calls into libraries (foreign.c). */
#define _GNU_SOURCE
#include "native/preload/access.h"
#include "native/accesses.h"
#include "native/preload/clocks.h"
#include "native/preload/foreign.h"
#include "native/preload/shadow.h"

#include <errno.h>
#include <string.h>

#define MOST_STACK 65536u /* bytes that are hashed */
#define PIECE      8u     /* of a copy that is done in steps */
#define MOST_QUIET 20000u /* plain accesses without a step */

static __thread uint64_t stack_base;
static __thread uint64_t changes; /* plain writes outside of the stack */
static __thread uint32_t quiet;   /* plain accesses since the last step */
static __thread uint64_t written; /* the program does this write itself, after the step's turn */
static __thread uint32_t written_size;
static bool instrumented;

static bool watching(void)
{
    return instrumented && controlled() && control->threads > 1;
}

bool access_watched(void)
{
    return instrumented;
}

void access_stack(const void *base)
{
    stack_base = (uint64_t)base + 2 * sizeof(uint64_t); /* the caller's frame and return address */
}

void access_start(uint32_t child)
{
    if (instrumented)
        clocks_start(child);
}

/* Whoever was let go by a signal or at a barrier needs the object no more. */
static bool uses_object(uint32_t operation)
{
    return native_in(operation, FAMILY_OBJECTS) && !native_is(operation, IS_LET_GO);
}

void access_called(uint32_t operation, const void *object, uint64_t caller)
{
    if (watching() && uses_object(operation))
        shadow_called((uint64_t)object, native_rows[operation].size, caller);
}

/* An operation is an atomic access to its object: it races with whoever frees or overwrites it. */
static void touch_object(const ask *a)
{
    if (watching() && uses_object(a->operation) && a->object >> NATIVE_PROCESS == control_process)
        shadow_touch(a->object & ((1ull << NATIVE_PROCESS) - 1), native_rows[a->operation].size,
                     SIDE_ATOMIC | SIDE_WRITE, a->caller);
}

void access_operated(const ask *a, int status)
{
    quiet = 0;
    touch_object(a);
    if (instrumented && !native_in(a->operation, FAMILY_ACCESS))
        clocks_operate(a, status);
}

void access_signal(int number)
{
    if (instrumented)
        clocks_signal(number);
}

/* Would the compare-exchange find what it expects? */
static void look_ahead(native_slot *s)
{
    uint64_t now = 0;

    if (s->access.wide)
        return;
    memcpy(&now, (const void *)s->access.at, s->access.size);
    s->access.fails = now != s->access.expected;
}

/* The value that the write of the last step left. */
static void look_back(void)
{
    native_slot *s = &control->slots[control_self];

    if (!written)
        return;
    s->value = 0;
    memcpy(&s->value, (const void *)written, written_size);
    s->valued = 1;
    written = 0;
}

/* Between processes memory is not shared, and a compare-exchange may succeed for all we know. */
void access_rest(void)
{
    look_back();
    for (uint32_t i = 0; instrumented && control->processes == 1 && i < control->threads; i++)
        if (control->slots[i].operation == NATIVE_ACCESS_COMPARE && !control->slots[i].turn)
            look_ahead(&control->slots[i]);
}

static void hash_word(uint64_t *hash, uint64_t word)
{
    hash[0] = (hash[0] ^ word) * 0x9e3779b97f4a7c15ull;
    hash[0] ^= hash[0] >> 32;
    hash[1] = (hash[1] + word) * 0xd6e8feb86659fd93ull;
    hash[1] ^= hash[1] >> 29;
}

static void hash_own(native_access *a, const access_frame *f)
{
    a->own = stack_base > f->stack && stack_base - f->stack <= MOST_STACK && foreign_known();
    if (!a->own)
        return;
    a->hash[0] = f->stack;
    a->hash[1] = changes;
    hash_word(a->hash, changes);
    hash_word(a->hash, foreign_calls);
    hash_word(a->hash, (uint64_t)errno);
    memcpy(a->registers, f->registers, sizeof a->registers);
    for (uint64_t at = f->stack; at + 8 <= stack_base; at += 8)
        hash_word(a->hash, *(const uint64_t *)at);
}

static void begin(const access_step *s, const access_frame *f)
{
    static const uint32_t operations[] = {NATIVE_ACCESS_READ, NATIVE_ACCESS_WRITE,
                                          NATIVE_ACCESS_UPDATE, NATIVE_ACCESS_COMPARE};
    native_access a = {
        .at = (uint64_t)s->at, .size = (uint32_t)s->size, .wide = s->wide, .expected = s->expected};

    if (!watching())
        return;
    hash_own(&a, f);
    if (s->atomic && s->order != __ATOMIC_SEQ_CST && !control->weak_order)
        control->weak_order = f->caller;
    control_ask(&(ask){.operation = operations[s->kind],
                       .object = control_name((const void *)s->at),
                       .caller = f->caller,
                       .access = &a});
    control->slots[control_self].valued = 0; /* until it is done */
}

static void end(const access_step *s, uint64_t caller, uint64_t old, uint64_t value)
{
    uint64_t at = (uint64_t)s->at;
    uint32_t side = s->atomic ? SIDE_ATOMIC : s->plain ? 0 : SIDE_VOLATILE;

    if (!watching())
        return;
    control->slots[control_self].value = value;
    control->slots[control_self].old = old;
    control->slots[control_self].valued = !s->wide;
    if (s->wide && s->kind == ACCESS_WRITES && s->size <= sizeof written && !s->apart) {
        written = at;
        written_size = (uint32_t)s->size;
    }
    shadow_touch(at, s->size, side | (s->kind == ACCESS_READS ? 0 : SIDE_WRITE), caller);
    if (!s->atomic)
        return;
    if (s->kind == ACCESS_READS)
        clocks_read(control_name((const void *)s->at), s->order);
    else if (s->kind == ACCESS_WRITES)
        clocks_write(control_name((const void *)s->at), s->order);
    else
        clocks_update(control_name((const void *)s->at), s->order);
}

/* Which accesses to memory that processes share race is not known: all of them are steps. */
static bool is_step(uint64_t at, size_t size)
{
    return shadow_racy(at, size) || (control->processes > 1 && control_shared((const void *)at));
}

static bool plain(const volatile void *where, size_t size, bool writes, uint64_t caller)
{
    uint64_t at = (uint64_t)where;

    if (!watching() || !size)
        return false;
    if (writes && (at < (uint64_t)__builtin_frame_address(0) || at >= stack_base))
        changes++;
    if (is_step(at, size) || ++quiet >= MOST_QUIET)
        return true;
    shadow_touch(at, size, writes ? SIDE_WRITE : 0, caller);
    return false;
}

static void parked(bool sleeps, uint64_t caller)
{
    if (instrumented && controlled())
        control_ask(&(ask){.operation = NATIVE_PARKED, .argument = sleeps, .caller = caller});
}

static void fence(int order)
{
    if (watching())
        clocks_fence(order);
}

/* A step whose thread is not known to be where it was before. */
static void piece(const void *at, size_t size, bool writes, uint64_t caller)
{
    access_step s = {.at = at,
                     .size = size,
                     .kind = writes ? ACCESS_WRITES : ACCESS_READS,
                     .plain = true,
                     .wide = true,
                     .apart = true};
    access_frame f = {.caller = caller, .stack = UINT64_MAX};

    if (!plain(at, size, writes, caller))
        return;
    begin(&s, &f);
    end(&s, caller, 0, 0);
}

static void copy_piece(char *to, const char *from, size_t size, uint64_t caller)
{
    char held[PIECE];

    piece(from, size, false, caller);
    memcpy(held, from, size);
    piece(to, size, true, caller);
    memcpy(to, held, size);
}

/* Pieces do not cross words of the target. */
static size_t piece_size(uint64_t at, size_t left)
{
    size_t room = PIECE - at % PIECE;

    return room < left ? room : left;
}

static void *copy(void *to, const void *from, size_t size, uint64_t caller)
{
    char *t = to;
    const char *f = from;

    if (!watching() || (!is_step((uint64_t)t, size) && !is_step((uint64_t)f, size))) {
        piece(from, size, false, caller);
        piece(to, size, true, caller);
        return memmove(to, from, size);
    }
    if (t > f && t < f + size)
        for (size_t left = size, n; left; left -= n) {
            n = (uint64_t)(t + left) % PIECE ? (uint64_t)(t + left) % PIECE : PIECE;
            n = n < left ? n : left;
            copy_piece(t + left - n, f + left - n, n, caller);
        }
    else
        for (size_t at = 0, n; at < size; at += n) {
            n = piece_size((uint64_t)(t + at), size - at);
            copy_piece(t + at, f + at, n, caller);
        }
    return to;
}

static void *fill(void *to, int byte, size_t size, uint64_t caller)
{
    char *t = to;

    if (!watching() || !is_step((uint64_t)t, size)) {
        piece(to, size, true, caller);
        return memset(to, byte, size);
    }
    for (size_t at = 0, n; at < size; at += n) {
        n = piece_size((uint64_t)(t + at), size - at);
        piece(t + at, n, true, caller);
        memset(t + at, byte, n);
    }
    return to;
}

void access_touch(const void *at, size_t size, bool writes, uint64_t caller)
{
    piece(at, size, writes, caller);
}

void access_did(const void *at, size_t size, bool writes, uint64_t caller)
{
    if (!watching() || !size)
        return;
    if (is_step((uint64_t)at, size))
        control_end(END_REFUSED, 0, "a call that reads or writes memory that races", caller);
    piece(at, size, writes, caller);
}

bool access_steps(const void *at, size_t size)
{
    return watching() && size && is_step((uint64_t)at, size);
}

/* The whole block, where a word of it races. */
static void block_step(void *at, size_t size, uint64_t caller)
{
    access_step s = {.at = at, .size = size, .kind = ACCESS_WRITES, .plain = true, .wide = true};
    access_frame f = {.caller = caller, .stack = UINT64_MAX};

    if (shadow_racy((uint64_t)at, size))
        begin(&s, &f);
}

/* Until it is given out again the block is a freed one to whoever comes too late. */
void access_given(void *at, size_t size, bool again, uint64_t caller)
{
    if (!watching())
        return;
    if (again) {
        block_step(at, size, caller);
        shadow_again((uint64_t)at, size);
    } else {
        shadow_forget((uint64_t)at, size);
    }
    shadow_made((uint64_t)at, size, caller);
}

void access_kept(void *at, size_t size, uint64_t caller)
{
    if (!watching())
        return;
    block_step(at, size, caller);
    shadow_made((uint64_t)at, size, caller);
}

void access_freed(void *at, size_t size, uint64_t caller)
{
    if (!watching())
        return;
    block_step(at, size, caller);
    shadow_free((uint64_t)at, size, caller);
}

static void guard(void *at, bool released)
{
    if (!watching())
        return;
    if (released)
        clocks_update(control_name(at), __ATOMIC_RELEASE);
    else
        clocks_read(control_name(at), __ATOMIC_ACQUIRE);
}

static void rough(void)
{
    if (control)
        control->rough = 1;
}

EXPORT const access_hooks *heddle_native_accesses(void);
EXPORT const access_hooks *heddle_native_accesses(void)
{
    static const access_hooks all = {plain, begin, end,          fence,      copy,  fill,
                                     guard, rough, access_touch, access_did, parked};

    if (!control_awaited())
        return NULL;
    if (instrumented)
        foreign_unknown(); /* a library is instrumented too */
    else
        foreign_watch();
    instrumented = true;
    return &all;
}
