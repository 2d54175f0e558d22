/* heddle close: a C program without its inputs, as bitcode, and on standard output what was cut. */
#include "session/options.h"

#include <stdio.h>

int cmd_close(int argc, char **argv)
{
    options o = {0};
    text said = {0};

    options_parse(&o, FOR_CLOSE, argc, argv);
    if (!o.front.files.n)
        fail(EXIT_USAGE, "heddle close: no file was given; heddle help close says more");
    front_close(&o.front, o.output ? o.output : "closed.bc", &said);
    fputs(text_str(&said), stdout);
    text_free(&said);
    options_free(&o);
    return fflush(stdout) ? EXIT_BUG : 0;
}
