// What cannot be cut is named, all of it.
// refused: refused.c:21: error: where this writes depends on inputs, by 'i', and may fail for some
// refused: refused.c:22: error: what this divides depends on inputs, by 'i'
// refused: refused.c:23: error: the assertion depends on inputs, by 'i'
// refused: refused.c:24: error: what this call works on depends on inputs, by 'i'
// refused: refused.c:25: error: the function that is called depends on inputs, by 'i'
// refused: refused.c:26: error: how far this shifts depends on inputs, by 'i'
// refused: refused.c:27: error: what this compares and exchanges depends on inputs, by 'atom'
// refused: refused.c:28: error: the call hands a function of the program to what is outside of it
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int input(void);
void outside(int (*f)(void));
static int called(void) { return 0; }
pthread_mutex_t locks[2]; int a[4], g; atomic_int atom;
int (*functions[2])(void) = {called, called};
int main(void)
{
    int i = input(), old = i;
    a[i] = 3;
    g = 10 / i;
    assert(i > 0);
    pthread_mutex_lock(&locks[i]);
    functions[i]();
    g = 1 << i;
    atomic_compare_exchange_strong(&atom, &old, 1);
    outside(called);
    return 0;
}
