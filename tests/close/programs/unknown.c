// What the C library has and heddle does not is refused, but where the user says that it is an input.
// flags: --input getloadavg
// refused: unknown.c:15: error: what 'gethostid' of the C library does is not known; --input gethostid says
// refused: unknown.c:16: error: what this system call does is not known
// not: unknown.c:14
// not: unknown.c:17
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
    double load[3];
    getloadavg(load, 3);
    long host = gethostid();
    syscall(SYS_read, 0, load, sizeof load);
    syscall(SYS_gettid);
    return host == 3;
}
