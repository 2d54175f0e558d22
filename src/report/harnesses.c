/* The page of heddle test: a line for each harness, which opens what heddle said of it.  It is
 * plain HTML without a script, so it needs nothing but a browser; what harnesses are named and
 * print is escaped. */
#include "report/findings.h"

#include <inttypes.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
    "<title>heddle test</title>\n<style>\n"
    ":root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --dim: #5b6470; "
    "--line: #d8dde3; --soft: #f4f6f8; --bad: #b3261e; --good: #1a6b3c; --open: #8a5a00; }\n"
    "@media (prefers-color-scheme: dark) { :root { --paper: #15181c; --ink: #e6e9ed; "
    "--dim: #9aa4b0; --line: #333a42; --soft: #1e2328; --bad: #ff8a80; --good: #7bd8a0; "
    "--open: #ffc766; } }\n"
    "body { max-width: 1100px; margin: 0 auto; padding: 0 16px 40px; background: var(--paper); "
    "color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }\n"
    "h1 { font-size: 20px; }\n"
    "details { border-bottom: 1px solid var(--line); padding: 4px 0; }\n"
    "summary { cursor: pointer; overflow-wrap: anywhere; }\n"
    "summary:focus-visible { outline: 2px solid var(--open); }\n"
    "b { display: inline-block; min-width: 6.5em; color: var(--open); }\n"
    ".ok b { color: var(--good); }\n.wrong b { color: var(--bad); }\n"
    ".seconds, .why { color: var(--dim); }\n"
    "pre, code { font: 13px/1.4 ui-monospace, \"DejaVu Sans Mono\", Consolas, monospace; }\n"
    "pre { background: var(--soft); border: 1px solid var(--line); border-radius: 4px; "
    "padding: 8px; overflow: auto; }\n"
    "@media (max-width: 640px) { .why { display: block; } }\n"
    "</style>\n</head>\n<body>\n";

static void add_element(text *out, const char *open, const char *inside, const char *close)
{
    text_add(out, open);
    findings_escape(out, inside);
    text_add(out, close);
}

/* What is not as expected lies open. */
static void add_harness(const findings *f, text *out)
{
    const char *why = f->wrong ? f->wrong : f->line;

    text_addf(out, "<details class=\"%s\"%s>\n<summary>",
              f->wrong     ? "wrong"
              : f->unknown ? "open"
                           : "ok",
              f->wrong || f->unknown ? " open" : "");
    add_element(out, "<b>", f->word, "</b> ");
    add_element(out, "<code>", f->name, "</code>");
    text_addf(out, " <span class=\"seconds\">%.1f s</span>", f->seconds);
    add_element(out, " <span class=\"why\">", why, "</span></summary>\n");
    add_element(out, "<pre>", f->said, "</pre>\n");
    add_element(out, "<p>Again: <code>", f->again, "</code></p>\n</details>\n");
}

void findings_html(const findings *all, u32 n, const char *totals, text *out)
{
    text_add(out, head);
    add_element(out, "<h1>", totals, "</h1>\n");
    for (u32 i = 0; i < n; i++)
        add_harness(&all[i], out);
    text_add(out, "</body>\n</html>\n");
}
