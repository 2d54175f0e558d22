/* A random small system of processes and threads: `systems SEED`.
 *
 * Up to three workers, each a process, a thread of the first process, or a process with a thread of
 * its own, do a few operations on two kinds of objects; what each operation gave goes into the
 * worker's sum, and when all are through the first process prints the sums.  So what is printed
 * tells apart whatever the schedules can.  From the seed 1000 on one of the kinds is POSIX message
 * queues.
 *
 * With -DEXEC there are up to two workers, of which the first, and in some systems both, become
 * this program anew after an operation, if they are processes; half of the systems have pipes that
 * close then. */
#define _GNU_SOURCE
#include "systems.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef EXEC
enum { ANEW = 1 };
#else
enum { ANEW = 0 };
#endif

static uint64_t state;
static worker workers[WORKERS + 1];
static const char *self, *seed;

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static const char *const names[] = {
#define KIND(name) #name,
    KINDS(KIND)
#undef KIND
};
enum { OLDER = K_mqueue, NEWER = K_mqueue + 1, SINCE = 1000, SINCE_NEWER = 2000 };

static void work(const operation *list, unsigned n, unsigned *sum)
{
    for (unsigned i = 0; i < n; i++)
        *sum = *sum * 131 + kinds[list[i].kind](&list[i]);
    give_back();
    *sum = *sum * 3 + taken();
}

static void *outer(void *of)
{
    worker *w = of;

    work(w->list, w->n, &shared->sums[w->id][0]);
    return NULL;
}

static void *inner(void *of)
{
    worker *w = of;
    unsigned unseen = 0; /* the process may end between an operation and the store of its result */

    work(w->inner, 1, w->leaves ? &unseen : &shared->sums[w->id][1]);
    return NULL;
}

/* The first operation is done; what was hit and is held goes along. */
static void begin_anew(worker *w)
{
    char words[3][16];

    shared->sums[w->id][0] = kinds[w->list[0].kind](&w->list[0]);
    snprintf(words[0], 16, "%u", w->id);
    snprintf(words[1], 16, "%u", hits);
    snprintf(words[2], 16, "%d", held);
    execl(self, self, seed, words[0], words[1], words[2], (char *)NULL);
    _exit(99);
}

static void run_process(worker *w)
{
    pthread_t t;

    hits = 0;
    if (w->how == BOTH)
        pthread_create(&t, NULL, inner, w);
    if (ANEW && (w->id == 1 || atoi(seed) % 4 == 0))
        begin_anew(w);
    outer(w);
    if (w->how == BOTH && !w->leaves)
        pthread_join(t, NULL);
    _exit((int)w->id);
}

static operation plan_one(const unsigned *chosen)
{
    return (operation){chosen[draw(2)], draw(16), draw(9)};
}

/* A pair, or two datagram sockets with names. */
static void make_sockets(unsigned how)
{
    struct sockaddr_un names[2] = {{AF_UNIX, "systems-a"}, {AF_UNIX, "systems-b"}};

    if (how < 2) {
        socketpair(AF_UNIX, how ? SOCK_DGRAM : SOCK_STREAM, 0, sockets);
        return;
    }
    for (int i = 0; i < 2; i++) {
        sockets[i] = socket(AF_UNIX, SOCK_DGRAM, 0);
        bind(sockets[i], (void *)&names[i], sizeof names[i]);
    }
    for (int i = 0; i < 2; i++)
        connect(sockets[i], (void *)&names[1 - i], sizeof names[i]);
}

static void make_mqueue(void)
{
    struct mq_attr attr = {.mq_maxmsg = 1 + draw(2), .mq_msgsize = 2};

    handle(SIGUSR2);
    mqueues[0] = mq_open("/systems", O_CREAT | O_RDWR, 0600, &attr);
    mqueues[1] = mq_open("/systems", O_RDWR | O_NONBLOCK);
}

static void make_pipes(void)
{
    if (pipes[0][1])
        return;
    pipe2(pipes[0], ANEW && seed[strlen(seed) - 1] & 1 ? O_CLOEXEC : 0);
    pipe2(pipes[1], O_NONBLOCK);
}

static void make_values(void)
{
    set = semget(IPC_PRIVATE, 2, 0600);
    semctl(set, 0, SETVAL, 1);
}

static void block(void)
{
    sigset_t blocked;

    sigemptyset(&blocked);
    sigaddset(&blocked, SIGHUP);
    sigaddset(&blocked, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
}

/* What operations of a kind need.  The draws are those of the seed. */
static void make(unsigned kind)
{
    switch (kind) {
    case K_polled:
        make_pipes();
        if (!sockets[1])
            make_sockets(draw(2));
        break;
    case K_cancelled:
    case K_pipes:
        make_pipes();
        break;
    case K_counter:
        counter = eventfd(1, draw(2) ? EFD_NONBLOCK : EFD_SEMAPHORE | EFD_NONBLOCK);
        break;
    case K_sockets:
        make_sockets(draw(3));
        break;
    case K_queue:
        queue = msgget(IPC_PRIVATE, 0600);
        break;
    case K_values:
        make_values();
        break;
    case K_signals:
        handle(SIGUSR1);
        handle(SIGUSR2);
        break;
    case K_timers:
        timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
        handle(SIGALRM);
        break;
    case K_mqueue:
        make_mqueue();
        break;
    case K_children:
        if (draw(2))
            handle(SIGCHLD);
        break;
    case K_waited:
        block();
        break;
    default:
        break;
    }
}

static unsigned first_kind(uint64_t number)
{
    return number < SINCE         ? draw(OLDER)
           : number < SINCE_NEWER ? OLDER
                                  : NEWER + draw(N_KINDS - NEWER);
}

static unsigned second_kind(uint64_t number)
{
    return draw(number < SINCE_NEWER ? OLDER : N_KINDS);
}

static void plan_worker(worker *w, unsigned id, unsigned count, const unsigned *chosen)
{
    w->id = id;
    w->leaves = !draw(3);
    w->how = draw(5) < 3 ? PROCESS : draw(2) ? THREAD : BOTH;
    w->n = id > count ? 0 : id == 0 ? !draw(4) : 1 + draw(count == 2 ? 2 : 1);
    if (chosen[0] >= NEWER && id > 1) /* some of these operations are many */
        w->n = id == 2, w->how = w->how == BOTH ? THREAD : w->how;
    if (ANEW && id > 2)
        w->n = 0;
    if (ANEW && id == 1 && w->how == THREAD)
        w->how = PROCESS;
    for (unsigned k = 0; k < MOST; k++) {
        w->list[k] = plan_one(chosen);
        w->inner[k] = plan_one(chosen);
    }
}

static void plan(uint64_t number, int verbose)
{
    unsigned chosen[2] = {first_kind(number), second_kind(number)}, count = draw(4) ? 2 : 3;

    if (verbose)
        fprintf(stderr, "%s, %s", names[chosen[0]], names[chosen[1]]);
    for (unsigned i = 0; i <= WORKERS; i++)
        plan_worker(&workers[i], i, count, chosen);
    for (unsigned i = 0; verbose && i <= WORKERS; i++)
        for (unsigned k = 0; k < workers[i].n; k++)
            fprintf(
                stderr, "\n%u %s: %s %u %u", i, workers[i].how == PROCESS ? "process" : "thread",
                names[workers[i].list[k].kind], workers[i].list[k].way, workers[i].list[k].flavour);
    make(chosen[0]);
    if (chosen[0] != chosen[1])
        make(chosen[1]);
}

static void map(void)
{
    int fd = ANEW ? shm_open("/systems", O_RDWR | O_CREAT, 0600) : -1;

    if (ANEW)
        ftruncate(fd, sizeof *shared);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | (ANEW ? 0 : MAP_ANONYMOUS), fd, 0);
}

static void share(void)
{
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_rwlockattr_t r;
    pthread_barrierattr_t b;

    map();
    pthread_mutexattr_init(&m);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->mutex, &m);
    pthread_condattr_init(&c);
    pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->condition, &c);
    pthread_rwlockattr_init(&r);
    pthread_rwlockattr_setpshared(&r, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_init(&shared->rwlock, &r);
    pthread_barrierattr_init(&b);
    pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&shared->barrier, &b, 2);
    sem_init(&shared->semaphore, 1, 1);
}

/* The rest of a worker's operations, in a program that was executed. */
static int go_on(char **argv)
{
    worker w;

    map();
    w = shared->workers[atoi(argv[2])];
    memcpy(handles, shared->handles, sizeof handles);
    hits = (unsigned)atoi(argv[3]);
    held = atoi(argv[4]);
    work(w.list + 1, w.n - 1, &shared->sums[w.id][0]);
    return (int)w.id;
}

int main(int argc, char **argv)
{
    uint64_t number = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    pthread_t t[WORKERS + 1];
    unsigned ends = 0;
    int status;

    self = argv[0];
    seed = argc > 1 ? argv[1] : "";
    if (argc > 4)
        return go_on(argv);
    first = getpid();
    state = number * 0x9e3779b97f4a7c15u + 1;
    draw(2);
    share();
    file = open("systems-c", O_RDWR | O_CREAT, 0600);
    plan(number, argc > 2);
    if (argc > 2)
        return fputc('\n', stderr) < 0;
    memcpy(shared->workers, workers, sizeof workers);
    memcpy(shared->handles, handles, sizeof handles);
    for (unsigned i = 1; i <= WORKERS; i++) {
        worker *w = &workers[i];

        if (!w->n)
            continue;
        if (w->how == THREAD) {
            pthread_create(&t[i], NULL, outer, w);
            continue;
        }
        if (fork() == 0) {
            file = open("systems-c", O_RDWR | O_CREAT, 0600);
            run_process(w);
        }
    }
    outer(&workers[0]);
    for (unsigned i = 1; i <= WORKERS; i++)
        if (workers[i].n && workers[i].how == THREAD)
            pthread_join(t[i], NULL);
    while (wait(&status) >= 0 || errno == EINTR)
        ends += ANEW ? (unsigned)status : 0;
    for (unsigned i = 0; i <= WORKERS; i++)
        printf("%x %x ", shared->sums[i][0], shared->sums[i][1]);
    printf("%x %x\n", hits, ends);
    return 0;
}
