// verdict: UNKNOWN depends on where an object lies in memory
// also: -DDECIMAL UNKNOWN depends on where an object lies in memory
// also: -DPART UNKNOWN depends on where an object lies in memory
// also: -DTHREAD UNKNOWN depends on where an object lies in memory
// also: --addresses strict FAILED provenance :40
// also: --addresses layout VERIFIED
// also: -DDECIMAL --addresses layout --layouts 2 VERIFIED
// also: -DPART --addresses layout VERIFIED
// also: -DTHREAD --addresses layout VERIFIED
// also: -m32 --addresses layout VERIFIED
// also: -DCOPIED VERIFIED
// also: -DCOPIED --addresses strict VERIFIED
// An address that was printed into memory has the characters of its layout: what looks at them needs one, copies do not.
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[40], copy[40];

static void *look(void *p)
{
    uintptr_t number = (uintptr_t)p;

#ifdef DECIMAL
    snprintf(text, sizeof text, "%" PRIuPTR, number);
    assert(strtoull(text, 0, 10) == number);
#elif defined PART
    snprintf(text, sizeof text, "%" PRIxPTR, number >> 3);
    assert(strtoull(text, 0, 16) == number >> 3);
#elif defined THREAD
    snprintf(text, sizeof text, "%lu", (unsigned long)pthread_self());
    assert(strtoull(text, 0, 10) == (unsigned long)pthread_self());
#elif !defined COPIED
    void *back = 0;
    snprintf(text, sizeof text, "%p", p);
    assert(strtoull(text, 0, 16) == number);
    assert(sscanf(text, "%p", &back) == 1 && back == p);
#else
    int n = snprintf(text, sizeof text, "%p at %-24p", p, (void *)&number);
    assert(n > 0 && strlen(text) < sizeof text && text[0] == '0' && text[1] == 'x');
    strcpy(copy, text);
    printf("%s and %p\n", copy, p);
    puts(text);
#endif
    return p;
}

int main(void)
{
    pthread_t t;
    int x;

    pthread_create(&t, 0, look, &x);
    pthread_join(t, 0);
    return 0;
}
