/* The HTML report: page.html, which lies in the binary, with what it shows put into it as JSON.
 *
 * The page makes every element from text, never from markup, and a `<` in the JSON is written as an
 * escape, so that nothing that a program is named or prints can end the data or become a part of
 * the page. */
#include "base/json.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

#define PLACE "HEDDLE_DATA"

__asm__(".pushsection .rodata\n"
        "report_page_html: .incbin \"src/report/page.html\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char page_html[] __asm__("report_page_html");

static void add_data(const report_page *p, text *out)
{
    json j = {.out = out};

    json_object(&j, NULL);
    json_raw(&j, "report", p->verdict);
    json_string(&j, "line", p->line);
    json_string(&j, "command", p->command);
    json_raw(&j, "checked", p->checked ? p->checked : "[]");
    json_string(&j, "text", p->text);
    json_raw(&j, "picture", p->picture ? p->picture : "null");
    json_raw(&j, "coverage", p->coverage ? p->coverage : "null");
    json_raw(&j, "others", p->others ? p->others : "[]");
    json_end(&j);
}

static void add_escaped(text *out, const char *data)
{
    for (size_t n; *data; data += n) {
        n = strcspn(data, "<");
        text_addn(out, data, n);
        if (data[n] == '<') {
            text_add(out, "\\u003c");
            n++;
        }
    }
}

static void add_page(const report_page *p, text *out)
{
    const char *at = strstr(page_html, PLACE);
    text data = {0};

    add_data(p, &data);
    text_addn(out, page_html, (size_t)(at - page_html));
    add_escaped(out, text_str(&data));
    text_add(out, at + strlen(PLACE));
    text_free(&data);
}

bool report_html(const report_page *p, FILE *to)
{
    text out = {0};
    bool ok;

    add_page(p, &out);
    ok = fwrite(out.at, 1, out.n, to) == out.n;
    text_free(&out);
    return (fclose(to) == 0) & ok;
}
