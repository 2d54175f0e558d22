// verdict: FAILED assertion :36
// also: -O2 FAILED assertion :36
// also: -O1 FAILED assertion :36
// Static variables that the optimiser takes apart, or keeps as a bit: the trace names the member and
// has the value that the source has.
#include <assert.h>
#include <pthread.h>

static struct {
    int n, sum;
    struct {
        char c[4];
        int *p;
    } in;
} s;
static int state, cell;

static void *worker(void *arg)
{
    s.n++;
    s.sum += 20;
    s.in.p = &cell;
    s.in.c[2] = 'x';
    state = 7;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    int seen = state, sum = s.sum, letter = s.in.c[2];
    pthread_join(t, NULL);
    s.n += s.in.p == &cell;
    assert(seen != 7 || sum != 20 || letter != 'x' || s.n != 2);
    return 0;
}
