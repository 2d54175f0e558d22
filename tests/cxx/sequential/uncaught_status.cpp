// What a destructor sees while an exception is on its way, and a status by hand.
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
struct scope {
    std::string name;
    int before = std::uncaught_exceptions();
    explicit scope(std::string n) : name(std::move(n)) {}
    ~scope() { std::cout << name << (std::uncaught_exceptions() > before ? " failed" : " done") << '\n'; }
};
static void work(int n)
{
    scope s("work " + std::to_string(n));
    if (n == 2)
        throw n;
    struct late {
        int n;
        ~late()
        {
            try {
                scope t("late " + std::to_string(n));
                throw 'x';
            } catch (char c) {
                std::cout << c << '\n';
            }
        }
    } l{n};
    if (n == 3)
        throw std::string("three");
}
int main()
{
    for (int i = 0; i < 5; i++) {
        try {
            work(i);
        } catch (int k) {
            std::cout << "int " << k << '\n';
        } catch (const std::string &t) {
            std::cout << t << '\n';
        }
    }
    std::exception_ptr p;
    try {
        throw 5;
    } catch (...) {
        p = std::current_exception();
    }
    for (int i = 0; i < 2; i++) {
        try {
            std::rethrow_exception(p);
        } catch (int k) {
            std::cout << k << (p == std::current_exception()) << '\n';
        }
    }
    std::set_terminate([] {
        std::cout << "terminate" << std::endl;
        std::_Exit(9);
    });
    throw std::string("end");
}
