// verdict: VERIFIED
// memcpy and packed structures reach odd addresses.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) header {
    char tag;
    int length;
};

int main(void)
{
    char *p = malloc(16);
    int x = 0x01020304, y;
    memcpy(p + 1, &x, sizeof x);
    memcpy(&y, p + 1, sizeof y);
    assert(y == x);
    struct header *h = (struct header *)p;
    assert(h->length == x);
    h->length++;
    assert(h->length == x + 1);
    free(p);
    return 0;
}
