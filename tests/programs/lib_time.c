// verdict: VERIFIED
// Time may pass or not, and sleeping never blocks for ever.
#include <assert.h>
#include <time.h>
#include <unistd.h>
#include <sys/time.h>

int main(void)
{
    struct timespec t = {0, 1000}, now;
    time_t start = time(NULL), again;
    assert(time(&again) >= start);
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    assert(nanosleep(&t, NULL) == 0 && usleep(10) == 0 && sleep(1) == 0);
    struct timeval v;
    assert(gettimeofday(&v, NULL) == 0);
    (void)clock();
    return 0;
}
