/* How the process begins and ends: constructors, main, the handlers of atexit and on_exit in
 * reverse order of registration, destructors, and the end.  Handlers are a list of heap nodes below
 * one global word; each access to it is an operation, and a handler is unlinked before it runs, so
 * that an exit inside a handler goes on with those that are left. */
#include "heddle_runtime.h"

#include <stdlib.h>
#include <unistd.h>

/* Made by the front end. */
int __heddle_call_main(int argc, char **argv, char **envp);
void __heddle_constructors(void);
void __heddle_destructors(void);
void __heddle_start(int argc, char **argv);

typedef struct handler handler;
struct handler {
    handler *next;
    void (*plain)(void);
    void (*with_status)(int, void *);
    void *arg;
};

static handler *at_exit, *at_quick_exit_list;
static char *no_environment[1];
char **environ = no_environment;
char **__environ = no_environment;

static int add_handler(handler **list, void (*plain)(void), void (*with_status)(int, void *),
                       void *arg)
{
    handler *h = __heddle_alloc(sizeof *h, _Alignof(handler), 0);
    h->plain = plain;
    h->with_status = with_status;
    h->arg = arg;
    __heddle_visible(EV_SYNC, list, sizeof *list);
    h->next = *list;
    *list = h;
    releases(list);
    return op(0);
}

static int take_handler(handler **list, handler *taken)
{
    __heddle_visible(EV_SYNC, list, sizeof *list);
    handler *h = *list;
    acquires(list);
    if (!h)
        return op(0);
    *taken = *h;
    *list = h->next;
    __heddle_free(h, HEAP_MALLOC);
    return op(1);
}

static void run_handlers(handler **list, int status)
{
    handler h;
    while (take_handler(list, &h)) {
        if (h.plain)
            h.plain();
        else
            h.with_status(status, h.arg);
    }
}

int atexit(void (*function)(void))
{
    __heddle_handles();
    return add_handler(&at_exit, function, NULL, NULL);
}

int on_exit(void (*function)(int, void *), void *arg)
{
    __heddle_handles();
    return add_handler(&at_exit, NULL, function, arg);
}

int at_quick_exit(void (*function)(void))
{
    return add_handler(&at_quick_exit_list, function, NULL, NULL);
}

_Noreturn void __heddle_quit(int status)
{
    run_handlers(&at_exit, status);
    __heddle_destructors();
    __heddle_exit(status & 255);
}

_Noreturn void exit(int status)
{
    __heddle_thread_handlers();
    __heddle_quit(status);
}

_Noreturn void quick_exit(int status)
{
    run_handlers(&at_quick_exit_list, status);
    __heddle_exit(status & 255);
}

_Noreturn void _Exit(int status)
{
    __heddle_exit(status & 255);
}

_Noreturn void _exit(int status)
{
    __heddle_exit(status & 255);
}

/* A function of its own, so that the value has an address only here. */
static __attribute__((noinline)) void check_status(int status)
{
    if (!__heddle_defined(&status, sizeof status) && !__heddle_lost(&status, sizeof status))
        __heddle_fail(ERR_UNINITIALISED, "main returns an uninitialised value");
}

/* What follows the call of main has the place of main's return: the front end sees to it. */
void __heddle_start(int argc, char **argv)
{
    int status;

    __heddle_constructors();
    status = __heddle_call_main(argc, argv, no_environment);
    check_status(status);
    __heddle_thread_handlers();
    __heddle_quit(status);
}
