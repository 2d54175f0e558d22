// The end of a local inside an atomic section is seen by who has its address.
// verdict: FAILED use-after-scope
// flags: -O1
#include <pthread.h>
void __VERIFIER_atomic_begin(void);void __VERIFIER_atomic_end(void);
volatile int z,h,n=2; void use(int*p){*(volatile int*)p;}
static void*q(void*a){ volatile int*p=a; z=1; int v=*p; (void)v; return 0;}
int main(){ pthread_t t;
  for(int i=0;i<n;i++){
    { volatile int x; x=1; if(i==0) pthread_create(&t,0,q,(void*)&x); else pthread_join(t,0); __VERIFIER_atomic_begin(); }
    h=i;
    __VERIFIER_atomic_end();
    h=i;
  }
  return 0;}
