// write reads what another thread may free.
// verdict: FAILED use-after-free
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static char *p; static int flag;
static void*f(void*a){ free(p); flag=1; return 0;}
static void*q(void*a){ char*r=p; if(flag==0) write(1,r,1); return 0;}
int main(){pthread_t s,t; p=malloc(4); p[0]='a'; pthread_create(&s,0,f,0);pthread_create(&t,0,q,0);pthread_join(s,0);pthread_join(t,0);return 0;}
