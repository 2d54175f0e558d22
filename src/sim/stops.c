/* Where runs stop: lines, functions, conditions and watches.  A condition stops a run where it
 * becomes true; where it has no value, as a local of another function, it is not true. */
#include "sim/session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void stop_free(stop *s)
{
    mem_free(s->file);
    mem_free(s->name);
    mem_free(s->condition);
    mem_free(s->words);
    mem_free(s->value);
    *s = (stop){0};
}

void stops_free(sim *x)
{
    for (u32 i = 0; i < x->stops.n; i++)
        stop_free(&x->stops.at[i]);
    vec_free(&x->stops);
}

/* ---- reading ---- */

/* `if EXPR` at the end of the words is cut off. */
static char *cut_condition(char *words)
{
    for (char *at = words; (at = strstr(at, "if")); at += 2) {
        bool begins = at == words || isspace((u8)at[-1]);

        if (!begins || !isspace((u8)at[2]))
            continue;
        *at = 0;
        return mem_strdup(text_trim(at + 2));
    }
    return NULL;
}

static bool all_digits(const char *s)
{
    return *s && strspn(s, "0123456789") == strlen(s);
}

static bool is_function(sim *x, const char *name)
{
    sys *s = sys_with_describe(x->w.s);
    const char *own;
    bool function;

    if (!s->ops->describe->name)
        return true; /* nobody knows */
    for (u32 i = 0; s->ops->describe->name(s, i, &own, &function); i++)
        if (function && strcmp(own, name) == 0)
            return true;
    return false;
}

static bool parse_line(sim *x, char *words, stop *out)
{
    char *colon = strrchr(words, ':');
    const char *digits = colon ? colon + 1 : words;
    code_place at;
    u16 slot;

    if (!all_digits(digits) || strlen(digits) > 9)
        return false;
    out->kind = STOP_LINE;
    out->line = (u32)atoi(digits);
    if (colon)
        out->file = mem_strndup(words, (size_t)(colon - words));
    else if (x->w.actors.at[x->focus].slot >= 0 &&
             (slot = (u16)x->w.actors.at[x->focus].slot, tell_place(x, slot, x->frame, &at)))
        out->file = mem_strdup(at.file);
    else
        out->file = mem_strdup("");
    return true;
}

static bool parse_function(char *words, bool bare, stop *out)
{
    size_t n = text_word(words);

    if (!n || (strcmp(words + n, "()") != 0 && !(bare && !words[n])))
        return false;
    out->kind = STOP_FUNCTION;
    out->name = mem_strndup(words, n);
    return true;
}

bool stop_parse(sim *x, char *words, bool bare_names, stop *out)
{
    *out = (stop){.words = mem_strdup(words), .actor = (int)x->focus};
    out->condition = cut_condition(words);
    words = text_trim(words);
    if (!*words && out->condition) {
        out->kind = STOP_CONDITION;
        return true;
    }
    if (parse_line(x, words, out))
        return true;
    if (!parse_function(words, bare_names, out)) {
        stop_free(out);
        return false;
    }
    if (is_function(x, out->name))
        return true;
    command_wrong(x, "the program has no function %s", out->name);
    stop_free(out);
    return false;
}

/* ---- meeting ---- */

static bool holds(sim *x, u16 slot, const char *condition)
{
    int actor = walk_actor_of(&x->w, slot);
    expr_scope at = sim_scope_of(x, actor < 0 ? x->focus : (u32)actor, 0);
    text problem = {0};
    bool true_now = false;

    expression_holds(&at, condition, &true_now, &problem);
    text_free(&problem);
    sim_scope_free(&at);
    return true_now;
}

bool stop_meets(sim *x, const stop *s, u16 slot, const code_place *at, bool entered)
{
    if (s->kind == STOP_LINE &&
        (!at || at->line != s->line || (*s->file && !tell_same_file(at->file, s->file))))
        return false;
    if (s->kind == STOP_FUNCTION && (!at || !entered || strcmp(at->function, s->name) != 0))
        return false;
    return !s->condition || holds(x, slot, s->condition);
}

static char *watched(sim *x, const stop *s)
{
    expr_scope at = sim_scope_of(x, (u32)s->actor, 0);
    text value = {0}, problem = {0};
    char *out =
        expression_print(&at, s->condition, &value, &problem) ? mem_strdup(text_str(&value)) : NULL;

    text_free(&value);
    text_free(&problem);
    sim_scope_free(&at);
    return out;
}

/* Where it has no value nothing is known, and nothing has changed. */
static bool changed(sim *x, stop *s)
{
    char *now = watched(x, s);
    bool other = now && s->value && strcmp(now, s->value) != 0;

    if (other)
        printf("%s was %s, is now %s\n", s->condition, s->value, now);
    if (now) {
        mem_free(s->value);
        s->value = now;
    }
    return other;
}

static bool becomes_true(sim *x, stop *s, u16 slot)
{
    bool before = s->held;

    s->held = holds(x, slot, s->condition);
    if (s->held && !before)
        printf("%s is true\n", s->condition);
    return s->held && !before;
}

bool stops_met(sim *x, u16 slot, const code_place *at, bool entered)
{
    bool met = false;

    for (u32 i = 0; i < x->stops.n; i++) {
        stop *s = &x->stops.at[i];
        bool here = s->kind == STOP_WATCH       ? changed(x, s)
                    : s->kind == STOP_CONDITION ? becomes_true(x, s, slot)
                                                : stop_meets(x, s, slot, at, entered);

        if (here)
            printf("stop %u: %s\n", s->number, s->words);
        met |= here;
    }
    return met;
}

void stops_begin(sim *x)
{
    u16 slot = x->w.actors.at[x->focus].slot >= 0 ? (u16)x->w.actors.at[x->focus].slot : 0;

    for (u32 i = 0; i < x->stops.n; i++) {
        stop *s = &x->stops.at[i];

        if (s->kind == STOP_WATCH) {
            mem_free(s->value);
            s->value = watched(x, s);
        } else if (s->kind == STOP_CONDITION) {
            s->held = holds(x, slot, s->condition);
        }
    }
}

/* ---- commands ---- */

static void say(const stop *s)
{
    printf("%4u  %s%s\n", s->number, s->kind == STOP_WATCH ? "watch " : "", s->words);
}

static void add_stop(sim *x, stop s)
{
    s.number = ++x->stops_made;
    vec_push(&x->stops, s);
    say(&s);
}

void do_break(sim *x, char *words)
{
    stop s;
    bool before = x->wrong;

    x->wrong = false;
    if (!*words)
        command_wrong(x, "where? break LINE, FILE:LINE, FUNCTION or if EXPR");
    else if (stop_parse(x, words, true, &s))
        add_stop(x, s);
    else if (!x->wrong)
        command_wrong(x, "'%s' is no line, no function and no if EXPR", words);
    x->wrong |= before;
}

void do_watch(sim *x, char *words)
{
    stop s = {.kind = STOP_WATCH, .actor = (int)x->focus};
    expr_scope at = sim_scope(x);
    text value = {0}, problem = {0};

    if (!*words) {
        command_wrong(x, "what? watch EXPR");
    } else if (expression_print(&at, words, &value, &problem)) {
        s.words = mem_strdup(words);
        s.condition = mem_strdup(words);
        s.value = mem_strdup(text_str(&value));
        add_stop(x, s);
    } else {
        command_wrong(x, "%s", text_str(&problem));
    }
    text_free(&value);
    text_free(&problem);
    sim_scope_free(&at);
}

void do_breaks(sim *x, char *words)
{
    (void)words;
    for (u32 i = 0; i < x->stops.n; i++)
        say(&x->stops.at[i]);
    if (!x->stops.n)
        printf("there are no stops\n");
}

static void remove_stop(sim *x, u32 i)
{
    stop_free(&x->stops.at[i]);
    memmove(x->stops.at + i, x->stops.at + i + 1, (x->stops.n - i - 1) * sizeof *x->stops.at);
    x->stops.n--;
}

void do_delete(sim *x, char *words)
{
    char *word = word_next(&words);
    u32 number;

    if (!word) {
        while (x->stops.n)
            remove_stop(x, x->stops.n - 1);
        return;
    }
    if (!word_number(x, word, &number))
        return;
    for (u32 i = 0; i < x->stops.n; i++)
        if (x->stops.at[i].number == number) {
            remove_stop(x, i);
            return;
        }
    command_wrong(x, "there is no stop %u; breaks lists them", number);
}
