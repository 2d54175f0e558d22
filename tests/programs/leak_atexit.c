// verdict: VERIFIED
// also: -DLOST FAILED leak
// flags: --leaks
// What the library keeps of handlers is no memory of the program's.  -DLOST: the handler loses some.
#include <stdlib.h>

static char *kept;

static void last(void)
{
#ifdef LOST
    kept = malloc(3);
#endif
    free(kept);
    kept = NULL;
#ifdef LOST
    kept = malloc(3);
    kept = NULL;
#endif
}

static void first(int status, void *arg)
{
    free(arg);
    exit(status);
}

int main(void)
{
    kept = malloc(2);
    atexit(last);
    on_exit(first, malloc(5));
    atexit(last);
    return 0;
}
