// Streams of wchar_t: formatting, reading, and what is printed to the standard ones.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>
#include <string>

static void numbers()
{
    std::wostringstream out;

    out << 42 << L' ' << -7L << L' ' << std::hex << std::showbase << 255 << std::dec << L' ' << 3.25 << L' '
        << std::setprecision(3) << 2.0 / 3 << L' ' << std::boolalpha << true << L' ' << std::setw(6)
        << std::setfill(L'*') << 5 << L' ' << std::left << std::setw(4) << L"ab" << L'|' << 1e20f << L' '
        << static_cast<unsigned long long>(-1) << L' ' << "narrow" << 'n';
    std::wcout << out.str() << L'\n' << out.str().size() << std::endl;
}

static void words()
{
    std::wistringstream in(L"  12 0x1f word 2.5e3 true\nthe rest of it\nlast");
    int n = 0, h = 0;
    std::wstring w, line;
    double d = 0;
    bool b = false;
    wchar_t few[8];

    in >> n >> std::hex >> h >> std::dec >> w >> d >> std::boolalpha >> b;
    std::wcout << n << L',' << h << L',' << w << L',' << d << L',' << b << std::endl;
    std::getline(in, line);
    in.getline(few, 8);
    std::wcout << L'[' << line << L"][" << few << L']' << in.fail() << std::endl;
    in.clear();
    in.ignore(100, L'\n');
    std::getline(in, line);
    std::wcout << line << in.eof() << in.gcount() << std::endl;
}

static void kinds()
{
    const auto &c = std::use_facet<std::ctype<wchar_t>>(std::locale::classic());
    std::wstring s = L"Mixed Case 12";

    c.toupper(&s[0], &s[0] + s.size());
    std::wcout << s << c.is(std::ctype_base::digit, L'7') << c.is(std::ctype_base::alpha, L'7') << c.narrow(L'q', '?')
               << c.widen('w') << c.is(std::ctype_base::alpha, wchar_t(0x416)) << std::endl;
    for (wchar_t x = 0; x < 128; x++)
        for (auto m : {std::ctype_base::space, std::ctype_base::punct, std::ctype_base::print, std::ctype_base::xdigit})
            std::wcout << c.is(m, x);
    std::wcout << std::endl;
}

static void both_ways()
{
    std::wstringstream s;
    std::wstring word;
    int sum = 0;

    s << L"1 2 3 x";
    for (int n; s >> n;)
        sum += n;
    s.clear();
    s >> word;
    std::wcout << sum << word << L' ' << s.rdbuf()->in_avail() << std::endl;
    std::wcerr << L"an error" << std::endl;
    std::wstring none;
    std::wcout << !(std::wcin >> none) << std::endl;
}

int main()
{
    numbers();
    words();
    kinds();
    both_ways();
    std::wcout << L"good until here " << std::wcout.good() << std::endl;
    return std::wcout.good() ? 3 : 1;
}
