/* Strings that grow, the ways to escape them, and what readers of text need. */
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void text_room(text *t, size_t more)
{
    if (t->n + more + 1 <= t->cap)
        return;
    t->cap = (t->n + more + 1) * 2;
    t->at = mem_resize(t->at, t->cap);
}

void text_addn(text *t, const char *s, size_t n)
{
    text_room(t, n);
    if (n)
        memcpy(t->at + t->n, s, n);
    t->n += n;
    t->at[t->n] = 0;
}

void text_add(text *t, const char *s)
{
    text_addn(t, s, strlen(s));
}

void text_addc(text *t, char c)
{
    text_addn(t, &c, 1);
}

void text_addv(text *t, const char *format, va_list args)
{
    va_list again;
    int n;

    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text_room(t, (size_t)n);
    vsnprintf(t->at + t->n, (size_t)n + 1, format, args);
    t->n += (size_t)n;
}

void text_addf(text *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    text_addv(t, format, args);
    va_end(args);
}

void text_clear(text *t)
{
    t->n = 0;
    if (t->at)
        t->at[0] = 0;
}

void text_free(text *t)
{
    mem_free(t->at);
    *t = (text){0};
}

const char *text_str(const text *t)
{
    return t->at ? t->at : "";
}

u32 text_character(const char *of)
{
    const u8 *s = (const u8 *)of;
    u32 n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

    if (n > 1 && (s[0] < 0xc2 || s[0] > 0xf4))
        return 0;
    for (u32 k = 1; k < n; k++)
        if ((s[k] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] >= 0xa0;

    return overlong || surrogate || (s[0] == 0xf4 && s[1] >= 0x90) ? 0 : n;
}

static void add_quoted(text *t, const char *s, u32 n)
{
    if (*s == '\n')
        text_add(t, "\\n");
    else if (*s == '\t')
        text_add(t, "\\t");
    else if (*s == '"' || *s == '\\')
        text_addf(t, "\\%c", *s);
    else if (!n || (u8)*s < 32 || *s == 127)
        text_addf(t, "\\%03o", (u8)*s);
    else
        text_addn(t, s, n);
}

void text_byte(text *t, char c)
{
    add_quoted(t, &c, (u8)c < 128);
}

void text_quoted(text *t, const char *s, size_t most)
{
    const char *from = s;

    text_addc(t, '"');
    while (*s) {
        u32 n = text_character(s), bytes = n ? n : 1;

        if ((size_t)(s - from) + bytes > most) {
            text_add(t, "...");
            break;
        }
        add_quoted(t, s, n);
        s += bytes;
    }
    text_addc(t, '"');
}

void text_escaped(text *t, const char *s, size_t most)
{
    u32 n;

    for (; *s && most; s += n, most--) {
        n = text_character(s);
        if (strchr("\t\n\v\f\r", *s)) {
            text_addc(t, ' ');
        } else if (!n || (unsigned char)*s < 32 || *s == 127) {
            text_addc(t, '?');
            n = 1;
        } else {
            text_add(t, *s == '"' || *s == '\\' ? "\\" : "");
            text_addn(t, s, n);
        }
    }
    text_add(t, *s ? "..." : "");
}

void text_shell(text *t, const char *word)
{
    if (*word && !strpbrk(word, " \t\n'\"\\$`&|;<>()*?[]#~!{}")) {
        text_add(t, word);
        return;
    }
    text_addc(t, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            text_add(t, "'\\''");
        else
            text_addc(t, *word);
    }
    text_addc(t, '\'');
}

void text_json(text *t, const char *s)
{
    text_addc(t, '"');
    while (*s) {
        u32 n = text_character(s);

        if (*s == '"' || *s == '\\')
            text_addf(t, "\\%c", *s);
        else if (*s == '\n')
            text_add(t, "\\n");
        else if (!n || (u8)*s < 32 || *s == 127)
            text_addf(t, "\\u%04x", (u8)*s);
        else
            text_addn(t, s, n);
        s += n ? n : 1;
    }
    text_addc(t, '"');
}

bool text_starts(const char *s, const char *with)
{
    return s && !strncmp(s, with, strlen(with));
}

bool text_is_word(char c)
{
    return isalnum((u8)c) || c == '_';
}

size_t text_word(const char *s)
{
    size_t n = 0;

    while (text_is_word(s[n]))
        n++;
    return n;
}

size_t text_blanks(const char *s)
{
    size_t n = 0;

    while (isspace((u8)s[n]))
        n++;
    return n;
}

bool text_skip(const char **at, const char *sign)
{
    size_t n = strlen(sign);

    *at += text_blanks(*at);
    if (strncmp(*at, sign, n) != 0)
        return false;
    *at += n;
    return true;
}

bool text_skip_word(const char **at, const char *word, const char *unless)
{
    const char *end = *at;

    if (!text_skip(&end, word) || text_is_word(*end) || (*end && strchr(unless, *end))) {
        *at += text_blanks(*at);
        return false;
    }
    *at = end;
    return true;
}

char *text_trim(char *s)
{
    size_t n;

    s += text_blanks(s);
    for (n = strlen(s); n && isspace((u8)s[n - 1]); n--)
        continue;
    s[n] = 0;
    return s;
}

bool text_read_file(text *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    char buffer[65536];
    size_t n;
    bool ok;

    if (!f)
        return false;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        text_addn(t, buffer, n);
    ok = !ferror(f);
    fclose(f);
    return ok;
}

bool text_write_file(const text *t, const char *path)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(t->at, 1, t->n, f) == t->n;

    if (f)
        ok = (fclose(f) == 0) & ok;
    return ok;
}
