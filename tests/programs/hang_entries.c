// verdict: VERIFIED
// also: -DWAITS FAILED hang
// A loop with two entries, as protothreads have them, and without an exit.
#include <pthread.h>
static volatile int line, seen, more;
static void *run(void *arg)
{
    switch (line) {
    case 0:
#ifdef WAITS
        while (!more) {
#else
        for (;;) {
#endif
            seen = 1;
        case 1:
            line = 0;
        }
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_exit(0);
}
