// Random numbers, bit sets, complex numbers, conversions, algorithms.
#include <algorithm>
#include <bitset>
#include <charconv>
#include <complex>
#include <cmath>
#include <functional>
#include <iostream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <valarray>
#include <vector>
int main()
{
    std::mt19937 g(42);
    std::mt19937_64 h(7);
    std::minstd_rand r;
    std::uniform_int_distribution<int> d(1, 6);
    std::uniform_real_distribution<double> u;
    std::normal_distribution<double> n;
    std::bernoulli_distribution b(0.5);
    for (int i = 0; i < 5; i++)
        std::cout << d(g) << ' ' << h() % 1000 << ' ' << r() << ' ' << u(g) << ' ' << n(g) << ' ' << b(g) << '\n';
    std::bitset<12> bits(37);
    std::cout << bits << ' ' << bits.count() << ' ' << (bits << 2) << ' ' << bits.to_ulong() << '\n';
    std::complex<double> z(1, 2);
    std::cout << z * z << ' ' << std::abs(z) << ' ' << std::conj(z) << '\n';
    std::valarray<int> v{1, 2, 3};
    v *= 2;
    std::cout << v.sum() << ' ' << v.max() << '\n';
    char t[20];
    *std::to_chars(t, t + 20, -1234).ptr = 0;
    int k = 0;
    const char text[] = "77x";
    auto end = std::from_chars(text, text + 3, k).ptr;
    std::cout << t << ' ' << k << ' ' << *end << '\n';
    std::vector<int> a(10);
    std::iota(a.begin(), a.end(), 1);
    std::shuffle(a.begin(), a.end(), g);
    std::copy(a.begin(), a.end(), std::ostream_iterator<int>(std::cout, " "));
    std::nth_element(a.begin(), a.begin() + 4, a.end());
    std::cout << a[4] << ' ';
    std::stable_partition(a.begin(), a.end(), [](int x) { return x % 2; });
    std::cout << std::count_if(a.begin(), a.end(), [](int x) { return x > 3; }) << ' '
              << std::inner_product(a.begin(), a.end(), a.begin(), 0) << ' ' << *std::max_element(a.begin(), a.end()) << '\n';
    std::make_heap(a.begin(), a.end());
    std::pop_heap(a.begin(), a.end());
    std::sort(a.begin(), a.end(), std::greater<int>());
    a.erase(std::unique(a.begin(), a.end()), a.end());
    auto i = std::lower_bound(a.begin(), a.end(), 5, std::greater<int>());
    std::rotate(a.begin(), i, a.end());
    for (int x : a)
        std::cout << x << ',';
    std::string s = "hello world";
    std::transform(s.begin(), s.end(), s.begin(), [](char c) { return c == ' ' ? '_' : static_cast<char>(c - 32); });
    std::reverse(s.begin(), s.end());
    std::cout << s << ' ' << std::gcd(12, 18) << ' ' << std::lcm(4, 6) << ' ' << std::pow(2.0, 0.5) << '\n';
}
