/* Races by vector clocks.
 *
 * Of each word of 8 bytes a list is kept of accesses: which of its bytes, by whom, when, whether it
 * wrote.  A new access races with one of another thread that touches a byte in common, where one of
 * the two writes, and that does not happen before it.  One that every later race with shows as a
 * race with the new one too is dropped from the list: it happens before the new one, whose bytes
 * are at least the same, which writes if it did, and which is plain if it was.  So nothing is ever
 * missed, and a list has one or two entries nearly always.
 *
 * Accesses that are steps (atomic, volatile, or made so) do not race with each other. */
#include "native/preload/memory.h"
#include "native/preload/shadow.h"
#include "native/preload/clocks.h"
#include "native/preload/table.h"

#include <sys/mman.h>

#define PAGE    12u /* bits of an address in one row of the table */
#define WORDS   (1u << (PAGE - 3))
#define ENTRIES ((size_t)1 << 22)
#define LARGE   65536u
#define SMALL   4096u

enum { SIDE_GONE = 128 }; /* freed, and not given out again */
enum { STEPS = SIDE_ATOMIC | SIDE_VOLATILE };

typedef struct entry {
    uint32_t next; /* 0: none */
    uint32_t time;
    uint64_t caller;
    uint8_t thread, bytes, side;
} entry;

typedef struct page {
    uint32_t words[WORDS]; /* first entries */
} page;

static table pages = {.size = sizeof(page)};
static entry *entries;
static uint32_t used = 1, spare;

static uint32_t new_entry(void)
{
    uint32_t at = spare;

    if (!entries) {
        entries = mmap(NULL, ENTRIES * sizeof *entries, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (entries == MAP_FAILED)
            control_end(END_REFUSED, 0, "so much memory for the accesses", 0);
    }
    if (at) {
        spare = entries[at].next;
        return at;
    }
    if (used == ENTRIES)
        control_end(END_REFUSED, 0, "a run that touches so much memory", 0);
    return used++;
}

static void free_entry(uint32_t at)
{
    entries[at].next = spare;
    spare = at;
}

static void report_race(uint64_t word, const entry *old, const entry *new)
{
    control->race_address = word + (uint32_t)__builtin_ctz(old->bytes & new->bytes);
    control->race_made = heap_made(control->race_address, &control->race_offset);
    control->race[0] = (native_side){old->caller, old->thread, old->side & (SIDE_GONE - 1u)};
    control->race[1] = (native_side){new->caller, new->thread, new->side &(SIDE_GONE - 1u)};
    control_end(END_RACE, 0, "", new->caller);
}

static bool happened(const entry *e)
{
    return e->thread == control_self || clocks_before(e->thread, e->time);
}

static void compare(uint64_t word, const entry *old, const entry *new)
{
    if (!(old->bytes & new->bytes))
        return;
    if (!happened(old) && ((old->side | new->side) & SIDE_WRITE) &&
        !(old->side & STEPS && new->side &STEPS))
        report_race(word, old, new);
    if (old->side & SIDE_GONE)
        control_end(END_USE_AFTER_FREE, 0, "", new->caller);
}

/* Every later race with the old one is one with the new one too. */
static bool replaces(const entry *new, const entry *old)
{
    return happened(old) && (old->bytes & ~new->bytes) == 0 &&
           (new->side &SIDE_WRITE || !(old->side & SIDE_WRITE)) &&
           (!(new->side &STEPS) || old->side & STEPS);
}

static void touch_word(uint32_t *first, uint64_t word, const entry *new)
{
    uint32_t *link = first, at;

    while ((at = *link)) {
        entry *old = &entries[at];

        compare(word, old, new);
        if (replaces(new, old)) {
            *link = old->next;
            free_entry(at);
        } else {
            link = &old->next;
        }
    }
    at = new_entry();
    entries[at] = *new;
    entries[at].next = *first;
    *first = at;
}

static uint32_t *word_of(uint64_t at)
{
    page *p = table_get(&pages, at >> PAGE);

    return &p->words[(at >> 3) % WORDS];
}

/* The bytes of the word that lie in [at, end). */
static uint8_t bytes_of(uint64_t word, uint64_t at, uint64_t end)
{
    uint32_t low = at > word ? (uint32_t)(at - word) : 0;
    uint32_t high = end < word + 8 ? (uint32_t)(end - word) : 8;

    return (uint8_t)((1u << high) - (1u << low));
}

static bool is_racy(uint64_t word)
{
    uint32_t at = native_racy_place(word);

    while (control->racy_words[at] && control->racy_words[at] != word)
        at = (at + 1) % NATIVE_RACY;
    return control->racy_words[at] != 0;
}

bool shadow_racy(uint64_t at, size_t size)
{
    if (!control->racy)
        return false;
    for (uint64_t word = at & ~7ull; word < at + size; word += 8)
        if (is_racy(word))
            return true;
    return false;
}

static entry entry_now(uint64_t caller)
{
    return (entry){
        .time = clocks_now(control_self), .caller = caller, .thread = (uint8_t)control_self};
}

static void touch(uint64_t word, uint64_t at, uint64_t end, uint32_t side, entry *new)
{
    new->bytes = bytes_of(word, at, end);
    new->side = (uint8_t)side;
    if (control->racy && !(side & STEPS) && is_racy(word))
        new->side |= SIDE_VOLATILE;
    touch_word(word_of(word), word, new);
}

void shadow_touch(uint64_t at, size_t size, uint32_t side, uint64_t caller)
{
    entry new = entry_now(caller);

    for (uint64_t word = at & ~7ull; word < at + size; word += 8)
        touch(word, at, at + size, side, &new);
}

void shadow_called(uint64_t at, size_t size, uint64_t caller)
{
    entry new = entry_now(caller);

    new.side = SIDE_ATOMIC | SIDE_WRITE;
    for (uint64_t word = at & ~7ull; word < at + size; word += 8) {
        page *p = table_find(&pages, word >> PAGE);

        new.bytes = bytes_of(word, at, at + size);
        for (uint32_t i = p ? p->words[(word >> 3) % WORDS] : 0; i; i = entries[i].next)
            if (entries[i].side & SIDE_GONE)
                compare(word, &entries[i], &new);
    }
}

/* The last word of the page. */
static uint64_t page_end(uint64_t word)
{
    return (word | ((1u << PAGE) - 1)) - 7;
}

/* Of a block that is larger only what was ever touched is looked at. */
static void touch_block(uint64_t at, size_t size, size_t large, uint32_t side, uint64_t caller)
{
    entry new = entry_now(caller);

    for (uint64_t word = at & ~7ull; word < at + size; word += 8) {
        if (size > large && !table_find(&pages, word >> PAGE))
            word = page_end(word);
        else
            touch(word, at, at + size, side, &new);
    }
}

void shadow_free(uint64_t at, size_t size, uint64_t caller)
{
    touch_block(at, size, LARGE, SIDE_WRITE | SIDE_FREE | SIDE_GONE, caller);
}

void shadow_made(uint64_t at, size_t size, uint64_t caller)
{
    touch_block(at, size, SMALL, SIDE_WRITE, caller);
}

static void forget(uint32_t *first)
{
    while (*first) {
        uint32_t gone = *first;

        *first = entries[gone].next;
        free_entry(gone);
    }
}

static void revive(uint32_t *first)
{
    for (uint32_t at = *first; at; at = entries[at].next)
        entries[at].side &= (uint8_t)~SIDE_GONE;
}

static void each_word(uint64_t at, size_t size, void (*what)(uint32_t *first))
{
    for (uint64_t word = at & ~7ull; word < at + size; word += 8) {
        page *p = table_find(&pages, word >> PAGE);

        if (p)
            what(&p->words[(word >> 3) % WORDS]);
        else
            word = page_end(word);
    }
}

void shadow_forget(uint64_t at, size_t size)
{
    each_word(at, size, forget);
}

/* Whoever may use the block comes after the thread that freed it, and gets it again: what does not
 * still races with its end. */
void shadow_again(uint64_t at, size_t size)
{
    each_word(at, size, revive);
}
