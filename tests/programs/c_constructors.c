// verdict: VERIFIED
// Constructors run before main by priority, destructors and atexit functions after it in reverse.
#include <assert.h>
#include <stdlib.h>

static int log_[8], n;

__attribute__((constructor(201))) static void second(void) { log_[n++] = 2; }
__attribute__((constructor(102))) static void first(void) { log_[n++] = 1; }
__attribute__((constructor)) static void third(void) { log_[n++] = 3; }
__attribute__((destructor)) static void last(void)
{
    assert(n == 6 && log_[4] == 5 && log_[5] == 4);
}

static void four(void) { log_[n++] = 4; }
static void five(void) { log_[n++] = 5; }

int main(void)
{
    assert(n == 3 && log_[0] == 1 && log_[1] == 2 && log_[2] == 3);
    log_[n++] = 0;
    atexit(four);
    atexit(five);
    return 0;
}
