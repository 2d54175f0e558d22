// The order of static initialisation and of destructors at the end.
#include <cstdio>
#include <cstdlib>
struct log {
    const char *name;
    explicit log(const char *n) : name(n) { std::printf("+%s\n", n); }
    ~log() { std::printf("-%s\n", name); }
};
static log first("first");
static log second("second");
static log &lazy()
{
    static log l("lazy");
    return l;
}
static thread_local log local("thread-local");
int main()
{
    std::atexit([] { std::printf("atexit\n"); });
    log l("main");
    lazy();
    lazy();
    std::printf("%s\n", local.name);
    static log in_main("in main");
    std::exit(3);
}
