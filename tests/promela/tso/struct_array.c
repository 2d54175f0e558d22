// The same through pointers, fields and elements.
// sc: VERIFIED
// tso: FAILED
#include <assert.h>
#include <pthread.h>

struct cell { int v[2]; long w; } cells[2];
int r0, r1;

static void *t0(void *unused)
{
    struct cell *c = &cells[0];
    c->v[1] = 1;
    r0 = (int)cells[1].w;
    return unused;
}

static void *t1(void *unused)
{
    cells[1].w = 1;
    r1 = cells[0].v[1];
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, t0, 0);
    pthread_create(&t[1], 0, t1, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(r0 || r1);
    return 0;
}
