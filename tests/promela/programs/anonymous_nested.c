// verdict: VERIFIED
// Structs and unions without a name side by side, and in one another.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define PAIR(a, b)                                                                                 \
    struct {                                                                                       \
        int a, b;                                                                                  \
    }
struct item {
    int k;
    PAIR(a, b);
    PAIR(c, d);
    struct {
        int e;
        struct {
            int f;
            struct {
                int g;
            };
            PAIR(h, i);
        };
    };
    union {
        struct {
            int l, m;
        };
        int n;
    };
};

static struct item shared;

static void *run(void *of)
{
    struct item *p = of;
    int *g = &p->g;

    p->h = 3;
    *g = 4;
    return NULL;
}

int main(void)
{
    struct item x = {.k = 1, .b = 2, .d = 3, .e = 4, .g = 5, .i = 6},
                y = {1, {2, 3}, {4, 5}, {6, {7, {8}, {9, 10}}}, {{11, 12}}};
    pthread_t t;

    assert(x.a == 0 && x.b == 2 && x.c == 0 && x.d == 3 && x.e == 4 && x.f == 0 && x.g == 5 &&
           x.i == 6);
    assert(y.b == 3 && y.c == 4 && y.f == 7 && y.g == 8 && y.i == 10 && y.l == 11 && y.m == 12);
    y.l = 3;
    assert(y.l + y.m == 15);
    y.n = 2;
    assert(y.n == 2);
    pthread_create(&t, NULL, run, &shared);
    shared.f = 5;
    shared.i = 6;
    pthread_join(t, NULL);
    assert(shared.f == 5 && shared.g == 4 && shared.h == 3 && shared.i == 6 && shared.e == 0);
    return 0;
}
