// The shell, in a child: what it prints comes through a pipe.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

int main(void)
{
    char line[16];
    FILE *f;

    assert(WEXITSTATUS(system("exit 3")) == 3);
    f = popen("echo hello; exit 4", "r");
    assert(f && fgets(line, sizeof line, f) && strcmp(line, "hello\n") == 0);
#ifdef WRONG
    assert(pclose(f) == 4);
#else
    assert(!fgets(line, sizeof line, f));
    assert(WEXITSTATUS(pclose(f)) == 4);
#endif
    return 0;
}
