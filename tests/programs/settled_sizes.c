// verdict: VERIFIED
// sanitized
// Heap objects of thousands of bytes that come and go within one step.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    for (int i = 0; i < 50000; i += 2000) {
        char *s = malloc((size_t)i + 1);

        for (int k = 0; k < i; k++)
            s[k] = (char)(1 + rand() % 100);
        s[i] = 0;
        assert(strlen(s) == (size_t)i);
        free(s);
    }
    return 0;
}
