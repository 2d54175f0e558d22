/* Exceptions.
 *
 * A thrown object has a header before it, with its type, its destructor, and how many hold on to
 * it: those who throw it at present, and exception_ptr.  Each throw is a node of its own, so that
 * two threads may throw one object again at the same time; landing pads get the node.
 *
 * As the ABI wants it there are two rounds: the first looks for a frame that takes the exception,
 * and without one ends the program where it was thrown; the second stops at every frame on the way
 * that has something to clean up, which comes back through __heddle_resume. */
#include "cxx_runtime.h"

#include <cxxabi.h>
#include <exception>
#include <new>

extern "C" {
[[noreturn]] void __heddle_finish(void *value);
[[noreturn]] void abort(void);
int snprintf(char *, size_t, const char *, ...);
}

namespace
{

struct header {
    const std::type_info *type;
    void (*destroy)(void *);
    long references;
    long spare;
};
static_assert(sizeof(header) % 16 == 0, "what is thrown is aligned");

struct node {
    header *of;                 /* NULL: the thread is to end, see __heddle_leave */
    void *adjusted;             /* what the handler that was found gets */
    node *next;                 /* that was caught before it */
    int handlers;               /* that it is caught by at present; negative: it was thrown again */
    const std::type_info *type; /* of the object, which another thread may hold as well */
};

struct globals {
    node *caught;
    unsigned uncaught;
};

thread_local globals here;

header *header_of(void *object)
{
    return static_cast<header *>(object) - 1;
}

void hold(header *h)
{
    __atomic_fetch_add(&h->references, 1, __ATOMIC_RELAXED);
}

void drop(header *h)
{
    if (__atomic_sub_fetch(&h->references, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    if (h->destroy)
        h->destroy(h + 1);
    __heddle_free(h, HEAP_OWN);
}

node *throw_node(header *h)
{
    node *n = static_cast<node *>(__heddle_alloc(sizeof(node), alignof(node), 2 * HEAP_OWN));

    *n = {h, nullptr, nullptr, 0, h ? h->type : nullptr};
    return n;
}

/* ---- what traces say of it ---- */

/* The numbers are those of report/cxx.h. */
enum { TELL_THROWS = -1, TELL_THROWS_AGAIN = -2, TELL_CATCHES = -3, TELL_WHAT = -4 };

/* As if it were written to a file with that number, which none has. */
void tell(int what, const std::type_info *type)
{
    const char *name = type->name();

    __heddle_write(what, name, __builtin_strlen(name));
}

/* Is it a class of the library's own?  Then what() is no code of the program's, which could do
 * something. */
bool of_library(const char *name)
{
    size_t n = 0;

    if (name[0] != 'S' || name[1] != 't')
        return false;
    for (name += 2; *name >= '0' && *name <= '9'; name++)
        n = n * 10 + static_cast<size_t>(*name - '0');
    return n && __builtin_strlen(name) == n;
}

/* Nobody else can have the object yet. */
void tell_throw(const std::type_info *type, void *object)
{
    tell(TELL_THROWS, type);
    if (!of_library(type->name()) || !heddle_catches(&typeid(std::exception), type, &object))
        return;
    const char *what = static_cast<std::exception *>(object)->what();

    __heddle_write(TELL_WHAT, what, __builtin_strlen(what));
}

/* ---- which frame takes it ---- */

enum { PASSES = -(1 << 30) };

/* May the exception pass a list of types? */
bool allowed(const landing_clause *first, long count, node *n)
{
    if (!n->of)
        return true;
    for (long i = 0; i < count; i++) {
        void *object = n->of + 1;

        if (heddle_catches(static_cast<const std::type_info *>(first[i].type), n->type, &object))
            return true;
    }
    return false;
}

bool takes(const landing_clause *c, node *n)
{
    void *object = n->of ? n->of + 1 : nullptr;

    if (!n->of)
        return c->id == LANDING_ALL ||
               *static_cast<const std::type_info *>(c->type) == typeid(abi::__forced_unwind);

    if (c->id == LANDING_ALL) {
        n->adjusted = n->type->__is_pointer_p() ? *static_cast<void **>(object) : object;
        return true;
    }
    if (!heddle_catches(static_cast<const std::type_info *>(c->type), n->type, &object))
        return false;
    n->adjusted = object;
    return true;
}

/* The number that the landing pad is to find; 0: it cleans up; PASSES. */
int choose(const landing_clause *c, node *n)
{
    for (; c->id != LANDING_END; c++) {
        if (c->id == LANDING_CLEANUP)
            return LANDING_CLEANUP;
        if (c->id < 0) {
            if (!allowed(c + 1, -1 - c->id, n))
                return -1;
            c += -1 - c->id;
        } else if (takes(c, n)) {
            return static_cast<int>(c->id);
        }
    }
    return PASSES;
}

} // namespace

extern "C" {

struct heddle_thrown {
    void *exception;
    int number;
};
thread_local heddle_thrown __heddle_thrown;

/* Its frames are counted from here, so that it is never part of another function. */
__attribute__((noinline)) static bool is_caught(node *n)
{
    for (int level = 1;; level++) {
        const landing_clause *c = __heddle_landing(level);
        int number;

        if (c == reinterpret_cast<const landing_clause *>(1))
            return false;
        number = c ? choose(c, n) : static_cast<int>(PASSES);
        if (number != PASSES && number != LANDING_CLEANUP)
            return true;
    }
}

__attribute__((noinline)) static void leave(node *n)
{
    for (int level = 1;; level++) {
        const landing_clause *c = __heddle_landing(level);
        int number;

        if (c == reinterpret_cast<const landing_clause *>(1))
            __heddle_finish(n->adjusted); /* of an exception the first round knew better */
        number = c ? choose(c, n) : static_cast<int>(PASSES);
        if (number == PASSES)
            continue;
        __heddle_thrown.exception = n;
        __heddle_thrown.number = number;
        __heddle_unwind(level);
    }
}

static void *begin_catch(node *n)
{
    __heddle_thrown.exception = nullptr;
    __heddle_thrown.number = 0;
    here.uncaught--;
    n->handlers = (n->handlers < 0 ? -n->handlers : n->handlers) + 1;
    if (here.caught != n) {
        n->next = here.caught;
        here.caught = n;
    }
    return n->adjusted;
}

static void raise(node *n, bool again)
{
    here.uncaught++;
    if (!is_caught(n)) {
        begin_catch(n);
        std::terminate();
    }
    if (again)
        tell(TELL_THROWS_AGAIN, n->type);
    else
        tell_throw(n->type, n->of + 1);
    leave(n);
}

/* pthread_exit, and a thread that is cancelled: every frame cleans up, and no handler may keep it.
 */
[[noreturn]] void __heddle_leave(void *value)
{
    node *n = throw_node(nullptr);

    __heddle_cancel_mask(1);
    n->adjusted = value;
    here.uncaught++;
    leave(n);
    __builtin_unreachable();
}

void __heddle_resume(void *exception)
{
    leave(static_cast<node *>(exception));
}

} // extern "C"

namespace __cxxabiv1
{

extern "C" {

void *__cxa_allocate_exception(size_t size) noexcept
{
    header *h = static_cast<header *>(__heddle_alloc(sizeof(header) + size, 16, 2 * HEAP_OWN));

    *h = {nullptr, nullptr, 1, 0};
    return h + 1;
}

void __cxa_free_exception(void *object) noexcept
{
    __heddle_free(header_of(object), HEAP_OWN);
}

__cxa_refcounted_exception *__cxa_init_primary_exception(void *object, std::type_info *type,
                                                         void (*destroy)(void *)) noexcept
{
    header *h = header_of(object);

    h->type = type;
    h->destroy = destroy;
    h->references = 0;
    return static_cast<__cxa_refcounted_exception *>(object);
}

void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *))
{
    header *h = header_of(object);

    h->type = type;
    h->destroy = destroy;
    raise(throw_node(h), false);
    __builtin_unreachable();
}

void *__cxa_get_exception_ptr(void *exception) noexcept
{
    return static_cast<node *>(exception)->adjusted;
}

void *__cxa_begin_catch(void *exception) noexcept
{
    node *n = static_cast<node *>(exception);

    if (n->type)
        tell(TELL_CATCHES, n->type);
    return begin_catch(n);
}

void __cxa_end_catch()
{
    node *n = here.caught;

    if (!n)
        return;
    if (n->handlers < 0) { /* it is on its way again */
        if (++n->handlers == 0) {
            here.caught = n->next;
            n->next = nullptr;
        }
        return;
    }
    if (--n->handlers)
        return;
    if (!n->of)
        __heddle_fail(ERR_ABORT, "the end of a thread is caught and not thrown again");
    here.caught = n->next;
    header *h = n->of;
    __heddle_free(n, HEAP_OWN);
    drop(h);
}

void __cxa_rethrow()
{
    node *n = here.caught;

    if (!n)
        std::terminate();
    n->handlers = -n->handlers;
    if (n->of)
        raise(n, true);
    here.uncaught++;
    leave(n);
    __builtin_unreachable();
}

std::type_info *__cxa_current_exception_type() noexcept
{
    return here.caught && here.caught->of ? const_cast<std::type_info *>(here.caught->of->type)
                                          : nullptr;
}

unsigned __cxa_uncaught_exceptions()
{
    return here.uncaught;
}

/* An exception that its specification does not allow left the function. */
void __cxa_call_unexpected(void *exception)
{
    begin_catch(static_cast<node *>(exception));
    std::terminate();
}

int __gxx_personality_v0()
{
    __heddle_unsupported("the personality of C++ called as a function");
}

} // extern "C"
} // namespace __cxxabiv1

/* No object is ever of these. */
__cxxabiv1::__forced_unwind::~__forced_unwind() noexcept
{
}
__cxxabiv1::__foreign_exception::~__foreign_exception() noexcept
{
}

/* ---- the end ---- */

namespace
{

/* A type's name as C++ has it; what is too rich for a few lines stays as the compiler made it. */
struct spelling {
    char text[200];
    size_t n = 0;

    void add(const char *s, size_t count)
    {
        for (size_t i = 0; i < count && n + 1 < sizeof text; i++)
            text[n++] = s[i];
        text[n] = 0;
    }

    void add(const char *s)
    {
        add(s, __builtin_strlen(s));
    }

    /* A name with its length before it; NULL: this is none. */
    const char *name(const char *s)
    {
        size_t count = 0;

        while (*s >= '0' && *s <= '9')
            count = count * 10 + static_cast<size_t>(*s++ - '0');
        if (!count)
            return nullptr;
        if (count >= 11 && !__builtin_strncmp(s, "_GLOBAL__N_", 11))
            add("(anonymous)");
        else
            add(s, count);
        return s + count;
    }

    const char *names(const char *s)
    {
        bool nested = *s == 'N';

        s += nested;
        if (s[0] == 'S' && s[1] == 't') {
            add("std::");
            s += 2;
        }
        while (s && *s >= '0' && *s <= '9') {
            s = name(s);
            if (nested && s && *s != 'E')
                add("::");
        }
        return s && nested ? (*s == 'E' ? s + 1 : nullptr) : s;
    }

    const char *simple(char letter)
    {
        static const char letters[] = "vwbcahstijlmxyfdeno";
        static const char *const words[] = {"void",
                                            "wchar_t",
                                            "bool",
                                            "char",
                                            "signed char",
                                            "unsigned char",
                                            "short",
                                            "unsigned short",
                                            "int",
                                            "unsigned int",
                                            "long",
                                            "unsigned long",
                                            "long long",
                                            "unsigned long long",
                                            "float",
                                            "double",
                                            "long double",
                                            "__int128",
                                            "unsigned __int128"};

        for (size_t i = 0; letters[i]; i++)
            if (letters[i] == letter)
                return words[i];
        return nullptr;
    }

    bool type(const char *s)
    {
        const char *word = s[0] && !s[1] ? simple(*s) : nullptr;

        if (word) {
            add(word);
            return true;
        }
        if (*s == 'P') {
            bool constant = s[1] == 'K', known = type(s + 1 + constant);

            add(constant ? " const*" : "*");
            return known;
        }
        s = names(s);
        return s && !*s;
    }
};

void spell(const std::type_info *type, spelling &out)
{
    if (out.type(type->name()))
        return;
    out.n = 0;
    out.add(type->name());
}

[[noreturn]] void fail_uncaught(node *n)
{
    char message[360];
    spelling s;
    void *object = n->of + 1;

    spell(n->of->type, s);
    if (heddle_catches(&typeid(std::exception), n->of->type, &object))
        snprintf(message, sizeof message, "exception %s is not caught: %s", s.text,
                 static_cast<std::exception *>(object)->what());
    else if (*n->of->type == typeid(int))
        snprintf(message, sizeof message, "exception %s is not caught: %d", s.text,
                 *static_cast<int *>(object));
    else if (*n->of->type == typeid(const char *))
        snprintf(message, sizeof message, "exception %s is not caught: %s", s.text,
                 *static_cast<const char **>(object));
    else
        snprintf(message, sizeof message, "exception %s is not caught", s.text);
    __heddle_fail(ERR_UNCAUGHT, message);
}

std::terminate_handler terminates;

} // namespace

namespace std
{

void terminate() noexcept
{
    if (terminate_handler handler = __atomic_load_n(&terminates, __ATOMIC_ACQUIRE)) {
        handler();
        __heddle_fail(ERR_ABORT, "the terminate handler returned");
    }
    if (here.caught && here.caught->of)
        fail_uncaught(here.caught);
    __heddle_fail(ERR_TERMINATE, "std::terminate was called");
}

terminate_handler set_terminate(terminate_handler handler) noexcept
{
    return __atomic_exchange_n(&terminates, handler, __ATOMIC_ACQ_REL);
}

terminate_handler get_terminate() noexcept
{
    return __atomic_load_n(&terminates, __ATOMIC_ACQUIRE);
}

bool uncaught_exception() noexcept
{
    return here.uncaught != 0;
}

int uncaught_exceptions() noexcept
{
    return static_cast<int>(here.uncaught);
}

/* ---- exception_ptr ---- */

namespace __exception_ptr
{

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object)
{
    _M_addref();
}

void exception_ptr::_M_addref() noexcept
{
    if (_M_exception_object)
        hold(header_of(_M_exception_object));
}

void exception_ptr::_M_release() noexcept
{
    if (_M_exception_object)
        drop(header_of(_M_exception_object));
    _M_exception_object = nullptr;
}

void *exception_ptr::_M_get() const noexcept
{
    return _M_exception_object;
}

const std::type_info *exception_ptr::__cxa_exception_type() const noexcept
{
    return _M_exception_object ? header_of(_M_exception_object)->type : nullptr;
}

} // namespace __exception_ptr

exception_ptr current_exception() noexcept
{
    return here.caught && here.caught->of ? exception_ptr(static_cast<void *>(here.caught->of + 1))
                                          : exception_ptr();
}

void rethrow_exception(exception_ptr p)
{
    header *h = header_of(p._M_get());

    hold(h);
    node *n = throw_node(h);
    p = nullptr;
    raise(n, true);
    __builtin_unreachable();
}

} // namespace std
