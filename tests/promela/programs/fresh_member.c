// verdict: FAILED assertion
// What malloc returned is known to others as soon as the address of a member is.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct n {
    int u, v;
};
int *volatile g;
int lost;
static void *w(void *a)
{
    int *q = g;
    if (q) {
        lost = 1;
        *q = *q + 1;
    }
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    struct n *p = malloc(sizeof *p);
    p->v = 0;
    g = &p->v;
    p->v = p->v + 1;
    pthread_join(t, 0);
    int k = p->v;
    g = 0;
    assert(lost == 0 || k == 2);
    int s = p->v;
    free(p);
    assert(s != 5);
}
