/* Commands of GitHub's workflows: a line of a log becomes a remark beside the line of the source.
 * The words are escaped as the runner undoes it. */
#include "report/findings.h"

#include <inttypes.h>
#include <string.h>

/* `also`: what else ends a word; of properties : and , do. */
static void add_escaped(text *out, const char *s, const char *also)
{
    for (; *s; s++)
        if (strchr("%\r\n", *s) || strchr(also, *s))
            text_addf(out, "%%%02X", (u8)*s);
        else
            text_addc(out, *s);
}

static void add_property(text *out, const char *name, const char *value)
{
    text_addf(out, "%s=", name);
    add_escaped(out, value, ":,");
}

static void add_error(text *out, const finding *e)
{
    text_add(out, "::error ");
    if (*e->file) {
        add_property(out, "file", e->file);
        text_addf(out, ",line=%" PRIu32 ",", e->line);
    }
    text_addf(out, "title=heddle%%3A %s::", error_names[e->kind]);
    add_escaped(out, e->message, "");
    if (e->summary) {
        text_add(out, "%0A");
        add_escaped(out, e->summary, "");
    }
    text_addc(out, '\n');
}

/* Beside the file where there is one. */
static void add_remark(text *out, const char *level, const findings *f, const char *words)
{
    text_addf(out, "::%s ", level);
    if (f->file) {
        add_property(out, "file", f->file);
        if (f->place)
            text_addf(out, ",line=%" PRIu32, f->place);
        text_addc(out, ',');
    }
    add_property(out, "title", "heddle: ");
    add_escaped(out, f->name, ":,");
    text_add(out, "::");
    add_escaped(out, words, "");
    text_addc(out, '\n');
}

void findings_annotations(const findings *f, text *out)
{
    for (u32 i = 0; i < f->errors.n; i++)
        add_error(out, &f->errors.at[i]);
    if (f->wrong)
        add_remark(out, "error", f, f->wrong);
    if (f->unknown)
        add_remark(out, "warning", f, f->unknown);
    for (u32 i = 0; i < f->nnotes; i++)
        add_remark(out, "notice", f, f->notes[i]);
}
