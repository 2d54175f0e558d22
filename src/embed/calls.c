/* What a model around the program asks for during the search: calls, variables, a reset.
 *
 * Each starts from the state that SPIN is at, in a cursor of its own over the machine's states, and
 * what comes out becomes SPIN's state.  To SPIN it is C code like any other: it backtracks by
 * putting the regions back.
 *
 * Memory that is tracked and not matched, as SPIN's c_track has it "UnMatched": with
 * heddle_unmatched a state is matched by the key of the state in which these variables are zero,
 * while heddle_place, UnMatched, says where the search really is. */
#include "embed/driver.h"

#include <stdio.h>

void pan_begin(pan *p)
{
    sys_reset(p->s);
    if (!p->set.environment)
        return;
    env_begin(&p->env);
    sys_restore(p->s, sys_save(p->env.s));
}

/* ---- calls ---- */

/* Brings the cursor to the state that SPIN is at; false: nothing can be called there. */
static bool enter(pan *p)
{
    if (!p->set.environment)
        pan_refuse("a model that calls functions, or reads and writes variables, has the setting "
                   ".environment = 1");
    pan_look(p);
    if (p->tag != TAG_STATE)
        return false;
    sys_restore(p->env.s, p->key);
    return sys_status(p->env.s) == ST_RUNNING;
}

static void enter_running(pan *p)
{
    if (!enter(p))
        pan_refuse("the program has ended, or its run does not count: heddle_runs() guards what a "
                   "model does");
}

static char *remember(pan *p, char *message)
{
    mem_free(p->problem);
    return p->problem = message;
}

static char *refused(pan *p)
{
    text_clear(&p->message);
    text_addf(&p->message, "heddle: model: %s", text_str(&p->env.problem));
    return remember(p, mem_strdup(text_str(&p->message)));
}

/* What the call came to is where SPIN is now. */
static const char *settle(pan *p, env_answer answer)
{
    static const tag tags[] = {[ENV_DONE] = TAG_STATE,
                               [ENV_PRUNED] = TAG_PRUNED,
                               [ENV_LIMIT] = TAG_LIMIT,
                               [ENV_FAILED] = TAG_ERROR,
                               [ENV_REFUSED] = TAG_ERROR};

    p->tag = tags[answer];
    p->rank = 0;
    p->weak = false;
    if (answer == ENV_DONE)
        p->key = sys_save(p->env.s);
    pan_publish(p);
    if (answer == ENV_LIMIT)
        pan_note_limit(p, text_str(&p->env.problem));
    if (answer == ENV_FAILED)
        return remember(p, pan_describe(p, &p->env.error));
    return answer == ENV_REFUSED ? refused(p) : NULL;
}

/* For `pan -r`: what the model did to the program. */
__attribute__((format(printf, 2, 0))) static void show(const pan *p, const char *format,
                                                       const char *name, long long value)
{
    if (!p->moves_shown && !p->trail_shown)
        return;
    printf("heddle: model     ");
    printf(format, name, value);
    fflush(stdout);
}

int heddle_pan_runs(void)
{
    return enter(&driver);
}

const char *heddle_pan_call(const char *function, unsigned n, const long long *args,
                            long long *result)
{
    pan *p = &driver;
    env_answer answer;

    enter_running(p);
    answer = env_call(&p->env, function, args, n, result);
    show(p, "%s() is %lld\n", function, *result);
    return settle(p, answer);
}

const char *heddle_pan_get(const char *path, long long *value)
{
    pan *p = &driver;

    enter_running(p);
    return env_get(&p->env, path, value) == ENV_DONE ? NULL : refused(p);
}

const char *heddle_pan_set(const char *path, long long value)
{
    pan *p = &driver;

    enter_running(p);
    show(p, "%s = %lld\n", path, value);
    return settle(p, env_set(&p->env, path, value));
}

/* A thread that the model starts, at any time. */
const char *heddle_pan_spawn(int i, const char *function, void *arg)
{
    pan *p = &driver;
    text problem = {0};

    enter_running(p);
    if (!env_start(&p->env, function, (u64)(uintptr_t)arg, (u16)(i + p->first), &problem))
        pan_refuse(text_str(&problem));
    if ((u32)i >= p->started)
        p->started = (u32)i + 1;
    return settle(p, ENV_DONE);
}

/* ---- a reset ---- */

/* All begins anew but for these variables. */
const char *heddle_pan_reset(const char *const *names, unsigned n)
{
    pan *p = &driver;
    VEC(env_kept) all = {0};
    env_answer answer = ENV_DONE;

    enter_running(p);
    for (u32 k = 0; k < n && answer == ENV_DONE; k++) {
        vec_push(&all, (env_kept){0});
        answer = env_keep(&p->env, names[k], &all.at[k]);
    }
    if (answer == ENV_DONE) {
        env_begin(&p->env);
        for (u32 k = 0; k < all.n; k++)
            env_put_back(&p->env, &all.at[k]);
        env_settle(&p->env);
    }
    for (u32 k = 0; k < all.n; k++)
        vec_free(&all.at[k].words);
    vec_free(&all);
    show(p, "%sreset: %lld variables are kept\n", "", n);
    return settle(p, answer);
}

/* ---- what is not matched ---- */

const char *heddle_pan_unmatched(const char *name)
{
    pan *p = &driver;
    env_kept kept = {0};

    if (p->set.keys != HEDDLE_KEYS_APART)
        pan_refuse("what is not matched needs .keys = HEDDLE_KEYS_APART, heddle_key Matched and "
                   "heddle_place UnMatched");
    enter_running(p);
    if (env_keep(&p->env, name, &kept) != ENV_DONE)
        return refused(p);
    vec_push(&p->hidden, kept);
    map_free(&p->matched); /* what it has was found without this one */
    p->matched = (map){0};
    return settle(p, ENV_DONE);
}

state_key pan_match(pan *p)
{
    u64 known;

    if (!p->hidden.n || map_get(&p->matched, p->key, &known))
        return p->hidden.n ? known : p->key;
    sys_restore(p->env.s, p->key);
    if (sys_status(p->env.s) != ST_RUNNING)
        return p->key;
    for (u32 k = 0; k < p->hidden.n; k++)
        env_blank(&p->env, &p->hidden.at[k]);
    env_settle(&p->env);
    known = sys_save(p->env.s);
    map_put(&p->matched, p->key, known);
    return known;
}
