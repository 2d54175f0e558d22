// A state or a type of cancellation that there is not is refused, and changes nothing.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    int was = 77;

    assert(pthread_setcancelstate(77, NULL) == EINVAL);
    assert(pthread_setcanceltype(77, NULL) == EINVAL);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL) == 0);
    assert(pthread_setcancelstate(77, &was) == EINVAL);
#ifndef WRONG
    assert(was == 77);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &was);
#endif
    assert(was == PTHREAD_CANCEL_DISABLE);
    return 0;
}
