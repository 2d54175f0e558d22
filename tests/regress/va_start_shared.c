// A va_list that another thread can see.
// verdict: FAILED assertion
#include <pthread.h>
#include <stdarg.h>
#include <assert.h>
static va_list l; static int flag; static int w;
static void f1(int n,...){ va_start(l,n); flag=1; flag=2; }
static void*f(void*a){ f1(0,1,2); return 0;}
static void*q(void*a){ int o=((int*)l)[0]; int k=flag; assert(!(o==48&&k==0)); return 0;}
int main(){pthread_t s,t;pthread_create(&s,0,f,0);pthread_create(&t,0,q,0);pthread_join(s,0);pthread_join(t,0);return 0;}
