// verdict: FAILED assertion :10
// The thread is started by a function at the end of many calls.
#include <assert.h>
#include <pthread.h>
int x;
static pthread_t t;
static void *w(void *a){ x = 1; return a; }
static void f1(void){ pthread_create(&t, 0, w, 0); }
static void f2(void){ f1(); } static void f3(void){ f2(); } static void f4(void){ f3(); } static void f5(void){ f4(); } static void f6(void){ f5(); } static void f7(void){ f6(); } static void f8(void){ f7(); } static void f9(void){ f8(); }
int main(void){ f9(); int c = x; int d = x; assert(c == d); pthread_join(t, 0); return 0; }
