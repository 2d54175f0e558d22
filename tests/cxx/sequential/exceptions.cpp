// Throwing, catching by type and base, throwing again, nested, function-try, destructors on the way.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
struct log {
    const char *name;
    explicit log(const char *n) : name(n) { std::printf("+%s\n", n); }
    ~log() { std::printf("-%s\n", name); }
};
struct base {
    int v;
    explicit base(int n) : v(n) {}
    base(const base &b) : v(b.v + 100) {}
    virtual ~base() { std::printf("~base %d\n", v); }
};
struct derived : base {
    using base::base;
};
struct other : virtual base {
    explicit other(int n) : base(n) {}
};
struct both : derived {
    log l{"member"};
    both() : derived(9) { throw 1.5; }
};
static void level(int n)
{
    log l("level");
    switch (n) {
    case 0:
        throw derived(1);
    case 1:
        throw other(2);
    case 2:
        throw std::runtime_error("message " + std::to_string(n));
    case 3:
        throw n;
    case 4:
        throw static_cast<const base *>(new derived(4));
    case 5:
        both();
        break;
    case 6:
        throw std::string("text");
    default:
        throw 'c';
    }
}
struct tries {
    tries()
    try : l("tries") {
        throw 'c';
    } catch (char c) {
        std::printf("in the constructor: %c\n", c);
    }
    log l;
};
static void again(int n)
{
    try {
        level(n);
    } catch (const std::exception &e) {
        std::printf("again: %s\n", e.what());
        throw;
    } catch (base b) {
        std::printf("a copy: %d\n", b.v);
        throw;
    }
}
int main()
{
    for (int n = 0; n < 8; n++) {
        try {
            log l("try");
            again(n);
        } catch (derived &d) {
            std::printf("derived %d\n", d.v);
        } catch (base &b) {
            std::printf("base %d\n", b.v);
        } catch (const std::logic_error &) {
            std::printf("logic\n");
        } catch (const std::exception &e) {
            std::printf("exception %s\n", e.what());
        } catch (int i) {
            std::printf("int %d\n", i);
        } catch (const base *p) {
            std::printf("pointer %d\n", p->v);
            delete p;
        } catch (const void *p) {
            std::printf("void %d\n", p == nullptr);
        } catch (...) {
            std::printf("other, %d on the way\n", std::uncaught_exceptions());
        }
    }
    try {
        tries t;
    } catch (char c) {
        std::printf("out of it: %c\n", c);
    }
    try {
        try {
            throw std::runtime_error("inner");
        } catch (...) {
            std::throw_with_nested(std::logic_error("outer"));
        }
    } catch (const std::exception &e) {
        std::printf("%s\n", e.what());
        try {
            std::rethrow_if_nested(e);
        } catch (const std::exception &f) {
            std::printf("because of %s\n", f.what());
        }
    }
    return 7;
}
