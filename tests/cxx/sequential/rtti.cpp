// Casts through public, private, virtual and repeated bases; typeid.
#include <cstdio>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
struct a {
    virtual ~a() {}
    int x = 1;
};
struct b : virtual a {
    int y = 2;
};
struct c : virtual a {
    int z = 3;
};
struct d : b, c {
    int w = 4;
};
struct l {
    virtual ~l() {}
};
struct l1 : l {};
struct l2 : l {};
struct two : l1, l2 {};
struct hidden : private l {
    l *as_l() { return this; }
};
struct unrelated {
    virtual ~unrelated() {}
};
struct e : d, unrelated {};
template <typename T, typename F> static int can(F *f)
{
    return dynamic_cast<T *>(f) != nullptr;
}
int main()
{
    e whole;
    a *top = &whole;
    b *left = &whole;
    unrelated *side = &whole;
    std::printf("%d %d %d %d\n", can<b>(top), can<c>(left), can<d>(side), can<a>(side));
    std::printf("%d %d\n", dynamic_cast<d *>(top)->w, dynamic_cast<c *>(side)->z);
    std::printf("%d\n", dynamic_cast<void *>(left) == &whole);
    two t;
    l *first = static_cast<l1 *>(&t);
    std::printf("%d %d %d\n", can<two>(first), can<l2>(first), can<l1>(first));
    hidden h;
    l *p = h.as_l();
    std::printf("%d %d\n", can<hidden>(p), can<l1>(p));
    std::printf("%s %d %d\n", typeid(*top).name(), typeid(*top) == typeid(e), typeid(int) == typeid(const int));
    std::unordered_map<std::type_index, int> m;
    m[typeid(int)] = 1;
    m[typeid(a)] = 2;
    std::printf("%d %d\n", m[typeid(int)], m[typeid(*static_cast<a *>(new a))]);
    try {
        a *none = nullptr;
        std::printf("%s\n", typeid(*none).name());
    } catch (std::bad_typeid &x) {
        std::printf("%s\n", x.what());
    }
    try {
        dynamic_cast<c &>(*first);
    } catch (std::bad_cast &x) {
        std::printf("%s\n", x.what());
    }
}
