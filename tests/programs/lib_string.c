// verdict: VERIFIED
// also: -m32 VERIFIED
// also: -O2 VERIFIED
// <string.h>: every function that is asked for often.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char b[32];
    strcpy(b, "warp");
    strcat(b, " and weft");
    assert(strlen(b) == 13 && strnlen(b, 5) == 5);
    strncpy(b + 16, "abc", 6);
    assert(b[19] == 0 && b[21] == 0 && strcmp(b + 16, "abc") == 0);
    strncat(b + 16, "defgh", 2);
    assert(memcmp(b + 16, "abcde", 6) == 0);
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strncmp("abc", "abd", 2) == 0);
    assert(strcasecmp("HeDdLe", "hEdDlE") == 0 && strncasecmp("ABx", "aby", 2) == 0);
    assert(strchr(b, 'a') == b + 1 && strrchr(b, 'w') == b + 9 && strchr(b, 0) == b + 13);
    assert(strchr(b, 'z') == NULL && strstr(b, "and") == b + 5 && strstr(b, "or") == NULL);
    assert(strspn("112a", "12") == 3 && strcspn("ab1", "123") == 2 && *strpbrk("ab1", "123") == '1');
    assert(memchr("abc", 'c', 3) != NULL && memchr("abc", 'c', 2) == NULL);
    char csv[] = "x,,y", *save;
    assert(strcmp(strtok_r(csv, ",", &save), "x") == 0);
    assert(strcmp(strtok_r(NULL, ",", &save), "y") == 0 && !strtok_r(NULL, ",", &save));
    memmove(b + 1, b, 4);
    assert(memcmp(b, "wwarp", 5) == 0);
    memset(b, 'z', 3);
    assert(b[2] == 'z' && b[3] == 'r');
    char *copy = strdup("dup"), *part = strndup("partial", 4);
    assert(strcmp(copy, "dup") == 0 && strcmp(part, "part") == 0);
    free(copy);
    free(part);
    assert(strlen(strerror(ENOENT)) > 0);
    assert(memcmp("\x80", "\x01", 1) > 0 && strcmp("\x80", "\x01") > 0);
    return 0;
}
