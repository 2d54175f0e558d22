/* Lists as reports write them.  A comma inside braces, parentheses or quotes parts no items. */
#include "base/items.h"

const char *items_end(const char *at)
{
    int depth = 0;
    char quote = 0;

    for (; *at && (depth || quote || *at != ','); at++) {
        if (*at == '\\' && quote && at[1])
            at++;
        else if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else
            depth += (*at == '{' || *at == '(') - (*at == '}' || *at == ')');
    }
    return at;
}

const char *items_next(const char *end)
{
    end += *end == ',';
    while (*end == ' ')
        end++;
    return end;
}
