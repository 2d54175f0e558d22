/* The least that an execution of a program with two threads costs: fork, two threads that do nothing, exit; so
 * many times.  usage: floor N */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void *nothing(void *arg)
{
    return arg;
}

static void once(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, nothing, NULL);
    pthread_create(&b, NULL, nothing, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;

    for (; n > 0; n--) {
        pid_t child = fork();

        if (child == 0) {
            once();
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    return 0;
}
