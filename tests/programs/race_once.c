// verdict: FAILED data-race
// flags: --races error
// One of them reads without having called the once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table;

static void fill(void)
{
    table = 4;
}

static void *user(void *arg)
{
    if (arg)
        pthread_once(&once, fill);
    return table > 4 ? arg : NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, &table);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
