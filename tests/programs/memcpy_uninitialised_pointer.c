// verdict: FAILED uninitialised :17
// A pointer is copied with the half-filled structure that holds it, and followed.
#include <stdlib.h>
#include <string.h>

struct entry {
    int key;
    char *name;
};

int main(void)
{
    struct entry a, *b = malloc(sizeof *b);
    a.key = 1;
    memcpy(b, &a, sizeof a);
    if (b->key == 1)
        b->name[0] = 'x';
    free(b);
    return 0;
}
