/* Whatever it makes must not be there yet, and what it finds must be as it was: in each run. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void objects(void)
{
    struct sockaddr_in port = {.sin_family = AF_INET, .sin_port = htons(7002)};
    struct sockaddr_un name = {AF_UNIX, "fresh.socket"};

    assert(semget(5, 1, IPC_CREAT | IPC_EXCL | 0600) >= 0);
    assert(msgget(5, IPC_CREAT | IPC_EXCL | 0600) >= 0);
    assert(shmget(5, 100, IPC_CREAT | IPC_EXCL | 0600) >= 0);
    assert(sem_open("/fresh", O_CREAT | O_EXCL, 0600, 0) != SEM_FAILED);
    assert(shm_open("/fresh", O_CREAT | O_EXCL | O_RDWR, 0600) >= 0);
    assert(mq_send(mq_open("/fresh", O_CREAT | O_EXCL | O_RDWR, 0600, NULL), "x", 1, 0) == 0);
    assert(mkfifo("fresh.fifo", 0600) == 0);
    assert(bind(socket(AF_INET, SOCK_STREAM, 0), (void *)&port, sizeof port) == 0);
    assert(bind(socket(AF_INET, SOCK_DGRAM, 0), (void *)&port, sizeof port) == 0);
    assert(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name) == 0);
}

static void files(void)
{
    char line[16] = "";
    FILE *f = fopen("fresh.log", "r+");
    int fd;

    assert(f && fgets(line, sizeof line, f) && !strcmp(line, "first\n"));
    assert(!fgets(line, sizeof line, f));
    fputs("second\n", f);
    fclose(f);
    assert(mkdir("fresh.d", 0700) == 0);
    fd = open("fresh.d/new", O_CREAT | O_EXCL | O_WRONLY, 0600);
    assert(fd >= 0 && write(fd, "x", 1) == 1);
    assert(unlink("fresh.gone") == 0);
    assert(rename("fresh.old", "fresh.new") == 0);
}

int main(void)
{
    pthread_t t;

    objects();
    files();
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
