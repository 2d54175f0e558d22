// The same with nothing else between.
// verdict: FAILED longjmp
#include <pthread.h>
#include <setjmp.h>
static jmp_buf b; static int x;
static void*f(void*a){ if(setjmp(b)==0) longjmp(b,1); return 0;}
int main(){pthread_t s,t;pthread_create(&s,0,f,0);pthread_create(&t,0,f,0);pthread_join(s,0);pthread_join(t,0);return 0;}
