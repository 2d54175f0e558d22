/* What a header of libstdc++ calls a thing is not what the standard calls it:
 * std::__shared_ptr<int,
 * (__gnu_cxx::_Lock_policy)2> is std::shared_ptr<int>, and its count of owners is a member of a
 * member. One table has the names; everything else works on the text of a call or a place as the
 * machine shows it, so that a name which is not in the table is shown as it is. */
#include "report/cxx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Of the C++ library that LLVM brings along. */
char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status);

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
    {"._M_start[", "["}, /* elements of a vector */
};

enum { LONGEST = 24, LONGEST_OF_CLASS = 40 }; /* template arguments that are shown */

bool cxx_call(const char *call)
{
    return text_starts(call, "std::") || text_starts(call, "_ZNSt") || text_starts(call, "_ZNKSt");
}

bool cxx_outside(const char *function, const char *where)
{
    return (!function || !*function) && *where && cxx_place(where);
}

/* The word of the table that stands here; NULL: none. */
static const char *user_word(const char *at, size_t *used)
{
    for (u32 i = 0; i < LENGTH(words); i++)
        if (text_starts(at, words[i].own)) {
            *used = strlen(words[i].own);
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
        if (text_starts(call + n, "operator"))
            n += strlen("operator") + strspn(call + n + strlen("operator"), "<>=-");
        depth += call[n] == '<' ? 1 : call[n] == '>' ? -1 : 0;
        if (call[n] == '(' && depth <= 0)
            break;
    }
    return n;
}

/* Of `f<A, B>`, n bytes, those before its template arguments, where they are long.  Those of
 * operators, `operator<< <char>`, nobody writes. */
static size_t without_arguments(const char *name, size_t n)
{
    int depth = 0;

    if (!n || name[n - 1] != '>')
        return n;
    for (size_t at = n; text_starts(name, "std::operator") && at-- > 0;)
        if (name[at] == ' ' && name[at + 1] == '<')
            return at;
    for (size_t at = n; at-- > 0;) {
        depth += name[at] == '>' ? 1 : name[at] == '<' ? -1 : 0;
        if (!depth)
            return n - at > LONGEST ? at : n;
    }
    return n;
}

static bool ends(const char *from, const char *end, const char *word)
{
    size_t n = strlen(word);

    return (size_t)(end - from) >= n && strncmp(end - n, word, n) == 0;
}

/* Is it an argument of std::queue, std::stack or std::priority_queue? */
static bool of_adapter(const char *name, const char *at)
{
    int depth = 1;

    while (at > name && depth) {
        at--;
        depth += *at == '>' ? 1 : *at == '<' ? -1 : 0;
    }
    return ends(name, at, "std::queue") || ends(name, at, "std::stack") ||
           ends(name, at, "std::priority_queue");
}

/* Arguments that a template has by default, with the comma before them; 0: none stands here. */
static size_t default_argument(const char *name, const char *at)
{
    static const struct {
        const char *word;
        bool adapter;
    } defaults[] = {{", std::less<", false},        {", std::hash<", false},
                    {", std::equal_to<", false},    {", std::default_delete<", false},
                    {", std::char_traits<", false}, {", std::deque<", true},
                    {", std::vector<", true}};
    size_t n = 0;
    int depth = 1;

    for (u32 i = 0; i < LENGTH(defaults) && !n; i++)
        if (text_starts(at, defaults[i].word) && (!defaults[i].adapter || of_adapter(name, at)))
            n = strlen(defaults[i].word);
    for (; n && at[n] && depth; n++)
        depth += at[n] == '<' ? 1 : at[n] == '>' ? -1 : 0;
    return n;
}

/* A lambda, `{lambda(int)#2}`, `#_1` or `$_1`: the bytes of its name, and its number from 1. */
static size_t lambda(const char *at, unsigned long *number)
{
    const char *hash = text_starts(at, "{lambda(") ? strchr(at, '#') : NULL;
    char *end;

    if (hash)
        *number = strtoul(hash + 1, &end, 10);
    else if (text_starts(at, "#_") || text_starts(at, "$_"))
        *number = strtoul(at + 2, &end, 10) + 1;
    else
        return 0;
    end += hash && *end == '}';
    if (text_starts(end, "::operator()"))
        end += strlen("::operator()");
    return (size_t)(end - at);
}

/* The parameters of a function that something is written in, `(int) const` before `::`. */
static size_t outer_parameters(const char *at)
{
    size_t n = 0;
    int depth = 0;

    if (*at != '(' || text_starts(at, "(anonymous"))
        return 0;
    do {
        depth += at[n] == '(' ? 1 : at[n] == ')' ? -1 : 0;
        n++;
    } while (at[n] && depth);
    n += text_starts(at + n, " const") ? strlen(" const") : 0;
    return text_starts(at + n, "::") ? n : 0;
}

/* The bracket that closes the template arguments at `open`; 0: there is none. */
static size_t closing(const char *name, size_t open)
{
    int depth = 0;

    for (size_t at = open; name[at]; at++) {
        depth += name[at] == '<' ? 1 : name[at] == '>' && name[at - 1] != '-' ? -1 : 0;
        if (!depth)
            return at;
    }
    return 0;
}

/* Are these template arguments, and no operator? */
static bool opens_arguments(const char *name, size_t at)
{
    return at && name[at] == '<' && !strchr("<( ,", name[at - 1]) &&
           !ends(name, name + at, "operator");
}

/* What follows a long list of template arguments, above all the name of a function, counts more. */
static void shorten(const char *name, text *out)
{
    size_t n = name_end(name);

    for (size_t at = 0; name[at]; at++) {
        size_t end = at < n && opens_arguments(name, at) ? closing(name, at) : 0;

        if (end && end - at > LONGEST_OF_CLASS)
            text_add(out, "<...>");
        else
            text_addn(out, name + at, end ? end + 1 - at : 1);
        at = end ? end : at;
    }
}

static void say_words(const char *name, text *out)
{
    size_t used;

    for (const char *at = name; *at; at += used) {
        const char *word = user_word(at, &used);
        unsigned long number;

        if (word)
            text_add(out, word);
        else if ((used = default_argument(name, at)) != 0 || (used = outer_parameters(at)) != 0)
            continue;
        else if ((used = lambda(at, &number)) != 0)
            text_addf(out, "lambda%lu", number);
        else
            text_addn(out, at, used = 1);
    }
}

void cxx_say_name(const char *name, text *out)
{
    text said = {0};

    say_words(name, &said);
    shorten(text_str(&said), out);
    text_free(&said);
}

/* A name that no demangler of its time knows: of `_ZNSt13stop_callbackI...` the class. */
static bool say_mangled(const char *call, text *out)
{
    const char *at = text_starts(call, "_ZNSt")    ? call + 5
                     : text_starts(call, "_ZNKSt") ? call + 6
                                                   : NULL;
    char *name;
    unsigned long n = at ? strtoul(at, &name, 10) : 0;

    if (!n || n > strlen(name))
        return false;
    text_add(out, "std::");
    text_addn(out, name, n);
    text_add(out, call + strcspn(call, "("));
    return true;
}

/* Where the argument with this number begins in the list that `args` opens; NULL: there are
 * fewer. */
static const char *argument(const char *args, u32 number)
{
    for (int depth = 0; *args; args++) {
        depth += strchr("(<{[", *args) ? 1 : strchr(")>}]", *args) ? -1 : 0;
        if (!number && depth == 1)
            return args + 1;
        number -= depth == 1 && *args == ',';
        if (!depth)
            return NULL;
    }
    return NULL;
}

/* The order that an atomic operation takes is its last argument: that by default is not said, and
 * the others by their names. */
static void say_orders(const char *call, text *out)
{
    static const struct {
        const char *name;
        u32 number;
    } takes[] = {{"::load(", 1},
                 {"::test(", 1},
                 {"::test_and_set(", 1},
                 {"::clear(", 1},
                 {"::store(", 2},
                 {"::exchange(", 2},
                 {"::wait(", 2},
                 {"::fetch_add(", 2},
                 {"::fetch_sub(", 2},
                 {"::fetch_and(", 2},
                 {"::fetch_or(", 2},
                 {"::fetch_xor(", 2},
                 {"::compare_exchange_strong(", 3},
                 {"::compare_exchange_weak(", 3}};
    static const char *const orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
    const char *at = NULL;
    size_t end = name_end(call);

    for (u32 i = 0; i < LENGTH(takes) && text_starts(call, "std::atomic") && !at; i++)
        if (call[end] && ends(call, call + end + 1, takes[i].name))
            at = argument(call + end, takes[i].number);
    if (!at || !strchr("012345", *at)) {
        text_add(out, call);
        return;
    }
    text_addn(out, call, (size_t)(at - call) - strlen(", "));
    for (; *at && *at != ')'; at++)
        if (*at >= '0' && *at < '5')
            text_addf(out, ", %s", orders[*at - '0']);
    text_add(out, at);
}

/* Of a list of arguments, the comma or bracket behind the first. */
static const char *argument_end(const char *at)
{
    for (int depth = 0; *at; at++) {
        if (!depth && (*at == ',' || *at == ')'))
            break;
        depth += strchr("(<{[", *at) ? 1 : strchr(")>}]", *at) ? -1 : 0;
    }
    return at;
}

void cxx_say_call(const char *call, text *out)
{
    if (!*call)
        text_add(out, "is in C++'s library, outside of the program's functions");
    if (!*call || say_mangled(call, out))
        return;

    size_t end = name_end(call), name = without_arguments(call, end);
    text made = {0}, said = {0};

    text_addn(&made, call, name);
    text_add(&made, call + end);
    cxx_say_name(made.at, &said);
    say_orders(text_str(&said), out);
    text_free(&made);
    text_free(&said);
}

bool cxx_throws(const char *call, text *out)
{
    static const char word[] = "&typeinfo for ";
    const char *type = text_starts(call, "__cxa_throw(") ? strstr(call, word) : NULL, *end;
    char *name;

    if (!type)
        return false;
    type += strlen(word);
    end = argument_end(type);
    name = mem_strndup(type, (size_t)(end - type));
    text_add(out, "throws ");
    cxx_say_name(name, out);
    mem_free(name);
    return true;
}

void cxx_say(const char *call, text *out)
{
    if (cxx_throws(call, out))
        return;
    if (cxx_call(call))
        cxx_say_call(call, out);
    else
        text_add(out, call);
}

void cxx_waits_for(sys *s, u16 slot, text *out)
{
    text reason = {0};

    sys_waits_for(s, slot, &reason);
    cxx_say(text_str(&reason), out);
    text_free(&reason);
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

bool cxx_element(const char *where, text *out)
{
    static const char *const nodes[] = {"._M_header.", "._M_next", "._M_prev", "._M_before_begin",
                                        "._M_buckets"};
    const char *at = strstr(where, "._M_");

    for (u32 i = 0; at && i < LENGTH(nodes); i++)
        if (text_starts(at, nodes[i])) {
            text_addf(out, "an element of %.*s", (int)(at - where), where);
            return true;
        }
    return false;
}

/* Where the place begins that ends at `end`. */
static const char *place_begin(const char *from, const char *end)
{
    while (end > from && (isalnum((u8)end[-1]) || strchr("_.:[]>-", end[-1])))
        end--;
    return end;
}

void cxx_say_places(text *told)
{
    static const char pointed[] = "._M_ptr[0]";
    static const struct {
        const char *own, *user;
    } members[] = {{"._M_ptr[0].", "->"}, {"._M_start._M_cur[", "["}, {"._M_start[", "["}};
    text said = {0};
    const char *at;

    for (u32 i = 0; i < LENGTH(members); i++) {
        const char *rest = text_str(told);

        for (; (at = strstr(rest, members[i].own)) != NULL; rest = at + strlen(members[i].own)) {
            text_addn(&said, rest, (size_t)(at - rest));
            text_add(&said, members[i].user);
        }
        text_add(&said, rest);
        text_clear(told);
        text_add(told, text_str(&said));
        text_clear(&said);
    }
    while ((at = strstr(text_str(told), pointed)) != NULL) {
        const char *begin = place_begin(told->at, at);

        text_addn(&said, told->at, (size_t)(begin - told->at));
        text_addf(&said, "*%.*s%s", (int)(at - begin), begin, at + strlen(pointed));
        text_clear(told);
        text_add(told, text_str(&said));
        text_clear(&said);
    }
    text_free(&said);
}

bool cxx_exception(u64 number)
{
    return (i32)number < 0;
}

static void say_type(const char *made, text *out)
{
    char *name = __cxa_demangle(made, NULL, NULL, NULL);

    cxx_say_name(name ? name : made, out);
    free(name);
}

void cxx_say_exception(u64 number, const char *told, text *out)
{
    size_t n = (i32)number == CXX_WHAT ? 0 : strcspn(told, " ");
    char *made = mem_strndup(told, n);

    if ((i32)number == CXX_WHAT) {
        text_add(out, "what() is ");
        text_quoted(out, told, SIZE_MAX);
    } else {
        text_add(out, (i32)number == CXX_CATCHES ? "catches " : "throws ");
        say_type(made, out);
        text_add(out, (i32)number == CXX_THROWS_AGAIN ? " again" : "");
    }
    if (n && told[n]) {
        text_add(out, ": ");
        text_quoted(out, told + n + 1, SIZE_MAX);
    }
    mem_free(made);
}

bool cxx_class(const char *value, text *out)
{
    static const char word[] = "&vtable for ";
    const char *plus;

    if (!text_starts(value, word))
        return false;
    plus = strrchr(value, '+');
    text_addn(out, value + strlen(word),
              (plus ? (size_t)(plus - value) : strlen(value)) - strlen(word));
    return true;
}
