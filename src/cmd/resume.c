/* heddle resume: a check goes on where its last checkpoint was written. */
#include "session/check.h"
#include "session/resume.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cmd_resume(int argc, char **argv)
{
    resumption from;
    session c;
    text help = {0};
    int exit_status;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        help_command("resume", &help);
        fputs(text_str(&help), stdout);
        text_free(&help);
        return 0;
    }
    if (argc != 2)
        fail(EXIT_USAGE, "heddle resume: one checkpoint is needed; its options are those of the "
                         "heddle check that wrote it");
    if (argv[1][0] == '-')
        fail(EXIT_USAGE, "heddle resume: unknown option %s; it takes a checkpoint alone", argv[1]);
    resume_read(&from, argv[1]);
    if (chdir(from.folder) != 0)
        fail(EXIT_INPUT, "%s: the folder %s of its program cannot be entered: %s", argv[1],
             from.folder, strerror(errno));
    vec_push(&from.words, NULL);
    check_options(&c, FOR_CHECK, (int)from.words.n - 1, from.words.at);
    c.resume = &from;
    check_search(&c);
    exit_status = session_finish(&c);
    resume_free(&from);
    return exit_status;
}
