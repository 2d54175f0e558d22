/* A growing string, always ended by a zero byte once something was added. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/base.h"

#include <stdarg.h>

typedef struct text {
    char *at;
    size_t n, cap;
} text;

void text_add(text *t, const char *s);
void text_addn(text *t, const char *s, size_t n);
void text_addc(text *t, char c);
void text_addf(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_addv(text *t, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
void text_clear(text *t);
void text_free(text *t);
/* The string; "" when nothing was added. */
const char *text_str(const text *t);
/* How many bytes the character of UTF-8 at s has; 0: these bytes are none.  At a zero byte it ends.
 */
u32 text_character(const char *s);
/* Appends `s` as a C string with its quotes: what is UTF-8 and can be seen as it is, other bytes
 * escaped.  After `most` bytes, but never inside a character, it ends with `...`. */
void text_quoted(text *t, const char *s, size_t most);
/* Appends what stands between the quotes of Graphviz and HOA: quotes and backslashes escaped, other
 * blanks as one of them, other control characters as `?`.  After `most` characters it ends with
 * `...`. */
void text_escaped(text *t, const char *s, size_t most);
/* Appends a word so that a shell reads it as one: as it is, or within single quotes. */
void text_shell(text *t, const char *word);
/* Appends `s` as a JSON string with its quotes. */
void text_json(text *t, const char *s);
/* Appends one byte as it stands in a C string. */
void text_byte(text *t, char c);
/* Begins s with these characters?  NULL begins with nothing. */
bool text_starts(const char *s, const char *with);
/* Letters, digits and _, as in a name of C. */
bool text_is_word(char c);
/* How many of these, or of blanks, stand at s. */
size_t text_word(const char *s);
size_t text_blanks(const char *s);
/* Reading: past blanks and this sign, if it is there; the same for a word, which none of these
 * characters may follow. */
bool text_skip(const char **at, const char *sign);
bool text_skip_word(const char **at, const char *word, const char *unless);
/* s without the blanks around it, in place. */
char *text_trim(char *s);
/* A whole file appended; false when it cannot be read (errno says why). */
bool text_read_file(text *t, const char *path);
/* What the file had before is lost; false when it cannot be written (errno says why). */
bool text_write_file(const text *t, const char *path);

#endif
