// verdict: VERIFIED
// The index of an array, a pointer or a string may stand first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int a[3] = {1, 2, 3};
static char s[] = "abc";
static _Atomic int counts[2];

static void *count(void *of)
{
    _Atomic int *p = of;

    1 [p]++;
    return NULL;
}

int main(void)
{
    int i = 1, *q = &1 [a];
    char *p = s;
    pthread_t t;

    assert(i[a] == 2 && 2 [a] == 3 && i[p] == 'b' && 1 ["abc"] == 'b' && 1 [q] == 3);
    0 [a] = 5;
    assert(a[0] == 5);
    pthread_create(&t, NULL, count, counts);
    1 [counts]++;
    pthread_join(t, NULL);
    assert(counts[1] == 2);
    return 0;
}
