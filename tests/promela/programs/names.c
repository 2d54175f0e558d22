// verdict: VERIFIED
// Names that mean something in Promela, or in the verifier that SPIN writes.
#include <assert.h>

struct timespec_ {
    int BASE, _p, next, value;
};
struct P1 {
    int len, timeout;
};
struct State {
    int skip;
};
struct stat {
    struct State Trans;
};

static int BASE = 3, SYNC, DELTA, now, init, _t, sb_count, chan, P0, Q7, over = 1, threads, t1, w1;
static int *me;

static int atomic(int active, int proctype)
{
    int run = active + proctype, _p = 1, _pid = 2, wide = 4;
    return run + _p + _pid + wide;
}

static int ULT(int MEMLIM)
{
    int NULL_ = MEMLIM, uchar = 5;
    return NULL_ + uchar;
}

int main(void)
{
    struct timespec_ timespec = {1, 2, 3, 4};
    struct P1 p = {5, 6};
    struct stat s = {{7}};
    int result = 8, ret = 9;
    me = &result;
    SYNC = atomic(BASE, DELTA);
    now = ULT(2);
    assert(timespec.BASE + timespec._p + timespec.next + timespec.value == 10);
    assert(p.len + p.timeout + s.Trans.skip == 18);
    assert(*me == 8 && ret == 9 && SYNC == 10 && now == 7);
    assert(!init && !_t && !sb_count && !chan && !P0 && !Q7 && over == 1 && !threads && !t1 && !w1);
    return 0;
}
