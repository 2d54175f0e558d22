// Virtual functions, templates, lambdas, moves, function objects, variants.
#include <any>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
struct shape {
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
    virtual ~shape() { std::printf("~%s ", "shape"); }
};
struct square : shape {
    double side;
    explicit square(double s) : side(s) {}
    double area() const override { return side * side; }
    const char *name() const override { return "square"; }
    ~square() override { std::printf("~square "); }
};
template <typename T> struct scaled : T {
    double by;
    template <typename... A> explicit scaled(double b, A... a) : T(a...), by(b) {}
    double area() const override { return by * T::area(); }
};
template <typename... T> static auto sum(T... t)
{
    return (t + ... + 0);
}
constexpr int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static_assert(fib(10) == 55);
struct counted {
    static int copies, moves;
    std::string s;
    explicit counted(const char *t) : s(t) {}
    counted(const counted &o) : s(o.s) { copies++; }
    counted(counted &&o) noexcept : s(std::move(o.s)) { moves++; }
};
int counted::copies, counted::moves;
int main()
{
    std::vector<std::unique_ptr<shape>> v;
    v.push_back(std::make_unique<square>(2));
    v.push_back(std::make_unique<scaled<square>>(1.5, 2.0));
    for (auto &s : v)
        std::printf("%s %.2f\n", s->name(), s->area());
    v.clear();
    int n = 10;
    std::function<int(int)> f = [&n](int x) { return n += x; };
    std::function<int(int)> g = std::bind(std::multiplies<int>(), std::placeholders::_1, 3);
    std::printf("\n%d %d %d %d\n", f(5), n, g(4), sum(1, 2, 3));
    try {
        std::function<void()>()();
    } catch (std::bad_function_call &e) {
        std::printf("%s\n", e.what());
    }
    std::variant<int, std::string, double> x = "text";
    for (int i = 0; i < 3; i++) {
        std::visit([](auto &a) { std::printf("%zu ", sizeof a); }, x);
        std::printf("%zu ", x.index());
        i ? x = 2.5 : x = 7;
    }
    try {
        std::get<std::string>(x);
    } catch (std::bad_variant_access &e) {
        std::printf("%s\n", e.what());
    }
    std::optional<std::string> o;
    std::printf("%d %s ", o.has_value(), o.value_or("none").c_str());
    o = "some";
    std::printf("%s\n", o->c_str());
    std::any a = 5;
    std::printf("%d ", std::any_cast<int>(a));
    try {
        std::any_cast<double>(a);
    } catch (std::bad_any_cast &e) {
        std::printf("%s\n", e.what());
    }
    auto [p, q] = std::make_tuple(1, std::string("two"));
    std::printf("%d %s\n", p, q.c_str());
    std::vector<counted> c;
    for (const char *t : {"a", "b", "c"})
        c.emplace_back(t);
    auto d = c;
    std::printf("%d %d\n", counted::copies, counted::moves);
    auto sp = std::make_shared<int>(4);
    std::shared_ptr<int> sq = sp;
    std::weak_ptr<int> w = sq;
    std::printf("%ld %ld %d ", sp.use_count(), w.use_count(), *w.lock());
    sp.reset();
    sq.reset();
    std::printf("%d\n", w.expired());
    try {
        std::shared_ptr<int> gone(w);
    } catch (std::bad_weak_ptr &e) {
        std::printf("%s\n", e.what());
    }
}
