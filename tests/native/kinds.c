/* The operations of systems.c.  Each gives a number that tells its result. */
#define _GNU_SOURCE
#include "systems.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

place *shared;
int handles[16];
mqd_t mqueues[2];
pid_t first;
__thread volatile unsigned hits;
__thread int held;
int handled;
static __thread int rw_held;
static __thread pid_t child;

static unsigned told(long result)
{
    return result < 0 ? 100u + (unsigned)errno : (unsigned)result;
}

static unsigned do_pipes(const operation *o)
{
    char byte = (char)o->flavour;

    if (o->way % 3 == 0)
        return told(write(pipes[o->way & 1][1], &byte, 1));
    return told(read(pipes[o->way & 1][0], &byte, 1)) + (unsigned)byte * 7;
}

static unsigned do_values(const operation *o)
{
    short flags = (short)((o->way & 1 ? IPC_NOWAIT : 0) | (o->way & 2 ? SEM_UNDO : 0));
    struct sembuf list[] = {{0, (short)(o->flavour % 3 - 1), flags},
                            {1, (short)(o->flavour / 3 - 1), flags}};

    if (o->way & 4)
        return told(semop(set, list, 2));
    if (o->way & 8)
        return (unsigned)semctl(set, (int)o->flavour & 1, GETVAL) + 50;
    return told(semop(set, &list[o->flavour & 1], 1));
}

static unsigned do_queue(const operation *o)
{
    struct {
        long type;
        char byte;
    } m = {1 + (o->flavour & 1), (char)o->flavour};
    long wanted[] = {0, 1, 2, -2};
    int flags = o->way & 1 ? IPC_NOWAIT : 0;
    long got;

    if (o->way & 2)
        return told(msgsnd(queue, &m, 1, flags));
    got = msgrcv(queue, &m, 1, wanted[o->flavour & 3], flags);
    return told(got) + (unsigned)m.byte * 7;
}

static void hit(int number)
{
    hits += (unsigned)number;
}

void handle(int number)
{
    handled = 1;
    signal(number, hit);
}

unsigned taken(void)
{
    if (handled)
        sched_yield();
    return hits;
}

static unsigned do_signals(const operation *o)
{
    int number = o->flavour & 1 ? SIGUSR1 : SIGUSR2;
    sigset_t mask;

    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    switch (o->way % 4) {
    case 0:
        return told(kill(getpid() == first ? first : getppid(), number));
    case 1:
        pthread_sigmask(o->flavour & 2 ? SIG_BLOCK : SIG_UNBLOCK, &mask, NULL);
        return taken();
    case 2:
        return taken() + 10;
    default:
        return told(kill(getpid(), number)) + taken();
    }
}

static unsigned do_locks(const operation *o)
{
    int ways[] = {LOCK_EX | LOCK_NB, LOCK_SH | LOCK_NB, LOCK_UN, LOCK_EX};

    return told(flock(file, ways[o->way & 3]));
}

static unsigned do_mutex(const operation *o)
{
    struct timespec t = {0};

    if (held) {
        held = 0;
        return (unsigned)pthread_mutex_unlock(&shared->mutex);
    }
    held = 1;
    if (o->way % 3 == 0)
        return (unsigned)pthread_mutex_lock(&shared->mutex);
    int error = o->way % 3 == 1 ? pthread_mutex_trylock(&shared->mutex)
                                : pthread_mutex_timedlock(&shared->mutex, &t);
    held = !error;
    return (unsigned)error;
}

static unsigned do_counter(const operation *o)
{
    uint64_t v = o->flavour & 3;

    if (o->way & 1)
        return told(write(counter, &v, sizeof v));
    return told(read(counter, &v, sizeof v)) + (unsigned)v * 13;
}

static unsigned do_sockets(const operation *o)
{
    char bytes[4] = {(char)o->flavour};
    int end = sockets[o->flavour & 1];

    if (o->way & 1)
        return told(send(end, bytes, 1 + (o->flavour & 1), MSG_NOSIGNAL));
    if (o->way == 6)
        return told(shutdown(end, SHUT_WR));
    return told(recv(end, bytes, sizeof bytes, o->way & 2 ? MSG_DONTWAIT : 0)) +
           (unsigned)bytes[0] * 7;
}

static unsigned do_semaphore(const operation *o)
{
    if (o->way % 3 == 0)
        return told(sem_post(&shared->semaphore));
    return told(o->way % 3 == 1 ? sem_trywait(&shared->semaphore) : sem_wait(&shared->semaphore));
}

static unsigned do_timers(const operation *o)
{
    struct itimerspec t = {{0}, {o->flavour & 1, 0}};
    uint64_t n = 0;

    if (o->way % 3 == 0)
        return alarm(o->flavour & 1) + taken();
    if (o->way % 3 == 1)
        return told(timerfd_settime(timer, 0, &t, NULL)) + taken();
    return told(read(timer, &n, sizeof n)) + (unsigned)n * 13 + taken();
}

static unsigned do_condition(const operation *o)
{
    struct timespec t = {0};
    int got = 0;

    if (o->way % 3 == 0)
        return (unsigned)pthread_cond_signal(&shared->condition);
    if (o->way % 3 == 1)
        return (unsigned)pthread_cond_broadcast(&shared->condition);
    pthread_mutex_lock(&shared->mutex);
    got = pthread_cond_timedwait(&shared->condition, &shared->mutex, &t);
    pthread_mutex_unlock(&shared->mutex);
    return (unsigned)got;
}

static unsigned receive(mqd_t q, int timed)
{
    struct timespec t = {0};
    unsigned priority = 0;
    char bytes[2] = {0};
    ssize_t got =
        timed ? mq_timedreceive(q, bytes, 2, &priority, &t) : mq_receive(q, bytes, 2, &priority);

    return told(got) + (unsigned)bytes[0] * 7 + priority * 3;
}

static unsigned do_mqueue(const operation *o)
{
    struct sigevent e = {.sigev_notify = o->flavour & 1 ? SIGEV_SIGNAL : SIGEV_NONE,
                         .sigev_signo = SIGUSR2};
    struct mq_attr now = {0};
    char byte = (char)o->flavour;

    switch (o->way & 7) {
    case 0:
    case 1:
        return told(mq_send(mqueues[o->way & 1], &byte, 1, o->flavour & 1)) + taken();
    case 2:
    case 3:
    case 4:
        return receive(mqueues[o->way & 1], o->way == 4) + taken();
    case 5:
        return told(mq_notify(mqueues[0], o->flavour & 4 ? NULL : &e)) + taken();
    case 6:
        return told(mq_getattr(mqueues[0], &now)) + (unsigned)now.mq_curmsgs * 13;
    default:
        return told(o->flavour & 1 ? mq_close(mqueues[1]) : mq_unlink("/systems"));
    }
}

/* A child of the worker's own that ends at once, waits for a signal, or has a handler for it. */
static unsigned make_child(unsigned flavour)
{
    if (child)
        return 1;
    child = fork();
    if (child)
        return child < 0;
    if (flavour % 3 == 1)
        pause();
    if (flavour % 3 == 2) {
        handle(SIGTERM);
        _exit(taken() ? 7 : 6);
    }
    _exit(5);
}

static unsigned do_children(const operation *o)
{
    int status = 0;
    pid_t got;

    switch (o->way % 4) {
    case 0:
        return make_child(o->flavour);
    case 1:
        return child ? told(kill(child, o->flavour & 1 ? SIGTERM : SIGKILL)) : 40;
    case 2:
        return make_child(o->flavour) + told(kill(child, o->flavour & 4 ? SIGTERM : SIGKILL));
    default:
        got = child ? waitpid(child, &status, o->way & 4 ? WNOHANG : 0) : 0;
        child = got > 0 ? 0 : child;
        return (got < 0 ? 100u + (unsigned)errno : got > 0) + (unsigned)status * 3;
    }
}

static int pending(void)
{
    sigset_t now;

    sigpending(&now);
    return sigismember(&now, SIGHUP) + 2 * sigismember(&now, SIGRTMIN);
}

/* SIGHUP and SIGRTMIN are blocked everywhere. */
static unsigned do_waited(const operation *o)
{
    const struct timespec at_once = {0};
    sigset_t wanted;

    sigemptyset(&wanted);
    sigaddset(&wanted, SIGRTMIN);
    if (o->flavour & 1)
        sigaddset(&wanted, SIGHUP);
    switch (o->way % 5) {
    case 0:
    case 1:
        return told(kill(first, o->flavour & 2 ? SIGHUP : SIGRTMIN));
    case 2:
        return (unsigned)pending() + 60;
    case 3:
        return told(sigtimedwait(&wanted, NULL, &at_once));
    default:
        return told(pthread_kill(pthread_self(), o->flavour & 2 ? SIGHUP : SIGRTMIN));
    }
}

static unsigned do_rwlock(const operation *o)
{
    struct timespec t = {0};
    int error;

    if (rw_held) {
        rw_held = 0;
        return (unsigned)pthread_rwlock_unlock(&shared->rwlock);
    }
    switch (o->way % 6) {
    case 0:
        error = pthread_rwlock_rdlock(&shared->rwlock);
        break;
    case 1:
        error = pthread_rwlock_wrlock(&shared->rwlock);
        break;
    case 2:
        error = pthread_rwlock_tryrdlock(&shared->rwlock);
        break;
    case 3:
        error = pthread_rwlock_trywrlock(&shared->rwlock);
        break;
    case 4:
        error = pthread_rwlock_timedrdlock(&shared->rwlock, &t);
        break;
    default:
        error = pthread_rwlock_timedwrlock(&shared->rwlock, &t);
        break;
    }
    rw_held = !error;
    return (unsigned)error;
}

static unsigned poll_all(unsigned way, int timeout)
{
    struct pollfd list[] = {{.fd = sockets[0], .events = POLLIN},
                            {.fd = pipes[way & 1][0], .events = POLLIN},
                            {.fd = pipes[way & 1][1], .events = POLLOUT}};
    int got = poll(list, way & 4 ? 3 : 2, timeout);
    unsigned sum = told(got);

    for (unsigned i = 0; i < (way & 4 ? 3 : 2); i++)
        sum = sum * 5 + (unsigned)list[i].revents;
    return sum;
}

static unsigned epoll_once(void)
{
    struct epoll_event e = {.events = EPOLLIN, .data.fd = 1}, got = {0};
    int fd = epoll_create1(0);
    unsigned sum;

    epoll_ctl(fd, EPOLL_CTL_ADD, pipes[0][0], &e);
    e.data.fd = 2;
    epoll_ctl(fd, EPOLL_CTL_ADD, sockets[0], &e);
    sum = told(epoll_wait(fd, &got, 1, 0)) + (unsigned)got.data.fd * 7;
    close(fd);
    return sum;
}

static unsigned do_polled(const operation *o)
{
    char byte = (char)o->flavour;

    switch (o->way % 6) {
    case 0:
        return poll_all(o->flavour, 0);
    case 1:
        return poll_all(o->flavour, -1);
    case 2:
        return told(send(sockets[1], &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL));
    case 3:
        return told(write(pipes[o->flavour & 1][1], &byte, 1));
    case 4:
        return told(recv(sockets[0], &byte, 1, MSG_DONTWAIT)) + (unsigned)byte * 7;
    default:
        return epoll_once();
    }
}

#ifdef CANCEL
static void leave(void *stages)
{
    *(unsigned *)stages += 100;
}

/* What a thread that may be cancelled does; its argument says how far it came. */
static void *cancellable(void *of)
{
    unsigned *stages = of, way = *stages;
    char byte = 1;

    *stages = 0;
    pthread_cleanup_push(leave, stages);
    if (way & 1)
        sem_wait(&shared->semaphore);
    *stages += 1;
    if (way & 2)
        read(pipes[1][0], &byte, 1);
    *stages += 1;
    if (way & 4)
        pthread_testcancel();
    *stages += 1;
    if (way & 8)
        write(pipes[1][1], &byte, 1);
    *stages += 1;
    pthread_cleanup_pop(0);
    return NULL;
}

static unsigned do_cancelled(const operation *o)
{
    unsigned stages = o->flavour + (o->way & 7);
    void *result = NULL;
    pthread_t t;

    if (o->way % 4 == 0)
        return told(sem_post(&shared->semaphore));
    if (o->way % 4 == 1)
        return told(sem_trywait(&shared->semaphore));
    pthread_create(&t, NULL, cancellable, &stages);
    pthread_cancel(t);
    pthread_join(t, &result);
    return stages * 2 + (result == PTHREAD_CANCELED);
}
#else /* a program that names pthread_cancel has more cancellation points */
static unsigned do_cancelled(const operation *o)
{
    (void)o;
    abort();
}
#endif

static unsigned do_records(const operation *o)
{
    short types[] = {F_WRLCK, F_RDLCK, F_UNLCK, F_WRLCK};
    struct flock l = {
        .l_type = types[o->way & 3], .l_whence = SEEK_SET, .l_start = o->flavour & 1, .l_len = 1};

    if (o->flavour == 8)
        return told(fcntl(file, F_GETLK, &l)) + (unsigned)l.l_type;
    return told(fcntl(file, (o->way & 3) == 3 ? F_SETLKW : F_SETLK, &l));
}

static unsigned do_barrier(const operation *o)
{
    (void)o;
    return pthread_barrier_wait(&shared->barrier) ? 31 : 30;
}

void give_back(void)
{
    if (held)
        pthread_mutex_unlock(&shared->mutex);
    if (rw_held)
        pthread_rwlock_unlock(&shared->rwlock);
    if (!child)
        return;
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    child = 0;
}

unsigned (*const kinds[N_KINDS])(const operation *) = {
#define KIND(name) do_##name,
    KINDS(KIND)
#undef KIND
};
