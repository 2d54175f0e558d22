// A thread that rests in an atomic section holds up the others: what it does then depends on all.
// verdict: FAILED assertion
#include <pthread.h>
#include <assert.h>
void __VERIFIER_atomic_begin(void);void __VERIFIER_atomic_end(void);
static int x,k;
static void*f(void*a){ __VERIFIER_atomic_begin(); k=1; for(int i=0;i<300000;i++); __VERIFIER_atomic_end(); x=1; x=2; return 0;}
static void*q(void*a){ if(k==1) assert(x!=1); return 0;}
int main(){pthread_t s,t;pthread_create(&s,0,f,0);pthread_create(&t,0,q,0);pthread_join(s,0);pthread_join(t,0);return 0;}
