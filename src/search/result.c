/* Results: the words for verdicts, their memory, and the way from steps by slot to a trace whose
 * moves name threads by birth. */
#include "search/search.h"

const char *const verdict_names[3] = {"VERIFIED", "FAILED", "UNKNOWN"};

static void free_error(result *r)
{
    mem_free((char *)r->error.file);
    mem_free((char *)r->error.message);
}

void result_error(result *r, const failure *f)
{
    free_error(r);
    r->error = *f;
    r->error.file = mem_strdup(f->file ? f->file : "");
    r->error.message = mem_strdup(f->message ? f->message : error_meanings[f->kind]);
}

void result_free(result *r)
{
    free_error(r);
    vec_free(&r->steps);
    *r = (result){0};
}

static const char *birth_of(const births *b, u16 slot)
{
    if (slot >= b->names.n || !b->names.at[slot])
        die("the search took a step of thread %u, which nobody created", slot);
    return b->names.at[slot];
}

void search_trace(sys *s, const result *r, trace *t)
{
    births b;
    taken out = {0};

    births_init(&b);
    sys_reset(s);
    for (u32 i = 0; i < r->steps.n; i++) {
        const step_taken *m = &r->steps.at[i];
        char *name = mem_strdup(birth_of(&b, m->thread));

        vec_push(&t->moves, (trace_move){name, m->kind, m->choice});
        sys_step(s, m->thread, m->kind, m->choice, &out);
        births_after(&b, m->thread, &out);
        if (out.outcome == OUT_RAN)
            sys_save(s);
    }
    births_free(&b);
    taken_free(&out);
}
