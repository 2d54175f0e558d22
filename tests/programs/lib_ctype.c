// verdict: VERIFIED
// also: -O2 VERIFIED
// <ctype.h> over all of ASCII.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int alpha = 0, digit = 0, space = 0, punct = 0, upper = 0, print = 0, cntrl = 0, xdigit = 0;
    for (int c = 0; c < 128; c++) {
        alpha += !!isalpha(c);
        digit += !!isdigit(c);
        space += !!isspace(c);
        punct += !!ispunct(c);
        upper += !!isupper(c);
        print += !!isprint(c);
        cntrl += !!iscntrl(c);
        xdigit += !!isxdigit(c);
        assert(!!isalnum(c) == (isalpha(c) || isdigit(c)));
        assert(!!isgraph(c) == (isprint(c) && c != ' '));
        assert(!islower(c) || tolower(toupper(c)) == c);
        assert(!isblank(c) || isspace(c));
    }
    assert(alpha == 52 && digit == 10 && space == 6 && punct == 32 && upper == 26);
    assert(print == 95 && cntrl == 33 && xdigit == 22);
    assert(toupper('q') == 'Q' && tolower('!') == '!' && !isalpha(EOF));
    return 0;
}
