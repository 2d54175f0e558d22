/* What streams of char and of wchar_t share: those functions of istream, ostream and streambuf
 * which headers declare as specialisations and leave to the library, as templates of the character;
 * and how facets get into the classic locale. */
#ifndef STREAM_PARTS_H
#define STREAM_PARTS_H

#include <complex>
#include <iomanip>
#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <sstream>
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

/* What headers leave to the library, of the character C and its streams IN and OUT, inside std. */
#define STREAM_INSTANCES(C, IN, OUT)                               \
    template class basic_streambuf<C>;                             \
    template class basic_ios<C>;                                   \
    template class basic_ostream<C>;                               \
    template class basic_istream<C>;                               \
    template class basic_iostream<C>;                              \
    template class basic_stringbuf<C>;                             \
    template class basic_istringstream<C>;                         \
    template class basic_ostringstream<C>;                         \
    template class basic_stringstream<C>;                          \
    template OUT &ends(OUT &);                                     \
    template OUT &flush(OUT &);                                    \
    template OUT &operator<<(OUT &, C);                            \
    template OUT &operator<<(OUT &, const C *);                    \
    template OUT &operator<<(OUT &, const basic_string<C> &);      \
    template OUT &__ostream_insert(OUT &, const C *, streamsize);  \
    template OUT &OUT::_M_insert(long);                            \
    template OUT &OUT::_M_insert(unsigned long);                   \
    template OUT &OUT::_M_insert(bool);                            \
    template OUT &OUT::_M_insert(long long);                       \
    template OUT &OUT::_M_insert(unsigned long long);              \
    template OUT &OUT::_M_insert(double);                          \
    template OUT &OUT::_M_insert(long double);                     \
    template OUT &OUT::_M_insert(const void *);                    \
    template OUT &operator<<(OUT &, _Setfill<C>);                  \
    template OUT &operator<<(OUT &, _Setiosflags);                 \
    template OUT &operator<<(OUT &, _Resetiosflags);               \
    template OUT &operator<<(OUT &, _Setbase);                     \
    template OUT &operator<<(OUT &, _Setprecision);                \
    template OUT &operator<<(OUT &, _Setw);                        \
    template OUT &operator<<(OUT &, const complex<float> &);       \
    template OUT &operator<<(OUT &, const complex<double> &);      \
    template OUT &operator<<(OUT &, const complex<long double> &); \
    template IN &ws(IN &);                                         \
    template IN &operator>>(IN &, C &);                            \
    template IN &getline(IN &, basic_string<C> &);                 \
    template IN &IN::_M_extract(unsigned short &);                 \
    template IN &IN::_M_extract(unsigned int &);                   \
    template IN &IN::_M_extract(long &);                           \
    template IN &IN::_M_extract(unsigned long &);                  \
    template IN &IN::_M_extract(bool &);                           \
    template IN &IN::_M_extract(long long &);                      \
    template IN &IN::_M_extract(unsigned long long &);             \
    template IN &IN::_M_extract(float &);                          \
    template IN &IN::_M_extract(double &);                         \
    template IN &IN::_M_extract(long double &);                    \
    template IN &IN::_M_extract(void *&);                          \
    template IN &operator>>(IN &, _Setfill<C>);                    \
    template IN &operator>>(IN &, _Setiosflags);                   \
    template IN &operator>>(IN &, _Resetiosflags);                 \
    template IN &operator>>(IN &, _Setbase);                       \
    template IN &operator>>(IN &, _Setprecision);                  \
    template IN &operator>>(IN &, _Setw);                          \
    template IN &operator>>(IN &, complex<float> &);               \
    template IN &operator>>(IN &, complex<double> &);              \
    template IN &operator>>(IN &, complex<long double> &)

#endif
