// verdict: FAILED data-race
// flags: --races error
// A string is measured while another thread writes it.
#include <pthread.h>
#include <string.h>

static char name[8] = "abc";

static void *writer(void *arg)
{
    name[1] = 'x';
    return arg;
}

int main(void)
{
    pthread_t a;
    unsigned n;
    pthread_create(&a, NULL, writer, NULL);
    n = (unsigned)strlen(name);
    pthread_join(a, NULL);
    return n != 3;
}
