// verdict: FAILED exit-status :18
// flags: --exit-status -D_GNU_SOURCE
// Messages of err.h and error.h; those that end the program do so with their status.
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdlib.h>

int main(void)
{
    warnx("%d of %d", 1, 2);
    errno = ENOENT;
    warn("file %s", "x");
    error(0, EINVAL, "again");
    assert(error_message_count == 1);
    if (error_message_count == 1)
        errx(3, "the end");
    abort();
}
