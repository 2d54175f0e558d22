// verdict: FAILED assertion
// What malloc returned goes into two variables at once, one of them global.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct n {
    int u, v;
};
struct n *volatile g;
int seen;
static void *w(void *a)
{
    struct n *q = g;
    if (q) {
        seen = 1;
        q->v = q->v + 1;
    }
    return a;
}
int main(void)
{
    pthread_t t;
    struct n *p;
    pthread_create(&t, 0, w, 0);
    g = p = calloc(1, sizeof *p);
    p->v = p->v + 1;
    pthread_join(t, 0);
    assert(!seen || p->v == 2);
    free(p);
}
