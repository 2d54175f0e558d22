/* Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion. */
#include "base/components.h"

typedef struct finding {
    components *c;
    const u32 *first, *to;
    u32 *place; /* by node: when it was met, + 1 */
    u32 *low;   /* by node: the least place on the stack that it leads to */
    u32 *next;  /* by node: its next edge */
    u32 met;
    VEC(u32) path, open;
} finding;

static void meet(finding *f, u32 at)
{
    f->place[at] = f->low[at] = ++f->met;
    f->next[at] = f->first[at];
    vec_push(&f->path, at);
    vec_push(&f->open, at);
}

/* All that the node leads to was seen. */
static void leave(finding *f)
{
    u32 at = vec_pop(&f->path), k;

    if (f->path.n && f->low[at] < f->low[vec_last(&f->path)])
        f->low[vec_last(&f->path)] = f->low[at];
    if (f->low[at] != f->place[at])
        return;
    do {
        k = vec_pop(&f->open);
        f->c->of[k] = f->c->n;
    } while (k != at);
    f->c->n++;
}

static void search(finding *f, u32 root)
{
    meet(f, root);
    while (f->path.n) {
        u32 at = vec_last(&f->path);

        if (f->next[at] == f->first[at + 1]) {
            leave(f);
            continue;
        }
        u32 to = f->to[f->next[at]++];

        if (!f->place[to])
            meet(f, to);
        else if (f->c->of[to] == UINT32_MAX && f->place[to] < f->low[at])
            f->low[at] = f->place[to];
    }
}

void components_find(components *c, u32 n, const u32 *first, const u32 *to)
{
    finding f = {.c = c, .first = first, .to = to};

    *c = (components){.of = mem_alloc((n + 1) * sizeof *c->of)};
    for (u32 k = 0; k < n; k++)
        c->of[k] = UINT32_MAX;
    f.place = mem_alloc((n + 1) * sizeof *f.place);
    f.low = mem_alloc((n + 1) * sizeof *f.low);
    f.next = mem_alloc((n + 1) * sizeof *f.next);
    for (u32 k = 0; k < n; k++)
        if (!f.place[k])
            search(&f, k);
    c->left = mem_alloc((c->n + 1) * sizeof *c->left);
    for (u32 k = 0; k < n; k++)
        for (u32 e = first[k]; e < first[k + 1]; e++)
            c->left[c->of[k]] |= c->of[to[e]] != c->of[k];
    mem_free(f.place);
    mem_free(f.low);
    mem_free(f.next);
    vec_free(&f.path);
    vec_free(&f.open);
}

void components_free(components *c)
{
    mem_free(c->of);
    mem_free(c->left);
}
