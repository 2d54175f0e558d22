// verdict: FAILED hang :17
// also: -DMENDED VERIFIED
// also: -O2 FAILED hang
// A loop that makes and frees memory, and sleeps, while it waits for what nobody says.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
atomic_int done;
static void look(char *b)
{
    b[0] = 1;
}
void *w(void *p)
{
    struct timespec a_while = {0, 1000};
    while (!atomic_load(&done)) {
        char *b = malloc(16), *c = calloc(1, 8);
        look(b);
        nanosleep(&a_while, 0);
        free(c);
        atomic_load(&done);
        free(b);
    }
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
#ifdef MENDED
    atomic_store(&done, 1);
#endif
    pthread_join(t, 0);
}
