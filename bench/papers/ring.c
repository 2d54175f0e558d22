/* Values from one writer to one reader through a ring in main's frame; both wait by looking again.
 *   -DVALUES=n  (10)    -DPLACES=n  of the ring, one of which is always free (8) */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef VALUES
#define VALUES 10
#endif
#ifndef PLACES
#define PLACES 8
#endif

struct ring {
    volatile int read;
    int place[PLACES];
    volatile int write;
};

static bool empty(struct ring *r)
{
    return r->read == r->write;
}

static void put(struct ring *r, int value)
{
    while ((r->write + 1) % PLACES == r->read)
        ;
    r->place[r->write] = value;
    r->write = (r->write + 1) % PLACES;
}

static int take(struct ring *r)
{
    int value = r->place[r->read];
    r->read = (r->read + 1) % PLACES;
    return value;
}

static void *reader(void *arg)
{
    struct ring *volatile r = arg;
    for (int i = 0; i < VALUES; i++) {
        while (empty(r))
            ;
        int value = take(r);
        assert(value == i);
    }
    assert(empty(r));
    return NULL;
}

static void *writer(void *arg)
{
    struct ring *volatile r = arg;
    for (int i = 0; i < VALUES; i++)
        put(r, i);
    return NULL;
}

int main(void)
{
    struct ring ring;
    pthread_t r, w;

    ring.read = ring.write = 0;
    pthread_create(&r, NULL, reader, &ring);
    pthread_create(&w, NULL, writer, &ring);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
