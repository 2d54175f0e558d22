// verdict: FAILED uninitialised :21
// A message is handed over with one member not yet set.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
    int kind, length;
};

static _Atomic(struct message *) mailbox;
static int handled;

static void *receiver(void *arg)
{
    struct message *m = mailbox;
    if (!m)
        return arg;
    if (m->kind == 1)
        handled++;
    if (m->length > 0)
        handled++;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, receiver, NULL);
    struct message *m = malloc(sizeof *m);
    m->kind = 1;
    mailbox = m;
    m->length = 4;
    pthread_join(t, NULL);
    return 0;
}
