// flags: --allow-hang
// verdict: FAILED use-after-scope
// also: -DLOCAL FAILED use-after-scope
// also: -DMENDED VERIFIED
// A queue lock whose unlock does not wait for the next one: variables of one name in two threads, and of a thread that
// ends by itself.
#include <pthread.h>
#include <stdatomic.h>

struct n {
    _Atomic(struct n *) next;
    atomic_int wait;
};
_Atomic(struct n *) tail;
int c;

static void lock(struct n *m)
{
    m->next = 0;
    m->wait = 1;
    struct n *p = atomic_exchange(&tail, m);
    if (p) {
        p->next = m;
        while (m->wait)
            ;
    }
}

static void unlock(struct n *m)
{
    struct n *e = m;
    if (atomic_compare_exchange_strong(&tail, &e, 0))
        return;
#ifdef MENDED
    while (!m->next)
        ;
#endif
    if (m->next)
        m->next->wait = 0;
}

static void *t(void *x)
{
#ifdef LOCAL
    static _Thread_local
#endif
        struct n m;
    lock(&m);
    c++;
    unlock(&m);
    return x;
}

int main(void)
{
    pthread_t p, q;
    pthread_create(&p, 0, t, 0);
    pthread_create(&q, 0, t, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
