/* What streams of char and of wchar_t share: those functions of istream, ostream and streambuf
 * which headers declare as specialisations and leave to the library, as templates of the character;
 * and how facets get into the classic locale. */
#ifndef STREAM_PARTS_H
#define STREAM_PARTS_H

#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <streambuf>
#include <string>

/* Puts the facet into the classic locale; cache: what the library keeps beside it, or NULL. */
void heddle_install(const std::locale::id &id, const std::locale::facet *facet,
                    const std::locale::facet *cache);

/* Puts those of wchar_t there. */
void heddle_install_wide();

/* Makes the facets and the standard streams of wchar_t, once. */
extern "C" void __heddle_wide_start();

namespace heddle
{

template <typename C> using letters = std::char_traits<C>;

template <typename C> bool ended(typename letters<C>::int_type c)
{
    return letters<C>::eq_int_type(c, letters<C>::eof());
}

/* getline to an array; the sentry has been made.  *got counts what was taken from the stream. */
template <typename C>
std::ios_base::iostate get_line(std::basic_streambuf<C> *from, C *s, std::streamsize n, C delimiter,
                                std::streamsize *got)
{
    std::ios_base::iostate state = std::ios_base::goodbit;
    auto c = from->sgetc();

    while (*got + 1 < n && !ended<C>(c) && letters<C>::to_char_type(c) != delimiter) {
        *s++ = letters<C>::to_char_type(c);
        ++*got;
        c = from->snextc();
    }
    if (ended<C>(c)) {
        state |= std::ios_base::eofbit;
    } else if (letters<C>::to_char_type(c) == delimiter) {
        ++*got;
        from->sbumpc();
    } else {
        state |= std::ios_base::failbit;
    }
    if (n > 0)
        *s = C();
    return state;
}

template <typename C>
void skip(std::basic_istream<C> &in, std::streamsize n, typename letters<C>::int_type delimiter,
          std::streamsize *got)
{
    while (n == std::numeric_limits<std::streamsize>::max() || *got < n) {
        auto c = in.rdbuf()->sbumpc();

        if (ended<C>(c)) {
            in.setstate(std::ios_base::eofbit);
            break;
        }
        ++*got;
        if (letters<C>::eq_int_type(c, delimiter))
            break;
    }
}

template <typename C> void get_line(std::basic_istream<C> &in, std::basic_string<C> &s, C delimiter)
{
    typename std::basic_istream<C>::sentry ok(in, true);
    bool any = false;

    if (ok) {
        s.erase();
        for (;;) {
            auto c = in.rdbuf()->sbumpc();

            if (ended<C>(c)) {
                in.setstate(std::ios_base::eofbit);
                break;
            }
            any = true;
            if (letters<C>::to_char_type(c) == delimiter)
                break;
            s += letters<C>::to_char_type(c);
        }
    }
    if (!any)
        in.setstate(std::ios_base::failbit);
}

template <typename C>
std::streamsize copy(std::basic_streambuf<C> *from, std::basic_streambuf<C> *to, bool &all)
{
    std::streamsize n = 0;

    all = true;
    for (auto c = from->sgetc(); !ended<C>(c); c = from->snextc()) {
        if (ended<C>(to->sputc(letters<C>::to_char_type(c)))) {
            all = false;
            break;
        }
        n++;
    }
    return n;
}

/* The end of a sentry of ostream; s has not been looked at before. */
template <typename C> bool ready(std::basic_ostream<C> &s)
{
    if (s.tie() && s.good())
        s.tie()->flush();
    if (s.bad())
        s.setstate(std::ios_base::failbit);
    return s.good();
}

} // namespace heddle

#endif
