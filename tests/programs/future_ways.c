// verdict: VERIFIED
// Every way in which a thread may come to know an object that its own code does not name.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int in_table, in_struct, returned, chosen, other, offset[4], as_integer, variable, swapped;
static int copied, thrown, by_callee, given_back, called, by_handler, jumped, far_away, given;
static int *table[] = {&in_table};
static _Thread_local int *own = &in_struct;
static int *places[9];
static intptr_t number;
static void (*action)(int *);
static pthread_key_t key;

static int *name(void)
{
    return &returned;
}

static void keep(int k, ...)
{
    va_list list;

    va_start(list, k);
    places[k] = va_arg(list, int *);
    va_end(list);
}

static void pass(int **to, int *p)
{
    *to = p;
}

static int *same(int *p)
{
    return p;
}

static void act(int *p)
{
    called++;
    ++*p;
}

static void handle(void *p)
{
    by_handler++;
    ++*(int *)p;
}

static void *first(void *p)
{
    places[8] = p;
    return &thrown;
}

static void *second(void *p)
{
    jmp_buf back;

    ++*table[0];
    ++*own;
    for (int k = 0; k < 9; k++)
        ++*places[k];
    ++*(int *)number;
    ++**(int **)p;
    action(table[0]);
    pthread_setspecific(key, table[0]);
    if (!setjmp(back)) {
        ++*table[0];
        longjmp(back, 1);
    } else {
        jumped++;
    }
    return p;
}

static void set_up(int some)
{
    struct {
        int n, *p;
    } *from = malloc(sizeof *from), to;
    int *far = &far_away;

    places[0] = name();
    places[1] = some ? &chosen : &other;
    places[2] = offset + some;
    number = (intptr_t)&as_integer;
    if (some)
        keep(3, &variable);
    places[7] = far;
    __atomic_exchange_n(&places[4], &swapped, __ATOMIC_SEQ_CST);
    from->p = &copied;
    memcpy(&to, from, sizeof to);
    places[5] = to.p;
    free(from);
    pass(&places[6], same(&given_back));
    action = act;
    pthread_key_create(&key, handle);
}

int main(int argc, char **argv)
{
    pthread_t t;
    void *got;
    int *on_stack = &by_callee;

    (void)argv;
    set_up(argc > 0);
    pthread_create(&t, NULL, first, &given);
    pthread_join(t, &got);
    ++*(int *)got;
    pthread_create(&t, NULL, second, &on_stack);
    pthread_join(t, NULL);
    assert(in_table == 4 && in_struct == 1 && thrown == 1 && jumped == 1 && called == 1);
    assert(returned + chosen + offset[1] + variable + swapped + copied + given_back == 7 &&
           far_away + given == 2);
    assert(as_integer + by_callee + by_handler == 3 && other == 0);
    return 0;
}
