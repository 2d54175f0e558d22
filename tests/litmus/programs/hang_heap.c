// verdict: FAILED hang
// A round that allocates, prints and frees changes nothing for others.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_int go;

static void *waiter(void *arg)
{
    while (!go) {
        char *s = malloc(8);
        strcpy(s, "abc");
        puts(s);
        free(s);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
