/* Figures as people read them, and the progress line made of them. */
#ifndef SEARCH_FIGURES_H
#define SEARCH_FIGURES_H

#include "base/base.h"

/* Room for any of them. */
#define FIGURE 32

/* Each fills `out` (FIGURE bytes) and returns it: 1,234,567; 3.4 MB; 0.1 s. */
const char *figure_count(char *out, u64 n);
const char *figure_bytes(char *out, u64 bytes);
const char *figure_seconds(char *out, double seconds);
const char *figure_duration(char *out, double seconds); /* 40 s, 3 h, 12 years */
const char *figure_share(char *out, double share);      /* 12%, 0.03%, <0.0001% */

typedef struct progress {
    bool on, terminal;
    double start, next;          /* when the next line is due */
    bool drawn;                  /* a line stands on the terminal */
    const struct growth *growth; /* what the states come from; or NULL */
    double done; /* how much of the search, from 0 to 1, by an estimate; negative: unknown */
} progress;

void progress_open(progress *p, bool on, double now);
void progress_show(progress *p, double now, u64 states, u64 depth, u64 bytes);
/* Removes the line from a terminal; in a pipe the last figures are written. */
void progress_close(progress *p, double now, u64 states, u64 depth, u64 bytes);
static inline bool progress_due(const progress *p, double now)
{
    return p->on && now >= p->next;
}

#endif
