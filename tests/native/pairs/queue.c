// right: VERIFIED
// wrong: FAILED assertion
// A message queue; the wrong reader takes it that its own kind comes first.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/wait.h>
#include <unistd.h>

struct message {
    long type;
    char text[4];
};

static void send(int q, long type)
{
    struct message m = {type, "abc"};

    assert(msgsnd(q, &m, sizeof m.text, 0) == 0);
    _exit(0);
}

int main(void)
{
    int q = msgget(77, IPC_CREAT | 0600);
    struct message m;
    struct msqid_ds now;

    for (long i = 1; i <= 2; i++)
        if (fork() == 0)
            send(msgget(77, 0), i);
#ifdef WRONG
    assert(msgrcv(q, &m, sizeof m.text, 0, 0) == 4 && m.type == 2);
#else
    assert(msgrcv(q, &m, sizeof m.text, 1, MSG_EXCEPT) == 4 && m.type == 2);
#endif
    assert(msgrcv(q, &m, sizeof m.text, -5, 0) == 4 && m.type == 1);
    assert(msgctl(q, IPC_STAT, &now) == 0 && now.msg_qnum == 0);
    wait(NULL);
    wait(NULL);
    assert(msgctl(q, IPC_RMID, NULL) == 0 && msgget(77, 0) == -1);
}
