// A buffer of setjmp that two threads share is memory like any other.
// verdict: FAILED longjmp
#include <pthread.h>
#include <setjmp.h>
static jmp_buf b; static int x1,x2;
static void*f(void*a){ if(setjmp(b)==0){ x1++; x1++; longjmp(b,1);} return 0;}
static void*g(void*a){ if(setjmp(b)==0){ x2++; x2++; longjmp(b,1);} return 0;}
int main(){pthread_t s,t;pthread_create(&s,0,f,0);pthread_create(&t,0,g,0);pthread_join(s,0);pthread_join(t,0);return 0;}
