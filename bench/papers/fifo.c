/* A queue between one writer and one reader without locks: a list of blocks; the writer moves the
 * write pointer of the last block and the tail, the reader the read pointer of the first block and
 * the head.  The writer puts in three values, the reader takes them out in order; then both loop
 * for ever, so that main waits for ever too.
 *   -DBLOCK=n  values in a block.  The default makes it near 512 bytes, so that one is enough.
 *              With 2 a second one is linked before the tail moves: a reader that follows the
 *              link in between takes its own empty queue for one that is not.
 *   -DPAPER    threads may change before stores and at the end of a loop's turn, and nowhere else:
 * the steps of DIVINE's reductions, for a comparison of states.  Runs are left out.  Two variables
 * then say at which of these places each thread is, 0 before its first step. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BLOCK
#define BLOCK 109
#endif
enum { VALUES = 3, CACHE_LINE = 64 };

#ifdef PAPER
static volatile int reader_at, writer_at;
#define BEGIN          heddle_atomic_begin()
#define END(at, place) (at = (place), heddle_atomic_end())
#else
#define BEGIN          ((void)0)
#define END(at, place) ((void)0)
#endif
#define POINT(at, place) (END(at, place), BEGIN) /* here threads may change */

/* What the reader writes and what the writer writes lie in different cache lines. */
struct block {
    int *read;
    char apart[CACHE_LINE - sizeof(int *)];
    int value[BLOCK];
    int *volatile write;
    struct block *next;
};

struct fifo {
    struct block *head;
    char apart[CACHE_LINE - sizeof(struct block *)];
    struct block *volatile tail;
};

static struct block *block_new(void)
{
    struct block *b = malloc(sizeof *b);
    assert(b);
    b->read = b->write = b->value;
    b->next = NULL;
    return b;
}

static void push(struct fifo *f, int value)
{
    bool full = f->tail->write == f->tail->value + BLOCK;
    struct block *b = full ? block_new() : f->tail;
    POINT(writer_at, 2 * value + 1);
    *b->write = value;
    POINT(writer_at, 2 * value + 2);
    b->write++;
    if (f->tail != b) {
        POINT(writer_at, 2 * value + 11);
        f->tail->next = b;
        POINT(writer_at, 2 * value + 12);
        f->tail = b;
    }
}

static bool empty(struct fifo *f)
{
    return f->head == f->tail && f->head->read >= f->head->write;
}

/* From the first block, which is the only one unless BLOCK is small. */
static inline int taken(const struct fifo *f)
{
    return (int)(f->head->read - f->head->value);
}

static void drop_head(struct fifo *f)
{
    struct block *old = f->head;
    f->head = old->next;
    assert(f->head);
    free(old);
}

/* Waits for a value.  The last pop may have left the reader at the end of a block that had no
 * successor yet. */
static int front(struct fifo *f)
{
    while (empty(f))
        POINT(reader_at, 2 * taken(f) + 1);
    assert(f->head);
    assert(!empty(f));
    if (f->head->read == f->head->value + BLOCK)
        drop_head(f);
    return *f->head->read;
}

static void pop(struct fifo *f)
{
    assert(!empty(f));
    POINT(reader_at, 2 * taken(f) + 2);
    f->head->read++;
    if (f->head->read == f->head->value + BLOCK && f->head->next)
        drop_head(f);
    if (f->head->read > f->head->value + BLOCK) {
        drop_head(f);
        pop(f);
    }
}

static void *reader(void *arg)
{
    struct fifo *volatile f = arg;

    BEGIN;
    for (int i = 0; i < VALUES; i++) {
        int value = front(f);
        assert(value == i);
        assert(!empty(f));
        pop(f);
    }
    assert(empty(f));
    END(reader_at, 2 * VALUES + 1);
    while (true)
        ;
    return NULL;
}

static void *writer(void *arg)
{
    struct fifo *volatile f = arg;

    BEGIN;
    for (int i = 0; i < VALUES; i++)
        push(f, i);
    END(writer_at, 2 * VALUES + 1);
    while (true)
        ;
    return NULL;
}

int main(void)
{
    struct fifo f;
    pthread_t r, w;

    f.head = f.tail = block_new();
    assert(empty(&f));
    pthread_create(&r, NULL, reader, &f);
    pthread_create(&w, NULL, writer, &f);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
