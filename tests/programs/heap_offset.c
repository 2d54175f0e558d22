// verdict: FAILED assertion
// also: -DSAME VERIFIED
// Two states differ in nothing but where a pointer in the heap points to inside of its object.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct cursor {
    char *at;
};
static struct cursor *c;

static void *look(void *arg)
{
    assert(*c->at == 0);
    return arg;
}

int main(void)
{
    char *text = calloc(2, 1);
    pthread_t t;

    c = malloc(sizeof *c);
    if (!c || !text)
        return 1;
#ifndef SAME
    text[1] = 1;
#endif
    c->at = text + heddle_choose(2);
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    free(text);
    free(c);
    return 0;
}
