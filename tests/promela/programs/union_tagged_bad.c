// verdict: FAILED assertion
// What a union's member has is not always the same.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

struct pair {
    int a, b;
};
struct message {
    enum { NUMBER, PAIR, TEXT } kind;
    union {
        long number;
        struct pair pair;
        char text[4];
    } of;
};
static struct message slot, zero;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct message make(int kind)
{
    struct message r = {.kind = NUMBER, .of = {.number = 5}};

    if (kind == PAIR) {
        r.kind = PAIR;
        r.of.pair = (struct pair){1, 2};
    } else if (kind == TEXT) {
        struct message t = {.kind = TEXT, .of = {.text = "ab"}};
        r = t;
    }
    return r;
}

static int weigh(const struct message *p)
{
    switch (p->kind) {
    case NUMBER: return (int)p->of.number;
    case PAIR: return p->of.pair.a * 10 + p->of.pair.b;
    default: return p->of.text[1];
    }
}

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    slot = make(heddle_choose(3));
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    assert(zero.of.number == 0 && zero.of.pair.b == 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    int n = weigh(&slot);
    pthread_mutex_unlock(&m);
    assert(n == 0 || n == 5 || n == 12 || n == 'b');
    pthread_join(t, NULL);
    n = weigh(&slot);
    assert(n == 5 || n == 'b');
    return 0;
}
