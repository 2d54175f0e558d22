// right: VERIFIED
// wrong: FAILED crash
// A UNIX socket between threads; the wrong server hangs up before its client has written.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un place = {.sun_family = AF_UNIX, .sun_path = "unix-socket"};

static void *client(void *unused)
{
    int c = socket(AF_UNIX, SOCK_STREAM, 0);
    char line[8] = "";
    FILE *f;

    assert(connect(c, (struct sockaddr *)&place, sizeof place) == 0);
    write(c, "ping\n", 5);
    shutdown(c, SHUT_WR);
    f = fdopen(c, "r");
#ifndef WRONG
    assert(fgets(line, sizeof line, f) && strcmp(line, "pong\n") == 0);
#endif
    fclose(f);
    return unused;
}

int main(void)
{
    int l = socket(AF_UNIX, SOCK_STREAM, 0), c;
    char line[8];
    pthread_t t;

    unlink("unix-socket");
    assert(bind(l, (struct sockaddr *)&place, sizeof place) == 0 && listen(l, 4) == 0);
    pthread_create(&t, NULL, client, NULL);
    c = accept(l, NULL, NULL);
#ifndef WRONG
    assert(read(c, line, sizeof line) == 5 && read(c, line, sizeof line) == 0);
    write(c, "pong\n", 5);
#endif
    close(c);
    pthread_join(t, NULL);
    unlink("unix-socket");
}
