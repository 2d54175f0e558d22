// right: VERIFIED
// wrong: FAILED assertion
/* Call processing.  Two phones and a switch between them: the first phone dials the second one, which
 * answers or not; whoever talks hangs up at some time; the caller may also hang up while the other
 * phone rings, and the switch gives up when nobody answers in time.  Every call that is connected is
 * charged until it is released.
 *
 * Processes: the switch and the two phones, each with a message queue.  What people do is a toss:
 * every way of it is tried, and so is every order in which messages cross, a caller that hangs up
 * while the answer is on its way among them.
 *
 *     gcc -g -Iinclude -o calls examples/native/calls.c && heddle native -- ./calls
 *
 * With -DWRONG the switch connects whenever an answer comes, also of a call that was released before:
 * the caller is charged for a call that it does not make. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <verisoft.h>

enum { CALLER, CALLEE, PHONES };

/* From phones, and to them. */
enum kind { DIAL, ANSWER, HANG_UP, LEAVE, RING, CONNECTED, RELEASED };

struct message {
    enum kind kind;
    int phone;
};

static mqd_t exchange, line[PHONES];

static void say(mqd_t to, enum kind kind, int phone)
{
    struct message m = {kind, phone};

    assert(mq_send(to, (char *)&m, sizeof m, 0) == 0);
}

static struct message hear(mqd_t from)
{
    struct message m;

    assert(mq_receive(from, (char *)&m, sizeof m, NULL) == sizeof m);
    return m;
}

/* ---- phones ---- */

static void caller(void)
{
    bool waits = true, connected = false;

    say(exchange, DIAL, CALLER);
    if (VS_toss(1)) { /* loses patience */
        say(exchange, HANG_UP, CALLER);
        waits = false;
    }
    for (;;) {
        switch (hear(line[CALLER]).kind) {
        case CONNECTED:
            assert(!connected);
            connected = true;
            if (waits)
                say(exchange, HANG_UP, CALLER); /* all is said */
            waits = false;
            break;
        case RELEASED:
            say(exchange, LEAVE, CALLER);
            _exit(0);
        default:
            assert(!"a message that is for another phone");
        }
    }
}

static void callee(void)
{
    bool rings = false;

    for (;;) {
        switch (hear(line[CALLEE]).kind) {
        case RING:
            rings = true;
            if (VS_toss(1)) /* somebody is at home */
                say(exchange, ANSWER, CALLEE);
            break;
        case CONNECTED:
            assert(rings);
            break;
        case RELEASED:
            say(exchange, LEAVE, CALLEE);
            _exit(0);
        default:
            assert(!"a message that is for another phone");
        }
    }
}

/* ---- the switch ---- */

enum call { IDLE, RINGING, TALKING, OVER };

struct exchange {
    enum call call;
    int charging, left;
    bool timed; /* the timer of a phone that rings */
};

static void release(struct exchange *x)
{
    if (x->call == TALKING)
        x->charging--;
    x->call = OVER;
    x->timed = false;
    for (int i = 0; i < PHONES; i++)
        say(line[i], RELEASED, i);
}

static void connect(struct exchange *x)
{
#ifndef WRONG
    if (x->call != RINGING)
        return; /* the answer came too late */
#endif
    x->call = TALKING;
    x->timed = false;
    x->charging++;
    for (int i = 0; i < PHONES; i++)
        say(line[i], CONNECTED, i);
}

static void handle(struct exchange *x, struct message m)
{
    switch (m.kind) {
    case DIAL:
        assert(x->call == IDLE);
        x->call = RINGING;
        x->timed = true;
        say(line[CALLEE], RING, CALLEE);
        break;
    case ANSWER:
        connect(x);
        break;
    case HANG_UP:
        if (x->call == RINGING || x->call == TALKING)
            release(x);
        break;
    case LEAVE:
        x->left--;
        break;
    default:
        assert(!"a message that phones do not send");
    }
}

/* No time passes: the timer may end the wait whenever no message is there. */
static void serve(void)
{
    struct exchange x = {.left = PHONES};
    struct timespec late = {0};
    struct message m;

    while (x.left) {
        if (x.timed && mq_timedreceive(exchange, (char *)&m, sizeof m, NULL, &late) < 0) {
            assert(errno == ETIMEDOUT);
            release(&x);
            continue;
        }
        handle(&x, x.timed ? m : hear(exchange));
    }
    assert(x.charging == 0); /* nobody pays for ever */
}

static mqd_t queue(const char *name)
{
    struct mq_attr room = {.mq_maxmsg = 6, .mq_msgsize = sizeof(struct message)};
    mqd_t q = mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, &room);

    assert(q >= 0 && mq_unlink(name) == 0);
    return q;
}

int main(void)
{
    static void (*const phones[PHONES])(void) = {caller, callee};
    pid_t processes[PHONES];
    int status;

    exchange = queue("/switch");
    line[CALLER] = queue("/caller");
    line[CALLEE] = queue("/callee");
    for (int i = 0; i < PHONES; i++) {
        processes[i] = fork();
        if (processes[i] == 0)
            phones[i]();
    }
    serve();
    for (int i = 0; i < PHONES; i++)
        assert(waitpid(processes[i], &status, 0) > 0 && WIFEXITED(status) && !WEXITSTATUS(status));
    return 0;
}
