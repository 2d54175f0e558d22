// verdict: FAILED assertion :50
// also: -O2 FAILED assertion :50
// Names by a pointer that moves on in the same step, and by one that a callee has too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct cell {
    pthread_mutex_t mu;
    int v;
    struct cell *next;
};

static struct cell *head;

static int total(struct cell *p)
{
    int sum;

    if (!p)
        return 0;
    pthread_mutex_lock(&p->mu);
    sum = p->v;
    pthread_mutex_unlock(&p->mu);
    return sum + total(p->next);
}

static void *worker(void *arg)
{
    for (struct cell *p = head; p; p = p->next)
        p->v++;
    return arg;
}

int main(void)
{
    pthread_t t;

    for (int i = 0; i < 3; i++) {
        struct cell *p = calloc(1, sizeof *p);

        pthread_mutex_init(&p->mu, NULL);
        p->next = head;
        head = p;
    }
    pthread_create(&t, NULL, worker, NULL);
    int seen = total(head);

    pthread_join(t, NULL);
    assert(seen != 2);
    return 0;
}
