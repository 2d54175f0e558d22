// What a program finds that was executed: its arguments, what is in its environment that heddle needs, numbers,
// descriptors, and places in memory.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%s ", argv[i]);
    for (char **e = environ; *e; e++)
        if (strncmp(*e, "LD_PRELOAD", 10) == 0 || strncmp(*e, "HEDDLE_", 7) == 0)
            printf("%s ", *e);
    printf("process %d %d, descriptor %d, at %p %p\n", (int)getpid(), (int)getppid(), dup(0),
           (void *)&argc, malloc(1));
    return 0;
}
