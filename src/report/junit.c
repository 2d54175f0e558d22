/* JUnit XML: a test case for each thing that was checked.  An error of the program is a failure; a
 * search without a verdict is an error, so that a time-out is never taken for a success. */
#include "report/findings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* U+FFFE and U+FFFF. */
static bool is_no_character(const char *s)
{
    return !strncmp(s, "\xef\xbf\xbe", 3) || !strncmp(s, "\xef\xbf\xbf", 3);
}

/* Appends n bytes as XML has them; what is no character of XML becomes one that stands for it. */
static void add_character(text *out, const char *s, u32 n)
{
    if (*s == '<' || *s == '>' || *s == '&' || *s == '"')
        text_add(out, *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : "&quot;");
    else if (n == 0 || ((u8)*s < ' ' && *s != '\n' && *s != '\t') || is_no_character(s))
        text_add(out, "\xef\xbf\xbd");
    else
        text_addn(out, s, n);
}

/* The length of the escape sequence that switches a colour; 0: there is none. */
static u32 colour_length(const char *s)
{
    size_t n = *s == '\033' && s[1] == '[' ? 2 + strspn(s + 2, "0123456789;") : 0;

    return n && s[n] == 'm' ? (u32)n + 1 : 0;
}

void findings_escape(text *out, const char *s)
{
    while (*s) {
        u32 n = text_character(s), skipped = colour_length(s);

        if (skipped) {
            s += skipped;
            continue;
        }

        add_character(out, s, n);
        s += n ? n : 1;
    }
}

/* In an attribute a newline would be read as a blank. */
static void add_attribute(text *out, const char *name, const char *value)
{
    text_addf(out, " %s=\"", name);
    for (; *value; value += *value == '\n') {
        text part = {0};
        size_t n = strcspn(value, "\n");

        text_addn(&part, value, n);
        findings_escape(out, text_str(&part));
        text_add(out, value[n] ? "&#10;" : "");
        value += n;
        text_free(&part);
    }
    text_addc(out, '"');
}

static void add_failure(text *out, const finding *e)
{
    text words = {0};

    if (*e->file)
        text_addf(&words, "%s:%" PRIu32 ": ", e->file, e->line);
    text_add(&words, e->message);
    text_add(out, "      <failure");
    add_attribute(out, "type", error_names[e->kind]);
    add_attribute(out, "message", text_str(&words));
    text_addc(out, '>');
    findings_escape(out, e->text);
    text_add(out, "</failure>\n");
    text_free(&words);
}

static void add_wrong(text *out, const findings *f)
{
    text_add(out, "      <failure type=\"verdict\"");
    add_attribute(out, "message", f->wrong);
    text_addc(out, '>');
    findings_escape(out, f->said);
    text_add(out, "</failure>\n");
}

static void add_case(text *out, const findings *f)
{
    text_add(out, "    <testcase");
    add_attribute(out, "classname", f->command);
    add_attribute(out, "name", f->name);
    text_addf(out, " time=\"%.3f\">\n", f->seconds);
    for (u32 i = 0; i < f->errors.n; i++)
        add_failure(out, &f->errors.at[i]);
    if (f->wrong)
        add_wrong(out, f);
    if (f->unknown) {
        text_add(out, "      <error type=\"unknown\"");
        add_attribute(out, "message", f->unknown);
        text_add(out, "/>\n");
    }
    text_add(out, "      <system-out>");
    findings_escape(out, f->line);
    text_add(out, "\n</system-out>\n    </testcase>\n");
}

void findings_junit(const findings *all, u32 n, text *out)
{
    u32 failures = 0, errors = 0;
    double seconds = 0;
    char figures[128];

    for (u32 i = 0; i < n; i++) {
        failures += all[i].errors.n || all[i].wrong;
        errors += all[i].unknown && !all[i].errors.n;
        seconds += all[i].seconds;
    }
    snprintf(figures, sizeof figures,
             "tests=\"%" PRIu32 "\" failures=\"%" PRIu32 "\" errors=\"%" PRIu32
             "\" skipped=\"0\" time=\"%.3f\"",
             n, failures, errors, seconds);
    text_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites %s>\n", figures);
    text_addf(out, "  <testsuite name=\"heddle\" %s>\n", figures);
    for (u32 i = 0; i < n; i++)
        add_case(out, &all[i]);
    text_add(out, "  </testsuite>\n</testsuites>\n");
}
