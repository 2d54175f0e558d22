// default: VERIFIED
// Addresses are printed.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static void *w(void *p)
{
    printf("worker %p %lx\n", p, (unsigned long)pthread_self());
    fprintf(stderr, "%p\n", (void *)w);
    char b[40];
    int n = snprintf(b, sizeof b, "%p", p);
    assert(n > 0);
    return p;
}
int main(void)
{
    pthread_t t;
    int x;
    pthread_create(&t, 0, w, &x);
    printf("%p %d\n", (void *)&x, (int)(uintptr_t)&x);
    pthread_join(t, 0);
    return 0;
}
