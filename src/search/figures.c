/* Figures and the progress line.  On a terminal one line is drawn again and again and removed at
 * the end; in a pipe or file the lines follow each other, fewer of them, and the last figures are
 * among them. */
#include "search/figures.h"
#include "base/text.h"
#include "search/growth.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TERMINAL_SECONDS 0.2
#define PIPE_SECONDS     1.0
#define LONG_SECONDS     2.0

const char *figure_count(char *out, u64 n)
{
    char digits[FIGURE];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, n), to = 0;

    for (int i = 0; i < count; i++) {
        if (i && (count - i) % 3 == 0)
            out[to++] = ',';
        out[to++] = digits[i];
    }
    out[to] = 0;
    return out;
}

const char *figure_bytes(char *out, u64 bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double value = (double)bytes / 1024;
    u32 unit = 0;

    while (value >= 1024 && unit + 1 < LENGTH(units)) {
        value /= 1024;
        unit++;
    }
    snprintf(out, FIGURE, value < 100 ? "%.1f %s" : "%.0f %s", value, units[unit]);
    return out;
}

const char *figure_seconds(char *out, double seconds)
{
    snprintf(out, FIGURE,
             seconds < 0.095 ? "%.3f s"
             : seconds < 100 ? "%.1f s"
                             : "%.0f s",
             seconds);
    return out;
}

const char *figure_duration(char *out, double seconds)
{
    static const struct {
        const char *name;
        double seconds, below;
    } units[] = {{"s", 1, 100}, {"min", 60, 100}, {"h", 3600, 48}, {"days", 86400, 1000}};
    const double year = 31557600;

    for (u32 i = 0; i < LENGTH(units); i++)
        if (seconds / units[i].seconds < units[i].below) {
            snprintf(out, FIGURE, "%.0f %s", seconds / units[i].seconds, units[i].name);
            return out;
        }
    if (seconds / year < 1e6)
        snprintf(out, FIGURE, "%.0f years", seconds / year);
    else
        snprintf(out, FIGURE, "a million years and more");
    return out;
}

const char *figure_share(char *out, double share)
{
    if (share < 1e-6)
        snprintf(out, FIGURE, "<0.0001%%");
    else
        snprintf(out, FIGURE, "%.*f%%", share < 0.001 ? 4 : share < 0.01 ? 2 : 0, 100 * share);
    return out;
}

void progress_open(progress *p, bool on, double now)
{
    *p = (progress){.on = on, .terminal = isatty(STDERR_FILENO) != 0, .start = now, .done = -1};
    p->next = now + (p->terminal ? TERMINAL_SECONDS : PIPE_SECONDS);
}

/* A line on a terminal that is longer than it is wide could not be drawn again. */
static size_t columns(const progress *p)
{
    struct winsize size;

    if (!p->terminal)
        return SIZE_MAX;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

/* When a search takes long: which lines and variables its states come from, as many as there is
 * room for. */
static void add_growth(const progress *p, double seconds, text *line)
{
    size_t most = columns(p);

    for (u32 lines = 2; p->growth && seconds >= LONG_SECONDS && lines > 0; lines--) {
        text more = {0};
        bool fits;

        text_add(&more, ", from ");
        fits = growth_say(p->growth, lines, &more) && line->n + more.n < most;
        if (fits)
            text_add(line, text_str(&more));
        text_free(&more);
        if (fits)
            return;
    }
}

static void write_line(const progress *p, double now, u64 states, u64 depth, u64 bytes)
{
    char n[FIGURE], rate[FIGURE], deep[FIGURE], memory[FIGURE], part[FIGURE];
    double seconds = now - p->start;
    text line = {0};
    char share[FIGURE + 32] = "";
    u64 per_second = seconds > 0 ? (u64)((double)states / seconds) : 0;

    if (p->done >= 0)
        snprintf(share, sizeof share, ", about %s done (an estimate)", figure_share(part, p->done));
    text_addf(&line, "%s states, %s states/s, depth %s, %s%s", figure_count(n, states),
              figure_count(rate, per_second), figure_count(deep, depth),
              figure_bytes(memory, bytes), share);
    add_growth(p, seconds, &line);
    fprintf(stderr, "%s%s%s", p->terminal ? "\r" : "", text_str(&line),
            p->terminal ? "\033[K" : "\n");
    fflush(stderr);
    text_free(&line);
}

void progress_show(progress *p, double now, u64 states, u64 depth, u64 bytes)
{
    write_line(p, now, states, depth, bytes);
    p->drawn = true;
    p->next = now + (p->terminal ? TERMINAL_SECONDS : PIPE_SECONDS);
}

void progress_close(progress *p, double now, u64 states, u64 depth, u64 bytes)
{
    if (!p->on)
        return;
    p->done = -1;
    if (!p->terminal)
        write_line(p, now, states, depth, bytes);
    else if (p->drawn)
        fputs("\r\033[K", stderr);
}
