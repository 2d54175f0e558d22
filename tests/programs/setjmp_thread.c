// verdict: VERIFIED
// also: -O2 VERIFIED
// Each thread jumps in its own stack.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static void fail(jmp_buf *b, int code)
{
    longjmp(*b, code);
}

static void *worker(void *arg)
{
    jmp_buf b;
    int mine = *(int *)arg;
    int code = setjmp(b);
    if (code == 0)
        fail(&b, mine);
    assert(code == *(int *)arg);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int one = 1, two = 2;
    pthread_create(&t, NULL, worker, &one);
    worker(&two);
    pthread_join(t, NULL);
    return 0;
}
