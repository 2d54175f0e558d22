/* The verdict of a proof by parts, which no single search gives: what is said of the parts is the
 * report, and the verdict has the formats of every other one. */
#include "session/asm.h"
#include "search/figures.h"

#include <stdarg.h>
#include <stdio.h>

void asm_say(session *s, const char *format, ...)
{
    text said = {0};
    va_list args;

    va_start(args, format);
    text_addv(&said, format, args);
    va_end(args);
    fputs(text_str(&said), session_output(s));
    text_add(&s->report, text_str(&said));
    text_free(&said);
}

static void settle(session *s, const asm_verdict *v)
{
    s->r.verdict = (verdict)v->end;
    s->r.states = v->states;
    s->r.seconds = clock_seconds() - v->start;
    s->engine = v->engine;
    s->proved = v->words;
    s->covered = NULL; /* of which part would it be? */
    snprintf(s->r.reason, sizeof s->r.reason, "%s", v->end == EXIT_UNKNOWN ? v->words : "");
    s->r.failed = v->end == EXIT_FAILED;
    if (s->r.failed)
        result_error(&s->r,
                     &(failure){.kind = v->kind, .file = v->file, .line = 1, .message = v->words});
}

int asm_conclude(session *s, const asm_verdict *v)
{
    char count[FIGURE], seconds[FIGURE];
    text line = {0};

    settle(s, v);
    text_addf(&line, "%s: %s; %s states, %s\n", verdict_names[v->end], v->words,
              figure_count(count, v->states), figure_seconds(seconds, s->r.seconds));
    s->line = text_str(&line);
    session_print(s);
    s->line = NULL;
    text_free(&line);
    return v->end;
}
