/* What a model can call, read and write: calls.pml. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct item {
    signed char small;
    unsigned short middle;
    long long large;
    unsigned bits : 3;
    bool flag;
    struct item *next;
};

struct item items[3];
struct item *head;
static int hidden = -5;
int watched, shared, steps;
double real;
const volatile int fixed = 7;
unsigned char byte = 200;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int add(int a, long b)
{
    return (int)(a + b);
}
unsigned char narrow(unsigned char c, short s)
{
    return (unsigned char)(c + (s < 0));
}
long six(int a, int b, int c, int d, int e, int f)
{
    return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
}
void nothing(void)
{
}
struct item *link_item(int k)
{
    struct item *new = calloc(1, sizeof *new);

    new->small = (signed char)k;
    new->large = -k;
    new->bits = 5;
    new->flag = true;
    new->next = head;
    head = new;
    return new;
}
double floats(double x)
{
    return x + real;
}
int holds(void)
{
    return watched < 10;
}
int fails(int k)
{
    assert(k != 3);
    return items[k].small;
}
void locks(void)
{
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
}
int chooses(void)
{
    return heddle_choose(2);
}
void assumes(int k)
{
    heddle_assume(k);
}
void ends(void)
{
    exit(0);
}
void turns(void)
{
    for (;;)
        ;
}
/* Others see each of its values. */
void *counts(void *arg)
{
    (void)arg;
    steps = 1;
    steps = 2;
    steps = 3;
    return NULL;
}
void *keeps_lock(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    while (steps < 100)
        steps = steps;
    return NULL;
}
int use(void)
{
    return hidden + byte + fixed + (int)real;
}

int main(void)
{
    return 0;
}
