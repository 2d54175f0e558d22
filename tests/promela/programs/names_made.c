// verdict: VERIFIED
// Names like those that the translation makes, and a variable whose address alone is used.
#include <assert.h>
#include <pthread.h>

int int_mem, int_set, ret_main;
struct int_valid {
    int x_set, x, m_at;
};

static void *ignores(void *arg)
{
    return arg == 0 ? arg : 0;
}

int main(void)
{
    struct int_valid q_result, *p = &q_result;
    int x, unused, *r = &x;
    pthread_t t;

    pthread_create(&t, 0, ignores, &unused);
    p->x = 1;
    p->x_set = 2;
    p->m_at = 3;
    *r = 2;
    int_mem = *r;
    int_set = int_mem + 1;
    ret_main = p->x + p->x_set + p->m_at;
    pthread_join(t, 0);
    assert(int_mem == 2 && int_set == 3 && ret_main == 6 && x == 2);
    return 0;
}
