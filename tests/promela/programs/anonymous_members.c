// verdict: VERIFIED
// Members of structs and unions without a name; values without braces set a union's first member.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct item {
    struct {
        int u, v;
    };
    union {
        int i;
        char c;
    };
    int w;
};
struct named {
    union {
        int i;
        char c;
    } one;
    int w;
};

static struct item shared;

static void *run(void *of)
{
    int *p = &shared.v;

    ++*p;
    shared.i = 3;
    return of;
}

int main(void)
{
    struct item n = {{1, 2}, {3}, 4}, m = {.v = 3, .w = 2, .c = 'x'}, o = {1, 2, 3, 4}, *p = &n;
    struct named q = {3, 4};
    pthread_t t;

    assert(n.u == 1 && n.v == 2 && n.i == 3 && n.w == 4);
    assert(m.u == 0 && m.v == 3 && m.w == 2 && m.c == 'x');
    assert(o.u == 1 && o.v == 2 && o.i == 3 && o.w == 4);
    assert(q.one.i == 3 && q.w == 4);
    p->u = 5;
    assert(n.u == 5 && n.w == 4);
    pthread_create(&t, NULL, run, NULL);
    shared.w++;
    pthread_join(t, NULL);
    assert(shared.i == 3 && shared.v == 1 && shared.w == 1);
    return 0;
}
