// verdict: FAILED hang :12
// also: -DMENDED VERIFIED
// A round that allocates, prints and frees changes nothing for others.
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int go;
void *w(void *p)
{
    while (!go) {
        char *s = malloc(8);
        strcpy(s, "abc");
        puts(s);
        free(s);
    }
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
#ifdef MENDED
    go = 1;
#endif
    pthread_join(t, 0);
}
