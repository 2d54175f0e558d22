/* Is there a message queue of that name?  With another argument: one that is to start threads. */
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    struct sigevent e = {.sigev_notify = SIGEV_THREAD};

    if (argc > 2)
        return mq_notify(mq_open(argv[1], O_CREAT | O_RDWR, 0600, NULL), &e);
    return argc > 1 && mq_open(argv[1], O_RDONLY) >= 0;
}
