// verdict: VERIFIED
// flags: -D_GNU_SOURCE
// args: -ab one -c3 two --long=7 -d --opt --name x -- -e
// Short and long options, with words between them that move to the end; `+` stops at the first.
#include <assert.h>
#include <getopt.h>
#include <string.h>
#include <unistd.h>

static int flagged;
static const struct option longs[] = {
    {"long", required_argument, NULL, 'L'}, {"opt", optional_argument, &flagged, 5},
    {"name", required_argument, NULL, 'N'}, {"nothing", no_argument, NULL, 'Z'},
    {0},
};

static void words(int argc, char **argv)
{
    int index = -1;
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 'a');
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 'b' && !optarg);
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 'c' && !strcmp(optarg, "3"));
    assert(index == -1);
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 'L' && !strcmp(optarg, "7"));
    assert(index == 0);
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 'd' && !optarg);
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 0 && flagged == 5 && !optarg);
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == 'N' && !strcmp(optarg, "x"));
    assert(getopt_long(argc, argv, "abc:d::e", longs, &index) == -1);
    assert(argc - optind == 3);
    assert(!strcmp(argv[optind], "one") && !strcmp(argv[optind + 1], "two"));
    assert(!strcmp(argv[optind + 2], "-e") && !strcmp(argv[optind - 1], "--"));
}

static void errors(void)
{
    char *argv[] = {"p", "-x", "--na=1", "--n", "--nothing=1", "-nothing", "-c", NULL};
    int argc = 7;
    optind = 0;
    opterr = 0;
    assert(getopt_long_only(argc, argv, "c:", longs, NULL) == '?');
    assert(getopt_long_only(argc, argv, "c:", longs, NULL) == 'N' && !strcmp(optarg, "1"));
    assert(getopt_long_only(argc, argv, "c:", longs, NULL) == '?' && optopt == 0);
    assert(getopt_long_only(argc, argv, "c:", longs, NULL) == '?' && optopt == 'Z');
    assert(getopt_long_only(argc, argv, "c:", longs, NULL) == 'Z');
    assert(getopt_long_only(argc, argv, ":c:", longs, NULL) == ':' && optopt == 'c');
    assert(getopt_long_only(argc, argv, ":c:", longs, NULL) == -1 && optind == argc);
}

static void in_order(void)
{
    char *argv[] = {"p", "-a", "word", "-b", NULL};
    optind = 0;
    assert(getopt(4, argv, "+ab") == 'a');
    assert(getopt(4, argv, "+ab") == -1 && optind == 2);
    optind = 0;
    assert(getopt(4, argv, "-ab") == 'a');
    assert(getopt(4, argv, "-ab") == 1 && !strcmp(optarg, "word"));
    assert(getopt(4, argv, "-ab") == 'b');
    assert(getopt(4, argv, "-ab") == -1 && optind == 4);
    optind = 0;
    assert(getopt(4, argv, "b") == '?' && optopt == 'a');
    assert(getopt(4, argv, "b") == 'b' && getopt(4, argv, "b") == -1 && optind == 3);
    assert(!strcmp(argv[3], "word"));
}

int main(int argc, char **argv)
{
    words(argc, argv);
    errors();
    in_order();
    return 0;
}
