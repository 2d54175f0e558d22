// Formatting and reading of numbers and strings.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
struct point {
    int x, y;
};
static std::ostream &operator<<(std::ostream &o, const point &p)
{
    return o << '(' << p.x << ", " << p.y << ')';
}
static std::istream &operator>>(std::istream &i, point &p)
{
    char c;
    return i >> c >> p.x >> c >> p.y >> c;
}
int main()
{
    std::cout << "int " << 42 << ' ' << -7L << ' ' << 18446744073709551615ull << ' ' << short(3) << std::endl;
    std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::oct << 8 << std::dec << std::noshowbase << '\n';
    std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::setfill('*') << std::right << std::setw(6) << "ab" << std::setfill(' ') << '\n';
    std::cout << 3.14159265358979 << ' ' << 1e10 << ' ' << 1.0 << ' ' << 0.1f << ' ' << 1e-7 << ' ' << 100000.0 << ' ' << 1234567.0 << '\n';
    std::cout << std::fixed << std::setprecision(2) << 2.71828 << ' ' << 1e3 << ' ' << std::scientific << 12345.678 << ' ' << std::defaultfloat << std::setprecision(6) << 0.5 << '\n';
    std::cout << true << ' ' << std::boolalpha << false << ' ' << 'c' << ' ' << (unsigned char)'d' << ' ' << std::showpos << 5 << std::noshowpos << '\n';
    std::cout << point{1, 2} << ' ' << std::string("text") << ' ' << static_cast<const char *>("literal") << '\n';
    std::cout << std::setw(10) << std::string("right") << std::setw(3) << "long" << '\n';
    std::ostringstream o;
    o << "a" << 1 << 2.5 << std::string(3, 'x');
    std::cout << o.str() << ' ' << o.str().size() << '\n';
    std::istringstream i("12 0x1f 3.5 word (4, 5) true\nline two\nlast");
    int a, b;
    double d;
    std::string w, line;
    point p;
    bool t;
    i >> a >> std::hex >> b >> std::dec >> d >> w >> p >> std::boolalpha >> t;
    std::cout << a << ' ' << b << ' ' << d << ' ' << w << ' ' << p << ' ' << t << ' ' << i.good() << '\n';
    std::getline(i, line);
    std::cout << '[' << line << ']';
    while (std::getline(i, line))
        std::cout << '[' << line << ']';
    std::cout << ' ' << i.eof() << i.fail() << '\n';
    std::stringstream s;
    s << "1,2,,3";
    std::vector<std::string> parts;
    for (std::string x; std::getline(s, x, ',');)
        parts.push_back(x);
    for (auto &x : parts)
        std::cout << '<' << x << '>';
    std::cout << '\n';
    std::istringstream bad("abc");
    int n = 9;
    bad >> n;
    std::cout << n << bad.fail() << !bad << '\n';
    bad.clear();
    bad >> w;
    std::cout << w << '\n';
    std::istringstream over("99999999999 5");
    over >> n;
    std::cout << n << over.fail() << '\n';
    char text[8];
    std::istringstream c("abcdefghij klm");
    c >> std::setw(5) >> text;
    std::cout << text << ' ' << c.get() << ' ' << c.peek() << ' ' << c.tellg() << '\n';
    c.ignore(3).read(text, 2);
    text[c.gcount()] = 0;
    std::cout << text << '\n';
    std::cerr << "not compared\n";
    s.clear();
    s.str("7 8");
    s >> a >> b;
    std::cout << a * b << (s >> a ? "more" : "end") << std::endl;
    std::cout.flush().put('!').write("abc\n", 4);
    try {
        std::istringstream e("x");
        e.exceptions(std::ios::failbit);
        e >> a;
    } catch (const std::ios_base::failure &f) {
        std::cout << "failure " << f.what() << '\n';
    }
    std::cout << std::quoted("say \"hi\"") << '\n';
}
