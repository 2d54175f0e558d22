/* The instantiations of string that headers leave to the library, of char and of wchar_t, and those
 * functions of C for wide characters that the header calls. */
#include "cxx_runtime.h"

#include <cwchar>
#include <string>

extern "C" {

size_t wcslen(const wchar_t *s) noexcept
{
    size_t n = 0;

    while (s[n])
        n++;
    return n;
}

wchar_t *wmemcpy(wchar_t *__restrict to, const wchar_t *__restrict from, size_t n) noexcept
{
    return static_cast<wchar_t *>(__builtin_memcpy(to, from, n * sizeof *to));
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) noexcept
{
    return static_cast<wchar_t *>(__builtin_memmove(to, from, n * sizeof *to));
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) noexcept
{
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) noexcept
{
    for (; n; a++, b++, n--)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

const wchar_t *find_wide(const wchar_t *s, wchar_t c, size_t n) noexcept __asm__("wmemchr");
const wchar_t *find_wide(const wchar_t *s, wchar_t c, size_t n) noexcept
{
    for (; n; s++, n--)
        if (*s == c)
            return s;
    return nullptr;
}

} // extern "C"

/* Does the text lie outside of the string?  The header compares addresses, of which nothing is
 * known where two objects meet. */
template <typename C>
__attribute__((noinline)) static bool outside(const C *first, size_t n, const C *text)
{
    return text < first || first + n < text;
}

extern "C" bool __heddle_disjunct(const std::string *s, const char *text)
{
    return !__heddle_same(s->data(), text) || outside(s->data(), s->size(), text);
}

namespace std
{

template <> bool basic_string<char>::_M_disjunct(const char *text) const noexcept
{
    return __heddle_disjunct(this, text);
}

template <> bool basic_string<wchar_t>::_M_disjunct(const wchar_t *text) const noexcept
{
    return !__heddle_same(data(), text) || outside(data(), size(), text);
}

template class basic_string<char>;
template class basic_string<wchar_t>;

} // namespace std
