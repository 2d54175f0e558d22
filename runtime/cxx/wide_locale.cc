/* The facets of wchar_t in the classic locale: those of ASCII, and no letters beyond. */
#include "cxx_runtime.h"

#include <string> /* of which the instantiations are elsewhere; those of the rest are here */
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "stream_parts.h"

#include <cstring>
#include <new>

namespace std
{

/* ---- ctype ---- */

locale::id ctype<wchar_t>::id;

static constexpr bool is_ascii(wchar_t c)
{
    return c >= 0 && c < 128;
}

static ctype_base::mask kind_of(wchar_t c)
{
    return is_ascii(c) ? ctype<char>::classic_table()[c] : ctype_base::mask();
}

ctype<wchar_t>::ctype(size_t refs)
    : __ctype_abstract_base<wchar_t>(refs), _M_c_locale_ctype(nullptr), _M_narrow_ok(false)
{
    _M_initialize_ctype();
}

ctype<wchar_t>::ctype(__c_locale, size_t refs) : ctype(refs)
{
}

ctype<wchar_t>::~ctype()
{
}

void ctype<wchar_t>::_M_initialize_ctype() throw()
{
    memset(_M_bit, 0, sizeof _M_bit);
    memset(_M_wmask, 0, sizeof _M_wmask);
    for (unsigned c = 0; c < 128; c++)
        _M_narrow[c] = static_cast<char>(c);
    for (unsigned c = 0; c < 256; c++)
        _M_widen[c] = c;
    _M_narrow_ok = true;
}

bool ctype<wchar_t>::do_is(mask m, wchar_t c) const
{
    return kind_of(c) & m;
}

const wchar_t *ctype<wchar_t>::do_is(const wchar_t *low, const wchar_t *high, mask *to) const
{
    for (; low < high; low++)
        *to++ = kind_of(*low);
    return high;
}

const wchar_t *ctype<wchar_t>::do_scan_is(mask m, const wchar_t *low, const wchar_t *high) const
{
    while (low < high && !do_is(m, *low))
        low++;
    return low;
}

const wchar_t *ctype<wchar_t>::do_scan_not(mask m, const wchar_t *low, const wchar_t *high) const
{
    while (low < high && do_is(m, *low))
        low++;
    return low;
}

wchar_t ctype<wchar_t>::do_toupper(wchar_t c) const
{
    return kind_of(c) & lower ? c - L'a' + L'A' : c;
}

const wchar_t *ctype<wchar_t>::do_toupper(wchar_t *low, const wchar_t *high) const
{
    for (; low < high; low++)
        *low = do_toupper(*low);
    return high;
}

wchar_t ctype<wchar_t>::do_tolower(wchar_t c) const
{
    return kind_of(c) & upper ? c - L'A' + L'a' : c;
}

const wchar_t *ctype<wchar_t>::do_tolower(wchar_t *low, const wchar_t *high) const
{
    for (; low < high; low++)
        *low = do_tolower(*low);
    return high;
}

wchar_t ctype<wchar_t>::do_widen(char c) const
{
    return static_cast<wchar_t>(_M_widen[static_cast<unsigned char>(c)]);
}

const char *ctype<wchar_t>::do_widen(const char *low, const char *high, wchar_t *to) const
{
    while (low < high)
        *to++ = do_widen(*low++);
    return high;
}

char ctype<wchar_t>::do_narrow(wchar_t c, char other) const
{
    return is_ascii(c) ? static_cast<char>(c) : other;
}

const wchar_t *ctype<wchar_t>::do_narrow(const wchar_t *low, const wchar_t *high, char other,
                                         char *to) const
{
    while (low < high)
        *to++ = do_narrow(*low++, other);
    return high;
}

/* ---- numbers ---- */

template <> void numpunct<wchar_t>::_M_initialize_numpunct(__c_locale)
{
    if (!_M_data)
        _M_data = new __numpunct_cache<wchar_t>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = L'.';
    _M_data->_M_thousands_sep = L',';
    for (int i = 0; i < __num_base::_S_oend; i++)
        _M_data->_M_atoms_out[i] = __num_base::_S_atoms_out[i];
    for (int i = 0; i < __num_base::_S_iend; i++)
        _M_data->_M_atoms_in[i] = __num_base::_S_atoms_in[i];
    _M_data->_M_truename = L"true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = L"false";
    _M_data->_M_falsename_size = 5;
}

template <> numpunct<wchar_t>::~numpunct()
{
}

/* A stream asks for this facet first: so the others are there. */
template <> bool has_facet<ctype<wchar_t>>(const locale &) throw()
{
    __heddle_wide_start();
    return true;
}

template class numpunct<wchar_t>;
template class num_get<wchar_t>;
template class num_put<wchar_t>;
template bool has_facet<numpunct<wchar_t>>(const locale &);
template bool has_facet<num_put<wchar_t>>(const locale &);
template bool has_facet<num_get<wchar_t>>(const locale &);
template const ctype<wchar_t> &use_facet<ctype<wchar_t>>(const locale &);
template const numpunct<wchar_t> &use_facet<numpunct<wchar_t>>(const locale &);
template const num_put<wchar_t> &use_facet<num_put<wchar_t>>(const locale &);
template const num_get<wchar_t> &use_facet<num_get<wchar_t>>(const locale &);

/* ---- the classic locale ---- */

template <typename T> struct room {
    alignas(T) char at[sizeof(T)];
};
static room<ctype<wchar_t>> ctype_room;
static room<numpunct<wchar_t>> numpunct_room;
static room<__numpunct_cache<wchar_t>> cache_room;
static room<num_get<wchar_t>> get_room;
static room<num_put<wchar_t>> put_room;

} // namespace std

using namespace std;

void heddle_install_wide()
{
    __numpunct_cache<wchar_t> *cache = new (&cache_room) __numpunct_cache<wchar_t>(2);

    locale::classic();
    heddle_install(ctype<wchar_t>::id, new (&ctype_room) ctype<wchar_t>(1), nullptr);
    heddle_install(numpunct<wchar_t>::id, new (&numpunct_room) numpunct<wchar_t>(cache, 1), cache);
    heddle_install(num_get<wchar_t>::id, new (&get_room) num_get<wchar_t>(1), nullptr);
    heddle_install(num_put<wchar_t>::id, new (&put_room) num_put<wchar_t>(1), nullptr);
}
