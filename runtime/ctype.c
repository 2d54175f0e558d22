/* <ctype.h> of the C locale: glibc's three tables, which its macros index from -128 to 255, and the
 * functions over them.  The tables are constants, so that reading them is no step. */
#include "heddle_runtime.h"

#include <ctype.h>

#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define UPPER(c)         IN(c, 'A', 'Z')
#define LOWER(c)         IN(c, 'a', 'z')
#define DIGIT(c)         IN(c, '0', '9')
#define ALPHA(c)         (UPPER(c) || LOWER(c))
#define GRAPH(c)         IN(c, '!', '~')
#define CLASS(c)                                                                         \
    ((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) | (ALPHA(c) ? _ISalpha : 0) | \
     (DIGIT(c) ? _ISdigit : 0) |                                                         \
     (DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F') ? _ISxdigit : 0) |                  \
     ((c) == ' ' || IN(c, 9, 13) ? _ISspace : 0) | (IN(c, ' ', '~') ? _ISprint : 0) |    \
     (GRAPH(c) ? _ISgraph : 0) | ((c) == ' ' || (c) == 9 ? _ISblank : 0) |               \
     (IN(c, 0, 31) || (c) == 127 ? _IScntrl : 0) |                                       \
     (GRAPH(c) && !ALPHA(c) && !DIGIT(c) ? _ISpunct : 0) | (ALPHA(c) || DIGIT(c) ? _ISalnum : 0))
/* Bytes above 127 that come as a signed char map to the byte, EOF to itself. */
#define BYTE(c)       ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c)   (UPPER(c) ? (c) + 32 : BYTE(c))
#define TO_UPPER(c)   (LOWER(c) ? (c) - 32 : BYTE(c))
#define FOUR(F, c)    F(c), F((c) + 1), F((c) + 2), F((c) + 3)
#define SIXTEEN(F, c) FOUR(F, c), FOUR(F, (c) + 4), FOUR(F, (c) + 8), FOUR(F, (c) + 12)
#define SIXTY_FOUR(F, c) \
    SIXTEEN(F, c), SIXTEEN(F, (c) + 16), SIXTEEN(F, (c) + 32), SIXTEEN(F, (c) + 48)
#define ALL(F)                                                                    \
    SIXTY_FOUR(F, -128), SIXTY_FOUR(F, -64), SIXTY_FOUR(F, 0), SIXTY_FOUR(F, 64), \
        SIXTY_FOUR(F, 128), SIXTY_FOUR(F, 192)

static const unsigned short classes[384] = {ALL(CLASS)};
static const int to_lower[384] = {ALL(TO_LOWER)};
static const int to_upper[384] = {ALL(TO_UPPER)};
static const unsigned short *const classes_at_0 = classes + 128;
static const int *const to_lower_at_0 = to_lower + 128;
static const int *const to_upper_at_0 = to_upper + 128;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&classes_at_0;
}

const int **__ctype_tolower_loc(void)
{
    return (const int **)&to_lower_at_0;
}

const int **__ctype_toupper_loc(void)
{
    return (const int **)&to_upper_at_0;
}

#undef tolower
#undef toupper
int tolower(int c)
{
    return c >= -128 && c < 256 ? to_lower[c + 128] : c;
}

int toupper(int c)
{
    return c >= -128 && c < 256 ? to_upper[c + 128] : c;
}

int(toascii)(int c)
{
    return c & 127;
}

int(isascii)(int c)
{
    return c >= 0 && c < 128;
}

#define TEST(name)                           \
    int(name)(int c)                         \
    {                                        \
        return classes[c + 128] & _IS##name; \
    }
#define _ISisalnum  _ISalnum
#define _ISisalpha  _ISalpha
#define _ISisblank  _ISblank
#define _ISiscntrl  _IScntrl
#define _ISisdigit  _ISdigit
#define _ISisgraph  _ISgraph
#define _ISislower  _ISlower
#define _ISisprint  _ISprint
#define _ISispunct  _ISpunct
#define _ISisspace  _ISspace
#define _ISisupper  _ISupper
#define _ISisxdigit _ISxdigit
TEST(isalnum)
TEST(isalpha)
TEST(isblank)
TEST(iscntrl)
TEST(isdigit)
TEST(isgraph)
TEST(islower)
TEST(isprint)
TEST(ispunct)
TEST(isspace)
TEST(isupper)
TEST(isxdigit)
