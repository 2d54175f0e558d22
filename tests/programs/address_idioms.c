// verdict: VERIFIED
// also: -O2 VERIFIED
// also: --addresses strict VERIFIED
// What programs ask of addresses every day and what holds in every layout: pages where nothing lies,
// low bits of what is aligned, the way back from a member, truth values.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct T {
    int a;
    long m;
    struct T *next;
} T;

void __VERIFIER_assume(int);
static T s, *head;
static _Alignas(64) char line[64];
#define container(p) ((T *)((char *)(p) - (char *)&((T *)0)->m))

static void *prints(void *arg)
{
    printf("%d %lu %x\n", (int)pthread_self(), (unsigned long)pthread_self(),
           (unsigned)(uintptr_t)arg);
    return arg;
}

static void orders(T *p)
{
    assert(p > (T *)1 && p >= (T *)4095 && (uintptr_t)p > 100);
    assert(!((unsigned long)p >= (unsigned long)-4095) && (T *)-1 > p);
    assert((long)p > 0 && (long)p > -4096);
}

static void low_bits(T *p)
{
    uintptr_t tagged = (uintptr_t)p | 3;

    assert((long)p % 16 == 0 && (-(long)p & 15) == 0 && ((uintptr_t)&s & 7) == 0);
    assert((-(long)line & 63) == 0 && (uintptr_t)(line + 5) % 64 == 5);
    assert((tagged & 3) == 3 && (T *)(tagged & ~3ul) == p && ((uintptr_t)&p->m & 15) == 8);
    assert((uintptr_t)p >> 48 == 0 && ((uintptr_t)p & 0xffffffffffffUL) == (uintptr_t)p);
}

int main(void)
{
    T *p = malloc(sizeof *p);
    pthread_t t;

    p->m = 3;
    pthread_create(&t, 0, prints, p);
    head = p;
    orders(head);
    low_bits(head);
    assert(container(&p->m) == p && container(&head->m)->m == 3);
    __VERIFIER_assume((int)(long)p);
    assert((int)(long)p && (int)(uintptr_t)&s);
    pthread_join(t, 0);
    free(p);
    return 0;
}
