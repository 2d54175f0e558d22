// verdict: FAILED assertion :9
// The thread is started by a function that a pointer leads to.
#include <assert.h>
#include <pthread.h>
int x, y;
static void *w(void *a){ x = 1; y = 1; return a; }
static pthread_t t;
static void start(void){ pthread_create(&t, 0, w, 0); }
int main(void){ void (*f)(void) = start; f(); int a = y, b = x; assert(!(a == 1 && b == 0)); int c = x; int d = x; assert(c == d); pthread_join(t, 0); return 0; }
