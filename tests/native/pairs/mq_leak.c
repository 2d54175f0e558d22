// right: VERIFIED
// wrong: FAILED leak
// options: --leaks
// A message queue that is closed and never unlinked.
#include <fcntl.h>
#include <mqueue.h>
#include <stddef.h>

int main(void)
{
    mqd_t q = mq_open("/heddle-leak", O_CREAT | O_RDWR, 0600, NULL);

#ifndef WRONG
    mq_unlink("/heddle-leak");
#endif
    mq_close(q);
}
