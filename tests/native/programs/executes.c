// Becomes the program that is named, with the rest as its arguments: executes HOW PATH [ARGUMENT...].
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char **all;

static void *in_thread(void *unused)
{
    execv(all[2], all + 2);
    return unused;
}

static void *forks(void *unused)
{
    if (fork() == 0)
        pause();
    return unused;
}

static void beside(void *(*routine)(void *))
{
    pthread_t t;

    pthread_create(&t, NULL, routine, NULL);
    pthread_join(t, NULL);
}

int main(int argc, char **argv)
{
    char *nothing[] = {NULL};

    all = argv;
    if (strcmp(argv[1], "search") == 0)
        execvp(argv[2], argv + 2);
    else if (strcmp(argv[1], "bare") == 0)
        execve(argv[2], argv + 2, nothing);
    else if (strcmp(argv[1], "thread") == 0)
        beside(in_thread);
    else if (strcmp(argv[1], "children") == 0)
        beside(forks);
    if (strcmp(argv[1], "thread") != 0)
        execv(argv[2], argv + 2);
    printf("errno %d\n", errno);
    return 0;
}
