// pthread_cond_wait also releases the mutex, asleep or not.
// verdict: FAILED assertion
// flags: --no-spurious
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c=PTHREAD_COND_INITIALIZER; static int f;
static void*j(void*a){ f=pthread_mutex_trylock(&m); if(f) pthread_mutex_lock(&m); pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0;}
int main(){pthread_t t; pthread_mutex_lock(&m); pthread_create(&t,0,j,0); pthread_cond_wait(&c,&m); pthread_mutex_unlock(&m); pthread_join(t,0); assert(f==0); return 0;}
