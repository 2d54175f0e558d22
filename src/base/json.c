/* The writer keeps what is open as a stack of the signs that end it, and of each whether it has a
 * member: so it knows where a comma, a name and a new line stand.  That members of objects have
 * names, and those of arrays none, is asserted. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>

static void begin(json *j, const char *name)
{
    u32 at = j->depth - 1;

    if (!j->depth)
        return;
    assert((j->close[at] == '}') == (name != NULL));
    text_add(j->out, j->any[at] ? "," : "");
    text_add(j->out, at == 0 ? "\n  " : j->any[at] ? " " : "");
    j->any[at] = true;
    if (!name)
        return;
    text_json(j->out, name);
    text_add(j->out, ": ");
}

static void open_one(json *j, const char *name, char open, char close)
{
    begin(j, name);
    assert(j->depth < JSON_DEPTH);
    text_addc(j->out, open);
    j->close[j->depth] = close;
    j->any[j->depth++] = false;
}

void json_object(json *j, const char *name)
{
    open_one(j, name, '{', '}');
}

void json_array(json *j, const char *name)
{
    open_one(j, name, '[', ']');
}

void json_end(json *j)
{
    assert(j->depth);
    j->depth--;
    text_add(j->out, j->depth == 0 && j->any[0] ? "\n" : "");
    text_addc(j->out, j->close[j->depth]);
}

void json_string(json *j, const char *name, const char *value)
{
    begin(j, name);
    if (value)
        text_json(j->out, value);
    else
        text_add(j->out, "null");
}

void json_number(json *j, const char *name, u64 value)
{
    begin(j, name);
    text_addf(j->out, "%" PRIu64, value);
}

void json_null(json *j, const char *name)
{
    json_raw(j, name, "null");
}

void json_bool(json *j, const char *name, bool value)
{
    json_raw(j, name, value ? "true" : "false");
}

void json_raw(json *j, const char *name, const char *value)
{
    begin(j, name);
    text_add(j->out, value);
}
