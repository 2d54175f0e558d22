// A struct among variable arguments is read from shared memory.
// verdict: FAILED assertion
#include <pthread.h>
#include <assert.h>
#include <stdarg.h>
struct S{long a,b,c;}; static struct S x; static int flag; static long seen=-1; static int sf=-1;
static long get(int n,...){va_list l;va_start(l,n);struct S s=va_arg(l,struct S);va_end(l);return s.a;}
static void*f(void*a){ x.a=1; flag=1; return 0;}
static void*q(void*a){ long v=get(0,x); int w=flag; assert(!(v==1&&w==0)); return 0;}
int main(){pthread_t s,t;pthread_create(&s,0,f,0);pthread_create(&t,0,q,0);pthread_join(s,0);pthread_join(t,0);return 0;}
