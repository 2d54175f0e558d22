// verdict: FAILED assertion
// What another thread writes meanwhile may be seen.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char shared[3];
static const unsigned char high[] = {255, 1}, low[] = {1, 255};

static void *run(void *of)
{
    shared[2] = 1;
    return of;
}

int main(void)
{
    char s[] = "abd", *p = s;
    int i = 2, got;
    pthread_t t;

    assert(memcmp(s, "abc", 3) > 0 && memcmp(p, "abc", 2) == 0 && memcmp("abc", s, 3) < 0);
    assert(memcmp(high, low, 2) > 0 && memcmp(low, high, 1) < 0 && memcmp("a", "b", 0) == 0);
    assert("abc"[i] == 'c' && "abc"[i + 1] == 0);
    pthread_create(&t, NULL, run, NULL);
    got = memcmp(shared, "\0\0\1", 3);
    assert(got == 0);
    pthread_join(t, NULL);
    assert(memcmp(shared, "\0\0\1", 3) == 0);
    return 0;
}
