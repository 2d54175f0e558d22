// verdict: FAILED data-race
// flags: --races error
// A string is printed while another thread writes it.
#include <pthread.h>
#include <stdio.h>

static char name[8] = "abc";

static void *writer(void *arg)
{
    name[1] = 'x';
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    printf("%s\n", name);
    pthread_join(a, NULL);
    return 0;
}
