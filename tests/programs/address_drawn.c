// verdict: FAILED assertion :43
// flags: --addresses layout
// also: -DUP=0 FAILED assertion :43
// also: --layout 2 FAILED assertion :43
// also: -DUP=0 --layout 2 FAILED assertion :43
// also: -DANY VERIFIED
// also: -DANY --layout 2 VERIFIED
// also: -DANY -DREUSE FAILED assertion :56
// Which of two threads looks first decides who gets the first place, and both orders are found; an
// address comes back as the pointer; a freed place is used again.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef ANY
#define LOWER(x, y) 0
#else
#define LOWER(x, y) ((x) < (y)) == UP
#endif
#ifndef UP
#define UP 1
#endif
static uintptr_t mine[2];
static int *kept[2];

static void *worker(void *arg)
{
    int k = (int)(intptr_t)arg;

    kept[k] = malloc(16);
    mine[k] = (uintptr_t)kept[k] >> 4;
    return 0;
}

static void both(void)
{
    pthread_t t;

    pthread_create(&t, 0, worker, (void *)1);
    worker(0);
    pthread_join(t, 0), assert(mine[0] != mine[1]);
    if (LOWER(mine[0], mine[1])) assert(0);
}

int main(void)
{
    uintptr_t old;

    both();
    assert((kept[0] < kept[1]) == (mine[0] < mine[1]));
    *(int *)(mine[0] << 4) = 5;
    old = mine[1];
    assert(*kept[0] == 5), free(kept[1]);
#ifdef REUSE
    kept[1] = malloc(16), assert((uintptr_t)kept[1] >> 4 != old);
#endif
    return old == 0;
}
