/* A writer of JSON.  The members of what is opened first stand on lines of their own, what is
 * inside them on one line.  Members of objects have a name; those of arrays have NULL there. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"

enum { JSON_DEPTH = 16 };

typedef struct json {
    text *out;
    char close[JSON_DEPTH]; /* the signs that end what is open */
    bool any[JSON_DEPTH];   /* it has a member */
    u32 depth;
} json;

void json_object(json *j, const char *name);
void json_array(json *j, const char *name);
/* Of the object or array that was opened last. */
void json_end(json *j);
/* NULL: null. */
void json_string(json *j, const char *name, const char *value);
void json_number(json *j, const char *name, u64 value);
void json_null(json *j, const char *name);
void json_bool(json *j, const char *name, bool value);
/* JSON that is there already. */
void json_raw(json *j, const char *name, const char *value);

#endif
