/* Peterson's mutual exclusion, each of two threads inside once: the flags and the turn lie in one
 * struct on the heap that both reach through their argument; each raises a flag of its own while it
 * is inside and checks that the other's is down.
 *   -DBUG    the threads do not announce themselves, so both get in
 *   -DWHOLE  the check is read but nothing fails, so that a search sees every state */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef WHOLE
#define CHECK(c) ((void)(c))
#else
#define CHECK(c) assert(c)
#endif
#ifdef BUG
#define INTERESTED 0
#else
#define INTERESTED 1
#endif

struct protocol {
    volatile int flag[2], turn;
    volatile int inside[2];
};

struct party {
    int id;
    pthread_t thread;
    struct protocol *shared;
};

static void *enter(void *arg)
{
    struct party *me = arg;

    me->shared->flag[me->id] = INTERESTED;
    me->shared->turn = 1 - me->id;
    while (me->shared->flag[1 - me->id] == 1 && me->shared->turn == 1 - me->id)
        ;

    me->shared->inside[me->id] = 1;
    CHECK(!me->shared->inside[1 - me->id]);
    me->shared->inside[me->id] = 0;

    me->shared->flag[me->id] = 0;
    return NULL;
}

int main(void)
{
    struct protocol *shared = malloc(sizeof *shared);
    struct party *party[2];

    if (!shared)
        return 1;
    shared->turn = 0;
    for (int i = 0; i < 2; i++) {
        shared->flag[i] = shared->inside[i] = 0;
        party[i] = malloc(sizeof *party[i]);
        if (!party[i])
            return 1;
        party[i]->id = i;
        party[i]->shared = shared;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&party[i]->thread, NULL, enter, party[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(party[i]->thread, NULL);
    return 0;
}
