/* Open hashing over a fixed stretch of addresses, so that nothing ever moves and a run that is
 * forked begins with an empty table.  A program that fills it is cut by name. */
#define _GNU_SOURCE
#include "native/preload/table.h"
#include "native/preload/control.h"

#include <sys/mman.h>

#define PLACES ((size_t)1 << 20)

typedef struct place {
    uint64_t name; /* + 1; 0: free */
    size_t row;
} place;

static void *stretch(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED)
        control_end(END_REFUSED, 0, "so much memory for the accesses", 0);
    return at;
}

static place *seek(const table *t, uint64_t name)
{
    size_t at = (name * 0x9e3779b97f4a7c15ull >> 44) % PLACES;

    while (t->places[at].name && t->places[at].name != name + 1)
        at = (at + 1) % PLACES;
    return &t->places[at];
}

void *table_find(const table *t, uint64_t name)
{
    const place *p = t->places ? seek(t, name) : NULL;

    return p && p->name ? t->rows + p->row * t->size : NULL;
}

void *table_get(table *t, uint64_t name)
{
    place *p;

    if (!t->places) {
        t->places = stretch(PLACES * sizeof(place));
        t->rows = stretch(PLACES * t->size);
    }
    p = seek(t, name);
    if (!p->name) {
        if (t->n == PLACES / 2)
            control_end(END_REFUSED, 0, "a run that touches so much memory", 0);
        p->name = name + 1;
        p->row = t->n++;
    }
    return t->rows + p->row * t->size;
}
