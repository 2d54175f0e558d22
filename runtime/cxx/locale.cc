/* Locales: the classic one, and no other.  Its facets are made before main, or when they are needed
 * first: ctype, numpunct, num_get and num_put of char, which streams need.  Those of wchar_t are in
 * wide.cc. */
#include "cxx_runtime.h"

#include <string> /* of which the instantiations are elsewhere; those of the rest are here */
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "stream_parts.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {
void __heddle_locale_start();
locale_t __uselocale(locale_t to)
{
    return to;
}
}

namespace std
{

/* ---- facets and their numbers ---- */

const char locale::facet::_S_c_name[2] = "C";
__c_locale locale::facet::_S_c_locale;
locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;
_Atomic_word locale::id::_S_refcount;

locale::facet::~facet()
{
}

__c_locale locale::facet::_S_get_c_locale()
{
    return _S_c_locale;
}

const char *locale::facet::_S_get_c_name() throw()
{
    return _S_c_name;
}

__c_locale locale::facet::_S_clone_c_locale(__c_locale &of) throw()
{
    return of;
}

void locale::facet::_S_destroy_c_locale(__c_locale &)
{
}

/* Those of the library have theirs before main. */
size_t locale::id::_M_id() const throw()
{
    if (!_M_index)
        _M_index = static_cast<size_t>(__atomic_add_fetch(&_S_refcount, 1, __ATOMIC_ACQ_REL));
    return _M_index - 1;
}

/* ---- ctype ---- */

locale::id ctype<char>::id;

static constexpr bool between(int c, int low, int high)
{
    return c >= low && c <= high;
}

static constexpr ctype_base::mask kind_of(int c)
{
    int kind = 0;

    if (between(c, 'A', 'Z'))
        kind |= ctype_base::upper | ctype_base::alpha;
    if (between(c, 'a', 'z'))
        kind |= ctype_base::lower | ctype_base::alpha;
    if (between(c, '0', '9'))
        kind |= ctype_base::digit;
    if (between(c, '0', '9') || between(c, 'A', 'F') || between(c, 'a', 'f'))
        kind |= ctype_base::xdigit;
    if (c == ' ' || between(c, '\t', '\r'))
        kind |= ctype_base::space;
    if (c == ' ' || c == '\t')
        kind |= ctype_base::blank;
    if (between(c, ' ', '~'))
        kind |= ctype_base::print;
    if (c < ' ' || c == 127)
        kind |= ctype_base::cntrl;
    if (between(c, '!', '~') && !(kind & (ctype_base::alpha | ctype_base::digit)))
        kind |= ctype_base::punct;
    if (between(c, '!', '~'))
        kind |= _ISgraph;
    return static_cast<ctype_base::mask>(c < 128 ? kind : 0);
}

struct kinds {
    ctype_base::mask of[256];
    constexpr kinds() : of()
    {
        for (int c = 0; c < 256; c++)
            of[c] = kind_of(c);
    }
};
static constexpr kinds all_kinds;

const ctype_base::mask *ctype<char>::classic_table() throw()
{
    return all_kinds.of;
}

ctype<char>::ctype(const mask *table, bool del, size_t refs)
    : facet(refs), _M_c_locale_ctype(nullptr), _M_del(table && del), _M_toupper(nullptr),
      _M_tolower(nullptr), _M_table(table ? table : all_kinds.of), _M_widen_ok(0), _M_narrow_ok(0)
{
    for (int c = 0; c < 256; c++)
        _M_widen[c] = _M_narrow[c] = static_cast<char>(c);
    _M_widen_ok = _M_narrow_ok = 1;
}

ctype<char>::~ctype()
{
    if (_M_del)
        delete[] table();
}

char ctype<char>::do_toupper(char c) const
{
    return between(c, 'a', 'z') ? static_cast<char>(c - 'a' + 'A') : c;
}

const char *ctype<char>::do_toupper(char *low, const char *high) const
{
    for (; low < high; low++)
        *low = do_toupper(*low);
    return high;
}

char ctype<char>::do_tolower(char c) const
{
    return between(c, 'A', 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
}

const char *ctype<char>::do_tolower(char *low, const char *high) const
{
    for (; low < high; low++)
        *low = do_tolower(*low);
    return high;
}

void ctype<char>::_M_widen_init() const
{
}
void ctype<char>::_M_narrow_init() const
{
}

/* ---- numbers ---- */

const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";
const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";

void __num_base::_S_format_float(const ios_base &io, char *format, char size) throw()
{
    ios_base::fmtflags flags = io.flags(), field = flags & ios_base::floatfield;
    bool large = flags & ios_base::uppercase,
         hex = field == (ios_base::fixed | ios_base::scientific);

    *format++ = '%';
    if (flags & ios_base::showpos)
        *format++ = '+';
    if (flags & ios_base::showpoint)
        *format++ = '#';
    if (!hex) {
        *format++ = '.';
        *format++ = '*';
    }
    if (size)
        *format++ = size;
    if (hex)
        *format++ = large ? 'A' : 'a';
    else if (field == ios_base::fixed)
        *format++ = 'f';
    else if (field == ios_base::scientific)
        *format++ = large ? 'E' : 'e';
    else
        *format++ = large ? 'G' : 'g';
    *format = 0;
}

bool __verify_grouping(const char *, size_t, const string &) throw()
{
    return true;
}

template <typename T, typename F>
static void convert(const char *text, T &value, ios_base::iostate &error, F function)
{
    char *end;

    value = function(text, &end);
    if (end == text || *end) {
        value = 0;
        error = ios_base::failbit;
    } else if (value == numeric_limits<T>::infinity()) {
        value = numeric_limits<T>::max();
        error = ios_base::failbit;
    } else if (value == -numeric_limits<T>::infinity()) {
        value = -numeric_limits<T>::max();
        error = ios_base::failbit;
    }
}

template <>
void __convert_to_v(const char *s, float &v, ios_base::iostate &e, const __c_locale &) throw()
{
    convert(s, v, e, strtof);
}

template <>
void __convert_to_v(const char *s, double &v, ios_base::iostate &e, const __c_locale &) throw()
{
    convert(s, v, e, strtod);
}

template <>
void __convert_to_v(const char *s, long double &v, ios_base::iostate &e, const __c_locale &) throw()
{
    convert(s, v, e, strtold);
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale)
{
    if (!_M_data)
        _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
    memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
}

template <> numpunct<char>::~numpunct()
{
}

template <> int collate<char>::_M_compare(const char *a, const char *b) const throw()
{
    int order = strcmp(a, b);

    return order < 0 ? -1 : order > 0;
}

template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t n) const throw()
{
    size_t length = strlen(from);

    if (n)
        memcpy(to, from, length < n ? length + 1 : n);
    return length;
}

template class collate<char>;
template bool has_facet<collate<char>>(const locale &);
template const collate<char> &use_facet<collate<char>>(const locale &);
template class numpunct<char>;
template class num_get<char>;
template class num_put<char>;
template bool has_facet<ctype<char>>(const locale &);
template bool has_facet<numpunct<char>>(const locale &);
template bool has_facet<num_put<char>>(const locale &);
template bool has_facet<num_get<char>>(const locale &);
template const ctype<char> &use_facet<ctype<char>>(const locale &);
template const numpunct<char> &use_facet<numpunct<char>>(const locale &);
template const num_put<char> &use_facet<num_put<char>>(const locale &);
template const num_get<char> &use_facet<num_get<char>>(const locale &);

/* ---- the classic locale ---- */

enum { FACETS = 9 };         /* of char, and of wchar_t where wide.cc installs them */
typedef ctype<char> letters; /* the locale has members of these names */
typedef collate<char> order;

template <typename T> struct room {
    alignas(T) char at[sizeof(T)];
};
static room<locale::_Impl> impl_room;
static room<ctype<char>> ctype_room;
static room<numpunct<char>> numpunct_room;
static room<__numpunct_cache<char>> cache_room;
static room<num_get<char>> get_room;
static room<num_put<char>> put_room;
static room<order> order_room;
static const locale::facet *facets[FACETS], *caches[FACETS];
static room<locale> classic_room;

locale::_Impl::_Impl(size_t refs) throw()
    : _M_refcount(static_cast<_Atomic_word>(refs)), _M_facets(facets), _M_facets_size(FACETS),
      _M_caches(caches), _M_names(nullptr)
{
    __numpunct_cache<char> *cache = new (&cache_room) __numpunct_cache<char>(2);

    heddle_install(letters::id, new (&ctype_room) letters(nullptr, false, 1), nullptr);
    heddle_install(numpunct<char>::id, new (&numpunct_room) numpunct<char>(cache, 1), cache);
    heddle_install(num_get<char>::id, new (&get_room) num_get<char>(1), nullptr);
    heddle_install(num_put<char>::id, new (&put_room) num_put<char>(1), nullptr);
    heddle_install(order::id, new (&order_room) order(1), nullptr);
}

locale::_Impl::~_Impl() throw()
{
}

void locale::_Impl::_M_install_cache(const facet *, size_t)
{
    __heddle_unsupported("a locale other than the classic one");
}

void locale::_S_initialize_once() throw()
{
    _S_classic = new (&impl_room) _Impl(2);
    _S_global = _S_classic;
    new (&classic_room) locale(_S_classic);
}

void locale::_S_initialize()
{
    if (!_S_classic)
        __heddle_locale_start();
}

const locale &locale::classic()
{
    if (!_S_classic)
        _S_initialize_once();
    return *reinterpret_cast<const locale *>(&classic_room);
}

locale::locale(_Impl *of) throw() : _M_impl(of)
{
}

locale::locale() throw() : _M_impl(nullptr)
{
    _S_initialize();
    _M_impl = _S_classic;
}

locale::locale(const locale &other) throw() : _M_impl(other._M_impl)
{
}

locale::locale(const char *name) : _M_impl(nullptr)
{
    _S_initialize();
    if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0 && *name)
        __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
    _M_impl = _S_classic;
}

locale::~locale() throw()
{
}

const locale &locale::operator=(const locale &other) throw()
{
    _M_impl = other._M_impl;
    return *this;
}

bool locale::operator==(const locale &other) const throw()
{
    return _M_impl == other._M_impl;
}

string locale::name() const
{
    return "C";
}

locale locale::global(const locale &)
{
    return locale();
}

} // namespace std

void heddle_install(const std::locale::id &id, const std::locale::facet *facet,
                    const std::locale::facet *cache)
{
    size_t at = id._M_id();

    std::facets[at] = facet;
    std::caches[at] = cache;
}

/* Called before main, where the front end finds it in the program; so threads find the locale made.
 */
extern "C" __attribute__((noinline)) void __heddle_locale_start()
{
    std::locale::classic();
}
