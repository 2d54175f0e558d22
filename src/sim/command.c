/* The commands of the simulator: their table, their words, and those that move. */
#include "sim/session.h"
#include "report/cxx.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define GROUP(title)
#define COMMAND(name, alias, arguments, completes, help) \
    {#name, alias, arguments, help, completes, do_##name, NULL},
const command commands[] = {
#include "sim/commands.def"
};
const u32 commands_count = LENGTH(commands);

void command_wrong(sim *x, const char *format, ...)
{
    va_list args;

    x->wrong = true;
    printf("wrong: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

/* ---- words ---- */

char *word_next(char **rest)
{
    char *word = *rest + text_blanks(*rest);
    size_t n = strcspn(word, " \t");

    if (!n)
        return NULL;
    *rest = word + n;
    if (**rest)
        *(*rest)++ = 0;
    *rest += text_blanks(*rest);
    return word;
}

bool word_number(sim *x, const char *word, u32 *number)
{
    if (!*word || strspn(word, "0123456789") != strlen(word) || strlen(word) > 9) {
        command_wrong(x, "'%s' is no number", word);
        return false;
    }
    *number = (u32)atoi(word);
    return true;
}

/* `withdraw` is the name of `T1 withdraw(2)`, `P0` that of `T1 P0`. */
static bool has_name(sim *x, u32 actor, const char *word)
{
    int slot = x->w.actors.at[actor].slot;
    text name = {0};
    bool same;

    if (slot < 0)
        return false;
    tell_name(x, (u16)slot, &name);
    same = text_starts(text_str(&name), word) &&
           (!text_str(&name)[strlen(word)] || text_str(&name)[strlen(word)] == '(');
    text_free(&name);
    return same;
}

static bool named_thread(sim *x, const char *word, u32 *actor)
{
    u32 found = 0;

    for (u32 i = 0; *word && i < x->w.actors.n; i++)
        if (has_name(x, i, word) && !found++)
            *actor = i;
    if (!found)
        command_wrong(x, "'%s' is no thread; they are called T0, T1, ...", word);
    else if (found > 1)
        command_wrong(x, "%u threads are called %s; threads lists them as T0, T1, ...", found,
                      word);
    return found == 1;
}

bool word_thread(sim *x, const char *word, u32 *actor)
{
    const char *digits = word + (*word == 'T' || *word == 't');

    if (!*digits || strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 9)
        return named_thread(x, word, actor);
    *actor = (u32)atoi(digits);
    if (*actor < x->w.actors.n)
        return true;
    command_wrong(x, "there is no thread T%u; threads lists them", *actor);
    return false;
}

/* A number from the words, or 1. */
static bool optional_number(sim *x, char *words, u32 *number)
{
    char *word = word_next(&words);

    *number = 1;
    if (*words) {
        command_wrong(x, "'%s' is too much", words);
        return false;
    }
    return !word || word_number(x, word, number);
}

static const command *find(const char *name)
{
    const command *found = NULL;
    size_t n = strlen(name);

    for (u32 i = 0; i < commands_count; i++)
        if (!strcmp(commands[i].name, name) ||
            (*commands[i].alias && !strcmp(commands[i].alias, name)))
            return &commands[i];
    for (u32 i = 0; i < commands_count; i++)
        if (!strncmp(commands[i].name, name, n)) {
            if (found)
                return NULL;
            found = &commands[i];
        }
    return found;
}

void command_obey(sim *x, const char *line)
{
    char *copy = mem_strdup(line), *words = text_trim(copy), *name;
    const command *c;

    if (*words && *words != '#') {
        name = word_next(&words);
        c = find(name);
        if (c && !*c->arguments && *words)
            command_wrong(x, "%s takes nothing: '%s' is too much", c->name, words);
        else if (c)
            c->run(x, words);
        else
            command_wrong(x, "there is no command '%.40s', or several begin so; help lists them",
                          name);
    }
    mem_free(copy);
}

/* ---- the present thread ---- */

static bool slot_of(sim *x, u32 actor, u16 *slot)
{
    int at = x->w.actors.at[actor].slot;

    if (at < 0)
        command_wrong(x, "T%u is over", actor);
    *slot = (u16)(at < 0 ? 0 : at);
    return at >= 0;
}

bool sim_slot(sim *x, u16 *slot)
{
    return slot_of(x, x->focus, slot);
}

bool word_slot(sim *x, char *words, u32 *actor, u16 *slot)
{
    char *word = word_next(&words);

    *actor = x->focus;
    return (!word || word_thread(x, word, actor)) && slot_of(x, *actor, slot);
}

expr_scope sim_scope_of(sim *x, u32 actor, u32 frame)
{
    int *slots = mem_alloc(x->w.actors.n * sizeof *slots);
    int slot = actor < x->w.actors.n ? x->w.actors.at[actor].slot : -1;

    for (u32 i = 0; i < x->w.actors.n; i++)
        slots[i] = x->w.actors.at[i].slot;
    return (expr_scope){.s = x->w.s,
                        .thread = slot < 0 ? NO_THREAD : (u16)slot,
                        .frame = frame,
                        .actors = slots,
                        .n = x->w.actors.n};
}

expr_scope sim_scope(sim *x)
{
    return sim_scope_of(x, x->focus, x->frame);
}

void sim_scope_free(expr_scope *s)
{
    mem_free((void *)s->actors);
}

/* ---- moving ---- */

/* The present thread goes on. */
static bool plan_thread(sim *x, until_kind until)
{
    u16 slot;

    if (!sim_slot(x, &slot))
        return false;
    x->plan = (plan){.kind = PLAN_RUN, .who = MOVER_THREAD, .thread = slot, .until = until};
    if (!tell_place(x, slot, 0, &x->plan.from))
        x->plan.from = (code_place){.file = "", .function = ""};
    return true;
}

void do_moves(sim *x, char *words)
{
    (void)words;
    if (x->inside)
        printf("T%u is within its step; after that:\n", x->focus);
    tell_moves(x);
}

/* The choice must be one of the move's. */
static bool plan_move(sim *x, const move *m, const char *choice)
{
    u32 number = 0;
    int actor = walk_actor_of(&x->w, m->thread);

    if (choice && !word_number(x, choice, &number))
        return false;
    if (!(m->flags & MOVE_ENABLED)) {
        command_wrong(x, "T%d is blocked there", actor);
        return false;
    }
    if (number >= m->choices) {
        command_wrong(x, "there is no choice %u: it has %u, from 0", number, m->choices);
        return false;
    }
    x->focus = actor < 0 ? x->focus : (u32)actor;
    plan_thread(x, UNTIL_STEPS);
    x->plan.steps = 1;
    x->plan.chosen = true;
    x->plan.move = (move_kind)m->kind;
    x->plan.choice = number;
    return true;
}

static const move *move_of(sim *x, u16 slot, bool flushes)
{
    sys_moves(x->w.s, &x->moves);
    for (u32 i = 0; i < x->moves.n; i++) {
        const move *m = &x->moves.at[i];

        if (m->thread == slot &&
            (flushes ? m->kind == MOVE_FLUSH : m->kind == MOVE_RUN || m->kind == MOVE_START))
            return m;
    }
    return NULL;
}

void do_flush(sim *x, char *words)
{
    char *who = word_next(&words);
    u32 actor = x->focus, before = x->focus;
    const move *m;
    u16 slot;

    if (who && !word_thread(x, who, &actor))
        return;
    x->focus = actor;
    if (!sim_slot(x, &slot)) {
        x->focus = before;
        return;
    }
    m = move_of(x, slot, true);
    if (!m)
        command_wrong(x, "no store of T%u waits", actor);
    if (!m || !plan_move(x, m, NULL))
        x->focus = before;
}

void do_step(sim *x, char *words)
{
    char *who = word_next(&words), *choice = word_next(&words);
    u32 actor = x->focus, before = x->focus;
    const move *m;
    u16 slot;

    if (who && !word_thread(x, who, &actor))
        return;
    if (*words) {
        command_wrong(x, "'%s' is too much", words);
        return;
    }
    x->focus = actor;
    if (x->inside && actor == before && !choice && plan_thread(x, UNTIL_STEPS)) {
        x->plan.steps = 1; /* to the end of this one */
        return;
    }
    if (!sim_slot(x, &slot)) {
        x->focus = before;
        return;
    }
    m = move_of(x, slot, false);
    if (!m) {
        command_wrong(x, "T%u has no move", actor);
        x->focus = before;
    } else if (!(m->flags & MOVE_ENABLED)) {
        text waits = {0};

        cxx_waits_for(x->w.s, slot, &waits);
        command_wrong(x, waits.n ? "T%u is blocked: %s" : "T%u is blocked%s", actor,
                      text_str(&waits));
        text_free(&waits);
        x->focus = before;
    } else if (!plan_move(x, m, choice)) {
        x->focus = before;
    }
}

void do_choose(sim *x, char *words)
{
    char *word = word_next(&words), *choice = word_next(&words);
    u32 number = 0;

    if (!word) {
        command_wrong(x, "which? choose MOVE [CHOICE]; moves lists them");
        return;
    }
    if (x->inside) {
        command_wrong(x, "T%u is within its step; step ends it", x->focus);
        return;
    }
    sys_moves(x->w.s, &x->moves);
    if (!word_number(x, word, &number))
        return;
    if (!number || number > x->moves.n) {
        command_wrong(x, "there is no move %u; moves lists them", number);
        return;
    }
    plan_move(x, &x->moves.at[number - 1], choice);
}

void do_next(sim *x, char *words)
{
    (void)words;
    plan_thread(x, UNTIL_LINE);
}

void do_over(sim *x, char *words)
{
    (void)words;
    plan_thread(x, UNTIL_OVER);
}

void do_out(sim *x, char *words)
{
    (void)words;
    plan_thread(x, UNTIL_OUT);
}

void do_continue(sim *x, char *words)
{
    char *word = word_next(&words);
    u32 actor = x->focus, before = x->focus;

    if (word && !word_thread(x, word, &actor))
        return;
    x->focus = actor;
    if (!plan_thread(x, UNTIL_STEPS))
        x->focus = before;
}

void do_until(sim *x, char *words)
{
    stop s;
    bool before = x->wrong, found;

    if (!*words) {
        command_wrong(x, "until what? a line, a function with (), visible or an expression");
        return;
    }
    if (strcmp(words, "visible") == 0) {
        if (plan_thread(x, UNTIL_STEPS))
            x->plan.steps = 1;
        return;
    }
    x->wrong = false;
    found = stop_parse(x, words, false, &s);
    if (!found && !x->wrong) {
        expr_scope at = sim_scope(x);
        text problem = {0};
        bool unused;

        s = (stop){.kind = STOP_CONDITION, .condition = mem_strdup(words)};
        found = expression_holds(&at, words, &unused, &problem);
        if (!found)
            command_wrong(x, "%s", text_str(&problem));
        text_free(&problem);
        sim_scope_free(&at);
    }
    x->wrong |= before;
    if (found && plan_thread(x, UNTIL_STOP))
        x->plan.stop = s;
    else if (found || s.kind == STOP_CONDITION)
        stop_free(&s);
}

void do_random(sim *x, char *words)
{
    u32 n;

    if (optional_number(x, words, &n) && n)
        x->plan = (plan){.kind = PLAN_RUN, .who = MOVER_CHANCE, .until = UNTIL_STEPS, .steps = n};
}

void do_forward(sim *x, char *words)
{
    u32 n, ahead = x->w.path.n - x->w.at;

    if (!optional_number(x, words, &n) || !n)
        return;
    if (n > ahead)
        command_wrong(x, "%u steps lie ahead", ahead);
    else
        x->plan = (plan){.kind = PLAN_RUN, .who = MOVER_PATH, .until = UNTIL_STEPS, .steps = n};
}

void do_run(sim *x, char *words)
{
    (void)words;
    if (x->w.at == x->w.path.n)
        command_wrong(x, "nothing lies ahead; continue, random and step go on from here");
    else
        x->plan = (plan){.kind = PLAN_RUN, .who = MOVER_PATH, .until = UNTIL_STEPS};
}

void do_back(sim *x, char *words)
{
    u32 n, taken_steps = x->w.at + x->inside;

    if (!optional_number(x, words, &n))
        return;
    if (n > taken_steps)
        command_wrong(x, "only %u steps are taken", taken_steps);
    else
        x->plan = (plan){.kind = PLAN_GO, .steps = taken_steps - n};
}

void do_goto(sim *x, char *words)
{
    char *word = word_next(&words);
    u32 n = 0;

    if (!word)
        command_wrong(x, "where to? goto N");
    else if (!word_number(x, word, &n))
        return;
    else if (n > x->w.path.n)
        command_wrong(x, "there are %u steps", x->w.path.n);
    else
        x->plan = (plan){.kind = PLAN_GO, .steps = n};
}

/* ---- session ---- */

void do_quit(sim *x, char *words)
{
    (void)words;
    x->plan.kind = PLAN_QUIT;
}

void do_gdb(sim *x, char *words)
{
    u32 actor;
    u16 slot;

    if (!x->o->gdb)
        command_wrong(x, "gdb is for programs that run: heddle sim -- ./prog");
    else if (word_slot(x, words, &actor, &slot))
        x->o->gdb(x->w.s, slot);
}

static void say_command(const command *c)
{
    printf("  %-10s %-3s %s\n      %s\n", c->name, c->alias, c->arguments, c->help);
}

void do_help(sim *x, char *words)
{
    char *word = word_next(&words);
    const command *c = word ? find(word) : NULL;

    if (word && !c)
        command_wrong(x, "there is no command '%s'; help lists them", word);
    else if (c)
        say_command(c);
    else {
#define GROUP(title) printf("%s\n", title);
#define COMMAND(name, alias, arguments, completes, help) \
    say_command(&(command){#name, alias, arguments, help, completes, NULL, NULL});
#include "sim/commands.def"
    }
}

void sim_commands(text *out)
{
    for (u32 i = 0; i < commands_count; i++)
        text_addf(out, "%s\t%s\t%s\t%s\n", commands[i].name, commands[i].alias,
                  commands[i].arguments, commands[i].help);
}
