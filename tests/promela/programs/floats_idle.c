// Floats that decide nothing are left out; what else happens in their statements is not.
// verdict: VERIFIED
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

struct sample {
    int n;
    double mean;
};
static double total;
static int count;

static void *worker(void *unused)
{
    struct sample s = {.n = 2}, t;

    total += 0.5;
    t = s;
    t.mean = total / 2;
    count++;
    printf("%f %d\n", t.mean, count);
    return unused;
}

int main(void)
{
    pthread_t t;
    double half = 0.5, other;

    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    other = half * count;
    total++;
    printf("%g\n", other + total);
    assert(count == 1);
    return 0;
}
