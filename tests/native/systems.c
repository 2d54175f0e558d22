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
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORKERS 3
#define MOST    3

/* KIND(name): of objects. */
#define KINDS(KIND) \
    KIND(pipes)     \
    KIND(values)    \
    KIND(queue)     \
    KIND(signals)   \
    KIND(locks)     \
    KIND(mutex)     \
    KIND(counter)   \
    KIND(sockets)   \
    KIND(semaphore) \
    KIND(timers)    \
    KIND(condition) \
    KIND(mqueue)

typedef struct operation {
    unsigned kind, way, flavour;
} operation;

typedef struct worker {
    enum { PROCESS, THREAD, BOTH } how;
    unsigned id, n, leaves; /* before its thread has ended */
    operation list[MOST], inner[MOST]; /* of its thread */
} worker;

typedef struct place { /* in memory that all share */
    unsigned sums[WORKERS + 1][2];
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    sem_t semaphore;
    worker workers[WORKERS + 1]; /* for those that begin anew */
    int handles[16];
} place;

#ifdef EXEC
enum { ANEW = 1 };
#else
enum { ANEW = 0 };
#endif

static uint64_t state;
static place *shared;
static worker workers[WORKERS + 1];
static int handles[16];
#define pipes   ((int(*)[2])handles) /* two */
#define set     handles[4]
#define queue   handles[5]
#define file    handles[6]
#define counter handles[7]
#define sockets (handles + 8)
#define timer   handles[10]
static const char *self, *seed;
static volatile unsigned hits;
static pid_t first; /* the process that prints; 0 after an exec */
static __thread int held;
static mqd_t mqueues[2]; /* one queue, with and without waiting */

static unsigned draw(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

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
        return hits;
    case 2:
        return hits + 10;
    default:
        return told(kill(getpid(), number)) + hits;
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
        return alarm(o->flavour & 1) + hits;
    if (o->way % 3 == 1)
        return told(timerfd_settime(timer, 0, &t, NULL)) + hits;
    return told(read(timer, &n, sizeof n)) + (unsigned)n * 13 + hits;
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
    ssize_t got = timed ? mq_timedreceive(q, bytes, 2, &priority, &t)
                        : mq_receive(q, bytes, 2, &priority);

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
        return told(mq_send(mqueues[o->way & 1], &byte, 1, o->flavour & 1)) + hits;
    case 2:
    case 3:
    case 4:
        return receive(mqueues[o->way & 1], o->way == 4) + hits;
    case 5:
        return told(mq_notify(mqueues[0], o->flavour & 4 ? NULL : &e)) + hits;
    case 6:
        return told(mq_getattr(mqueues[0], &now)) + (unsigned)now.mq_curmsgs * 13;
    default:
        return told(o->flavour & 1 ? mq_close(mqueues[1]) : mq_unlink("/systems"));
    }
}

static unsigned (*const kinds[])(const operation *) = {
#define KIND(name) do_##name,
    KINDS(KIND)
#undef KIND
};
static const char *const names[] = {
#define KIND(name) #name,
    KINDS(KIND)
#undef KIND
};
enum { N_KINDS = sizeof kinds / sizeof *kinds, OLDER = N_KINDS - 1, SINCE = 1000 };

static void work(const operation *list, unsigned n, unsigned *sum)
{
    for (unsigned i = 0; i < n; i++)
        *sum = *sum * 131 + kinds[list[i].kind](&list[i]);
    if (held)
        pthread_mutex_unlock(&shared->mutex);
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

    work(w->inner, 1, &shared->sums[w->id][1]);
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
    shared->sums[w->id][0] = shared->sums[w->id][0] * 3 + hits;
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

    signal(SIGUSR2, hit);
    mqueues[0] = mq_open("/systems", O_CREAT | O_RDWR, 0600, &attr);
    mqueues[1] = mq_open("/systems", O_RDWR | O_NONBLOCK);
}

static void plan(uint64_t number, int verbose)
{
    unsigned chosen[2] = {number < SINCE ? draw(OLDER) : OLDER, draw(OLDER)}, count = draw(4) ? 2 : 3;

    if (verbose)
        fprintf(stderr, "%s, %s", names[chosen[0]], names[chosen[1]]);
    for (unsigned i = 0; i <= WORKERS; i++) {
        worker *w = &workers[i];

        w->id = i;
        w->leaves = !draw(3);
        w->how = draw(5) < 3 ? PROCESS : draw(2) ? THREAD : BOTH;
        w->n = i > count ? 0 : i == 0 ? !draw(4) : 1 + draw(count == 2 ? 2 : 1);
        if (ANEW && i > 2)
            w->n = 0;
        if (ANEW && i == 1 && w->how == THREAD)
            w->how = PROCESS;
        for (unsigned k = 0; k < MOST; k++) {
            w->list[k] = plan_one(chosen);
            w->inner[k] = plan_one(chosen);
        }
    }
    for (unsigned i = 1; verbose && i <= WORKERS; i++)
        if (workers[i].n)
            fprintf(stderr, ", %s", workers[i].how == PROCESS ? "process" : "thread");
    for (unsigned k = 0; k < 2; k++) {
        unsigned c = chosen[k];

        if (kinds[c] == do_pipes) {
            pipe2(pipes[0], ANEW && seed[strlen(seed) - 1] & 1 ? O_CLOEXEC : 0);
            pipe2(pipes[1], O_NONBLOCK);
        }
        if (kinds[c] == do_counter)
            counter = eventfd(1, draw(2) ? EFD_NONBLOCK : EFD_SEMAPHORE | EFD_NONBLOCK);
        if (kinds[c] == do_sockets)
            make_sockets(draw(3));
        if (kinds[c] == do_queue)
            queue = msgget(IPC_PRIVATE, 0600);
        if (kinds[c] == do_values) {
            set = semget(IPC_PRIVATE, 2, 0600);
            semctl(set, 0, SETVAL, 1);
        }
        if (kinds[c] == do_signals) {
            signal(SIGUSR1, hit);
            signal(SIGUSR2, hit);
        }
        if (kinds[c] == do_timers) {
            timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
            signal(SIGALRM, hit);
        }
        if (kinds[c] == do_mqueue)
            make_mqueue();
        if (chosen[0] == chosen[1])
            break;
    }
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

    map();
    pthread_mutexattr_init(&m);
    pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->mutex, &m);
    pthread_condattr_init(&c);
    pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->condition, &c);
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
    shared->sums[w.id][0] = shared->sums[w.id][0] * 3 + hits;
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
    file = open(argv[0], O_RDONLY);
    plan(number, argc > 2);
    if (argc > 2)
        return 0;
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
            file = open(argv[0], O_RDONLY);
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
