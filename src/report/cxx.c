/* What a header of libstdc++ calls a thing is not what the standard calls it:
 * std::__shared_ptr<int,
 * (__gnu_cxx::_Lock_policy)2> is std::shared_ptr<int>, and its count of owners is a member of a
 * member. One table has the names; everything else works on the text of a call or a place as the
 * machine shows it, so that a name which is not in the table is shown as it is. */
#include "report/cxx.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *own, *user;
} words[] = {
    {"std::__shared_ptr_access<", "std::shared_ptr<"},
    {"std::__shared_ptr<", "std::shared_ptr<"},
    {"std::__weak_ptr<", "std::weak_ptr<"},
    {"std::__shared_count<", "std::shared_ptr<"},
    {", (__gnu_cxx::_Lock_policy)2, false, false>", ">"},
    {", (__gnu_cxx::_Lock_policy)2>", ">"},
    {"std::__atomic_base<", "std::atomic<"},
    {"std::__atomic_float<", "std::atomic<"},
    {"std::_V2::", "std::"},
    {"std::__basic_future<", "std::future<"},
    {"std::__future_base::", "std::future::"},
    {"std::__cxx11::", "std::"},
};

enum { LONGEST = 24 }; /* of the template arguments of a function that are shown */

static bool starts(const char *s, const char *word)
{
    return strncmp(s, word, strlen(word)) == 0;
}

bool cxx_call(const char *call)
{
    return starts(call, "std::") || starts(call, "_ZNSt") || starts(call, "_ZNKSt");
}

/* The word of the table that stands here; NULL: none. */
static const char *user_word(const char *at, size_t *taken)
{
    for (u32 i = 0; i < LENGTH(words); i++)
        if (starts(at, words[i].own)) {
            *taken = strlen(words[i].own);
            return words[i].user;
        }
    return NULL;
}

/* Where the arguments of the call begin: the first round bracket outside of angle brackets. */
static size_t name_end(const char *call)
{
    int depth = 0;
    size_t n;

    for (n = 0; call[n]; n++) {
        depth += call[n] == '<' ? 1 : call[n] == '>' ? -1 : 0;
        if (call[n] == '(' && depth <= 0)
            break;
    }
    return n;
}

/* Of `f<A, B>`, n bytes, those before its template arguments, where they are long. */
static size_t without_arguments(const char *name, size_t n)
{
    int depth = 0;

    if (!n || name[n - 1] != '>')
        return n;
    for (size_t at = n; at-- > 0;) {
        depth += name[at] == '>' ? 1 : name[at] == '<' ? -1 : 0;
        if (!depth)
            return n - at > LONGEST ? at : n;
    }
    return n;
}

/* Arguments that a template has by default, with the comma before them; 0: none stands here. */
static size_t default_argument(const char *at)
{
    static const char *const defaults[] = {", std::less<", ", std::hash<", ", std::equal_to<",
                                           ", std::default_delete<", ", std::char_traits<"};
    size_t n = 0;
    int depth = 1;

    for (u32 i = 0; i < LENGTH(defaults) && !n; i++)
        n = starts(at, defaults[i]) ? strlen(defaults[i]) : 0;
    for (; n && at[n] && depth; n++)
        depth += at[n] == '<' ? 1 : at[n] == '>' ? -1 : 0;
    return n;
}

/* A lambda, `{lambda(int)#2}`, `#_1` or `$_1`: the bytes of its name, and its number from 1. */
static size_t lambda(const char *at, unsigned long *number)
{
    const char *hash = starts(at, "{lambda(") ? strchr(at, '#') : NULL;
    char *end;

    if (hash)
        *number = strtoul(hash + 1, &end, 10);
    else if (starts(at, "#_") || starts(at, "$_"))
        *number = strtoul(at + 2, &end, 10) + 1;
    else
        return 0;
    end += hash && *end == '}';
    if (starts(end, "::operator()"))
        end += strlen("::operator()");
    return (size_t)(end - at);
}

/* The parameters of a function that something is written in, `(int) const` before `::`. */
static size_t outer_parameters(const char *at)
{
    size_t n = 0;
    int depth = 0;

    if (*at != '(' || starts(at, "(anonymous"))
        return 0;
    do {
        depth += at[n] == '(' ? 1 : at[n] == ')' ? -1 : 0;
        n++;
    } while (at[n] && depth);
    n += starts(at + n, " const") ? strlen(" const") : 0;
    return starts(at + n, "::") ? n : 0;
}

void cxx_say_name(const char *name, text *out)
{
    size_t taken;

    for (const char *at = name; *at; at += taken) {
        const char *word = user_word(at, &taken);
        unsigned long number;

        if (word)
            text_add(out, word);
        else if ((taken = default_argument(at)) != 0 || (taken = outer_parameters(at)) != 0)
            continue;
        else if ((taken = lambda(at, &number)) != 0)
            text_addf(out, "lambda%lu", number);
        else
            text_addn(out, at, taken = 1);
    }
}

/* A name that no demangler of its time knows: of `_ZNSt13stop_callbackI...` the class. */
static bool say_mangled(const char *call, text *out)
{
    const char *at = starts(call, "_ZNSt") ? call + 5 : starts(call, "_ZNKSt") ? call + 6 : NULL;
    char *name;
    unsigned long n = at ? strtoul(at, &name, 10) : 0;

    if (!n || n > strlen(name))
        return false;
    text_add(out, "std::");
    text_addn(out, name, n);
    text_add(out, call + strcspn(call, "("));
    return true;
}

void cxx_say_call(const char *call, text *out)
{
    if (say_mangled(call, out))
        return;

    size_t end = name_end(call), name = without_arguments(call, end);
    text made = {0};

    text_addn(&made, call, name);
    text_add(&made, call + end);
    cxx_say_name(made.at, out);
    text_free(&made);
}

bool cxx_place(const char *where)
{
    return !*where || strstr(where, "_M_") || strstr(where, "malloc#") || strstr(where, "local#");
}

void cxx_say_place(const char *where, text *out)
{
    static const char count[] = "_M_use_count", members[] = "_M_refcount";
    size_t n = strlen(where);
    const char *at = strstr(where, members);

    if (!at || at - where < 2 || n < strlen(count) || strcmp(where + n - strlen(count), count) != 0)
        return;
    text_add(out, "use_count of ");
    text_addn(out, where, (size_t)(at - where) - (at[-1] == '.' ? 1 : 2));
}

bool cxx_class(const char *value, text *out)
{
    static const char word[] = "&vtable for ";
    const char *plus;

    if (!starts(value, word))
        return false;
    plus = strrchr(value, '+');
    text_addn(out, value + strlen(word),
              (plus ? (size_t)(plus - value) : strlen(value)) - strlen(word));
    return true;
}
