/* Ranks that are processes of this machine: each two have a pair of sockets between them.  A
 * message is its length and its bytes.  What does not fit into a socket waits here. */
#define _GNU_SOURCE
#include "session/rank_processes.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_RANKS = 16, READ_BYTES = 64 << 10 };

/* The way to another rank. */
typedef struct line {
    int file;
    pid_t pid; /* in the first rank: its process */
    bool gone;
    VEC(u8) out, in;
    u32 sent;  /* of `out` */
    u32 taken; /* of `in` */
} line;

typedef struct processes {
    transport base; /* first */
    line lines[MOST_RANKS];
    u32 next; /* whose line is looked at next */
} processes;

static processes *of(transport *t)
{
    return (processes *)t;
}

static void write_out(line *l)
{
    while (l->sent < l->out.n) {
        ssize_t n = send(l->file, l->out.at + l->sent, l->out.n - l->sent, MSG_NOSIGNAL);

        if (n <= 0) {
            if (errno != EAGAIN && errno != EINTR)
                l->sent = l->out.n; /* nobody is there */
            else
                return;
        } else {
            l->sent += (u32)n;
        }
    }
    l->sent = l->out.n = 0;
}

static void append(line *l, const void *bytes, u32 n)
{
    vec_reserve(&l->out, n);
    memcpy(l->out.at + l->out.n, bytes, n);
    l->out.n += n;
}

static void send_message(transport *t, u32 to, const u8 *bytes, u32 n)
{
    line *l = &of(t)->lines[to];

    append(l, &n, sizeof n);
    append(l, bytes, n);
    write_out(l);
}

static void read_in(line *l)
{
    ssize_t n;

    if (l->taken == l->in.n)
        l->taken = l->in.n = 0;
    vec_reserve(&l->in, READ_BYTES);
    n = recv(l->file, l->in.at + l->in.n, READ_BYTES, 0);
    if (n > 0)
        l->in.n += (u32)n;
    else if (n == 0)
        l->gone = true;
}

static bool take_message(line *l, const u8 **bytes, u32 *n)
{
    u32 there = l->in.n - l->taken;

    if (there < sizeof *n)
        return false;
    memcpy(n, l->in.at + l->taken, sizeof *n);
    if (there < sizeof *n + *n)
        return false;
    *bytes = l->in.at + l->taken + sizeof *n;
    l->taken += (u32)sizeof *n + *n;
    return true;
}

static bool receive(transport *t, u32 *from, const u8 **bytes, u32 *n)
{
    processes *p = of(t);

    for (u32 i = 0; i < t->size; i++) {
        u32 rank = p->next;
        line *l = &p->lines[rank];

        p->next = (p->next + 1) % t->size;
        if (rank == t->rank)
            continue;
        write_out(l);
        *from = rank;
        if (take_message(l, bytes, n))
            return true;
        read_in(l);
        if (take_message(l, bytes, n))
            return true;
    }
    return false;
}

/* Ranks end only when all have said so. */
static u32 lost(transport *t)
{
    const processes *p = of(t);

    for (u32 i = 0; i < t->size; i++)
        if (i != t->rank && p->lines[i].gone)
            return i;
    return NO_RANK;
}

static void close_transport(transport *t, bool in_order)
{
    processes *p = of(t);

    for (u32 i = 0; i < t->size; i++) {
        line *l = &p->lines[i];

        if (i == t->rank)
            continue;
        while (in_order && l->out.n)
            write_out(l);
        close(l->file);
        if (l->pid && !in_order)
            kill(l->pid, SIGKILL);
        if (l->pid)
            waitpid(l->pid, NULL, 0);
        vec_free(&l->out);
        vec_free(&l->in);
    }
    mem_free(p);
}

static void keep_own(transport *t, u32 rank, int (*files)[MOST_RANKS])
{
    t->rank = rank;
    for (u32 i = 0; i < t->size; i++)
        for (u32 k = 0; k < t->size; k++)
            if (i != k && i != rank)
                close(files[i][k]);
    for (u32 i = 0; i < t->size; i++)
        of(t)->lines[i].file = files[rank][i];
}

static bool open_lines(u32 ranks, int (*files)[MOST_RANKS])
{
    for (u32 i = 0; i < ranks; i++)
        for (u32 k = 0; k < i; k++) {
            int pair[2];

            if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
                return false;
            files[i][k] = pair[0];
            files[k][i] = pair[1];
        }
    return true;
}

transport *rank_processes_open(u32 ranks)
{
    processes *p = mem_alloc(sizeof *p);
    int files[MOST_RANKS][MOST_RANKS];
    pid_t first = getpid();
    u32 rank = 0;

    if (ranks < 1 || ranks > MOST_RANKS || !open_lines(ranks, files))
        return NULL;
    p->base = (transport){.size = ranks,
                          .nearby = ranks,
                          .send = send_message,
                          .receive = receive,
                          .lost = lost,
                          .close = close_transport};
    fflush(NULL);
    for (u32 i = 1; i < ranks && !rank; i++) {
        pid_t child = fork();

        if (child == 0) {
            rank = i;
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != first)
                _exit(0);
            for (u32 k = 1; k < i; k++)
                p->lines[k].pid = 0;
        }
        p->lines[i].pid = child > 0 ? child : 0;
    }
    keep_own(&p->base, rank, files);
    return &p->base;
}
