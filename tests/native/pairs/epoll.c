// right: VERIFIED
// wrong: FAILED assertion
// Which of two ready descriptors comes first; the wrong one relies on the order they were added in.
#include <assert.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

int main(void)
{
    int watch = epoll_create1(0), ends[2], counter = eventfd(0, 0);
    struct epoll_event e = {.events = EPOLLIN}, got[2];
    unsigned long long one = 1;

    pipe(ends);
    e.data.fd = ends[0];
    epoll_ctl(watch, EPOLL_CTL_ADD, ends[0], &e);
    e.data.fd = counter;
    epoll_ctl(watch, EPOLL_CTL_ADD, counter, &e);
    assert(epoll_wait(watch, got, 2, 0) == 0);
    write(ends[1], "x", 1);
    assert(epoll_wait(watch, got, 2, -1) == 1 && got[0].data.fd == ends[0]);
    write(counter, &one, sizeof one);
    assert(epoll_wait(watch, got, 2, -1) == 2);
    assert(epoll_wait(watch, got, 1, -1) == 1);
#ifdef WRONG
    assert(got[0].data.fd == ends[0]);
#endif
    assert(read(counter, &one, sizeof one) == sizeof one && one == 1);
    assert(epoll_wait(watch, got, 2, -1) == 1 && got[0].data.fd == ends[0]);
}
