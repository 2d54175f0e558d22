// verdict: VERIFIED
// Output of all kinds is taken and changes nothing.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    assert(printf("%s %d\n", "count", 3) == 8);
    assert(puts("line") >= 0 && putchar('x') == 'x');
    fprintf(stderr, "to %s\n", "stderr");
    fputs("text\n", stdout);
    fputc('c', stdout);
    putc('d', stderr);
    errno = EINVAL;
    perror("heddle");
    assert(fflush(stdout) == 0);
    assert(fwrite("abc", 1, 3, stdout) == 3);
    return 0;
}
