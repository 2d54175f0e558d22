// verdict: VERIFIED
// sanitized
// A save inside a long step gives objects new numbers while a frame below waits for its callee: what that
// frame points to, made since the save before, gets its new number too.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    unsigned x = 1;

    for (int i = 0; i < 4000; i++) // long enough for a save, while there is nothing on the heap
        x = x * 69069 + 1;
    for (int i = 0; i < 4; i++)
        free(malloc(8));
    char *s = malloc(300001);

    memset(s, 'a', 300000);
    s[300000] = 0;
    assert(x && strlen(s) == 300000); // the step ends in there
    free(s);
    return 0;
}
