// verdict: VERIFIED
// flags: --malloc-may-fail --leaks
// Every allocation is tested, and what was got is given back when the next one fails.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *a = malloc(4);
    if (!a) {
        assert(errno == ENOMEM);
        return 1;
    }
    strcpy(a, "abc");
    int *b = calloc(2, sizeof *b);
    if (!b) {
        free(a);
        return 1;
    }
    char *c = realloc(a, 8);
    if (!c) {
        assert(strcmp(a, "abc") == 0);
        c = a;
    }
    free(c);
    free(b);
    return 0;
}
