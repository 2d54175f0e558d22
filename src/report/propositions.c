/* Propositions beside the steps.  A column is as wide as its title; long texts have a number as
 * title and a line above the table: the longest give way to numbers until all fit into the room
 * there is. */
#include "report/propositions.h"
#include "report/columns.h"

#include <string.h>

enum { TITLE_MOST = 12, TITLE_LEAST = 2 };

static void add_title(proposition_columns *l, const char *s, u32 most, u32 number)
{
    text title = {0};

    if (columns_width(s) <= most)
        text_add(&title, s);
    else
        text_addf(&title, "[%u]", number);
    vec_push(&l->titles, mem_strdup(text_str(&title)));
    l->width += 1 + columns_width(text_str(&title));
    text_free(&title);
}

/* Titles of which only those of at most `most` columns are texts. */
static void make_titles(proposition_columns *l, const report_options *o, u32 most)
{
    propositions_free(l);
    l->width = 1;
    for (u32 i = 0; i < o->propositions.n; i++)
        add_title(l, o->propositions.at[i].text, most, i + 1);
}

bool propositions_plan(proposition_columns *l, const report_options *o, u32 room)
{
    for (u32 most = TITLE_MOST; most >= TITLE_LEAST; most--) {
        make_titles(l, o, most);
        if (l->width <= room)
            return true;
    }
    propositions_free(l);
    return false;
}

void propositions_free(proposition_columns *l)
{
    vec_free_items(&l->titles);
    l->width = 0;
}

void propositions_legend(const proposition_columns *l, const report_options *o, text *out)
{
    for (u32 i = 0; i < l->titles.n; i++) {
        const char *title = l->titles.at[i], *s = o->propositions.at[i].text;

        if (strcmp(title, s) == 0)
            continue;
        text_addf(out, "  %s  ", title);
        columns_wrap(out, s, 4 + columns_width(title), 4 + columns_width(title), o->width);
        text_addc(out, '\n');
    }
}

void propositions_titles(const proposition_columns *l, text *out)
{
    text_addc(out, ' ');
    for (u32 i = 0; i < l->titles.n; i++)
        text_addf(out, " %s", l->titles.at[i]);
}

void propositions_rules(const proposition_columns *l, text *out)
{
    text_addc(out, ' ');
    for (u32 i = 0; i < l->titles.n; i++) {
        text_addc(out, ' ');
        for (u32 n = columns_width(l->titles.at[i]); n > 0; n--)
            text_addc(out, '-');
    }
}

void propositions_values(const proposition_columns *l, const valuation *w, text *out)
{
    text_addc(out, ' ');
    for (u32 i = 0; i < l->titles.n; i++) {
        u32 n = columns_width(l->titles.at[i]), left = (n - 1) / 2;

        text_addf(out, " %*s%c%*s", (int)left, "", "01?"[w->at[i]], (int)(n - 1 - left), "");
    }
}

void propositions_changes(const report_options *o, const valuation *before, const valuation *after,
                          text *out)
{
    static const char *const names[] = {"false", "true", "unknown"};
    bool first = true;

    for (u32 i = 0; i < after->n; i++) {
        if (before->at[i] == after->at[i])
            continue;
        text_addf(out, "%s%s becomes %s", first ? "" : ", ", o->propositions.at[i].text,
                  names[after->at[i]]);
        first = false;
    }
}

void propositions_holding(const report_options *o, const valuation *w, text *out)
{
    bool first = true;

    for (u32 i = 0; i < w->n; i++) {
        if (w->at[i] != PROPOSITION_TRUE)
            continue;
        text_addf(out, "%s%s", first ? "" : ", ", o->propositions.at[i].text);
        first = false;
    }
}
