// right: VERIFIED
// wrong: FAILED assertion
/* A heart-beat monitor.  Elements of a network send a beat now and then, and "bye" when they are
 * taken out of service.  The monitor waits for the next beat until the next tick of its timer: an
 * element that was silent for LIMIT ticks in a row is reported down to the operator, and up again
 * when a beat comes after all.
 * The operator, who comes when all elements have said "bye", makes a list from the reports: they
 * have to alternate, and nothing may be down in the end.
 *
 * Processes: the monitor, the operator, ELEMENTS elements.  They talk by a message queue, a pipe and
 * the exit status.  No time passes under heddle, so the timer may come whenever no beat is there: all
 * orders of beats and ticks are tried.
 *
 *     gcc -g -o heartbeat examples/native/heartbeat.c && heddle native -- ./heartbeat
 *
 * With -DWRONG the timer also counts the silence of elements that have said "bye", the mistake that
 * a monitor of real elements makes when one is taken out of service while it is being watched. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ELEMENTS = 2, TICKS = 2, LIMIT = 2 };

enum kind { BEAT, BYE, DOWN, UP };

struct message {
    enum kind kind;
    int element;
};

/* ---- an element ---- */

static void element(mqd_t monitor, int number)
{
    struct message m = {BEAT, number};

    for (int i = 0; i < number; i++) /* the first one is taken out at once */
        assert(mq_send(monitor, (char *)&m, sizeof m, 0) == 0);
    m.kind = BYE;
    assert(mq_send(monitor, (char *)&m, sizeof m, 0) == 0);
    _exit(0);
}

/* ---- the operator ---- */

static void operator(int reports)
{
    bool down[ELEMENTS] = {false};
    struct message m;

    while (read(reports, &m, sizeof m) == sizeof m) {
        assert(m.kind == DOWN || m.kind == UP);
        assert(down[m.element] == (m.kind == UP)); /* reports alternate */
        down[m.element] = m.kind == DOWN;
    }
    for (int i = 0; i < ELEMENTS; i++)
        assert(!down[i]);
    _exit(0);
}

/* ---- the monitor ---- */

struct state {
    bool gone, down;
    int silent; /* ticks since the last beat */
};

struct monitor {
    struct state of[ELEMENTS];
    int left, ticks, reports;
    mqd_t beats;
};

static void report(struct monitor *m, int element, enum kind kind)
{
    struct message r = {kind, element};

    m->of[element].down = kind == DOWN;
    assert(write(m->reports, &r, sizeof r) == sizeof r);
}

static void hear(struct monitor *m, struct message got)
{
    struct state *s = &m->of[got.element];

    assert(!s->gone); /* nothing comes behind "bye" */
    s->silent = 0;
    if (s->down)
        report(m, got.element, UP);
    if (got.kind == BYE) {
        s->gone = true;
        m->left--;
    }
}

static void tick(struct monitor *m)
{
    for (int i = 0; i < ELEMENTS; i++) {
        struct state *s = &m->of[i];

#ifndef WRONG
        if (s->gone)
            continue;
#endif
        if (++s->silent >= LIMIT && !s->down)
            report(m, i, DOWN);
    }
}

/* A message, or a tick of the timer, of which there are at most TICKS. */
static void watch(struct monitor *m)
{
    struct timespec next = {0};
    struct message got;

    while (m->left) {
        bool timed = m->ticks < TICKS;
        ssize_t n = timed ? mq_timedreceive(m->beats, (char *)&got, sizeof got, NULL, &next)
                          : mq_receive(m->beats, (char *)&got, sizeof got, NULL);

        if (n == sizeof got) {
            hear(m, got);
        } else {
            assert(timed && errno == ETIMEDOUT);
            m->ticks++;
            next.tv_sec++;
            tick(m);
        }
    }
}

int main(void)
{
    struct mq_attr room = {.mq_maxmsg = 4, .mq_msgsize = sizeof(struct message)};
    struct monitor m = {.left = ELEMENTS};
    pid_t processes[ELEMENTS + 1];
    int ends[2], status;

    m.beats = mq_open("/beats", O_CREAT | O_EXCL | O_RDWR, 0600, &room);
    assert(m.beats >= 0);
    mq_unlink("/beats");
    for (int i = 0; i < ELEMENTS; i++) {
        processes[i] = fork();
        if (processes[i] == 0)
            element(m.beats, i);
    }
    assert(pipe(ends) == 0);
    m.reports = ends[1];
    watch(&m);
    for (int i = 0; i < ELEMENTS; i++)
        assert(waitpid(processes[i], &status, 0) > 0 && WIFEXITED(status) && !WEXITSTATUS(status));
    processes[ELEMENTS] = fork();
    if (processes[ELEMENTS] == 0) {
        close(ends[1]);
        operator(ends[0]);
    }
    close(ends[1]);
    assert(waitpid(processes[ELEMENTS], &status, 0) > 0 && WIFEXITED(status) && !WEXITSTATUS(status));
    return 0;
}
