// verdict: FAILED out-of-bounds :18
// A string is printed while another thread overwrites its end.
#include <pthread.h>
#include <stdio.h>

static char text[2] = "a";

static void *writer(void *arg)
{
    text[1] = 'b';
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    printf("%s\n", text);
    pthread_join(t, NULL);
    return 0;
}
