// verdict: VERIFIED
// A thread gets its argument by pointer and gives a value back through join.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct job {
    int a, b, sum;
};

static void *work(void *arg)
{
    struct job *j = arg;
    j->sum = j->a + j->b;
    return (void *)(intptr_t)j->sum;
}

int main(void)
{
    struct job jobs[2] = {{1, 2, 0}, {3, 4, 0}};
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        assert(pthread_create(&t[i], NULL, work, &jobs[i]) == 0);
    for (int i = 0; i < 2; i++) {
        void *result;
        assert(pthread_join(t[i], &result) == 0);
        assert((intptr_t)result == jobs[i].sum);
    }
    assert(jobs[0].sum == 3 && jobs[1].sum == 7);
    return 0;
}
