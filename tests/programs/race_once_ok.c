// verdict: VERIFIED
// flags: --races error
// What the routine of a once wrote is there for everybody who called it.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table;

static void fill(void)
{
    table = 4;
}

static void *user(void *arg)
{
    pthread_once(&once, fill);
    return table == 4 ? NULL : arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
