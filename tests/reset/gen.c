/* gen SEED: a random program that is reset in the middle of what it does, and with -DPLAIN the same
 * thing without resets and without threads: one loop in plain C takes the accesses of all threads
 * one by one, in every order, by heddle_choose, and may begin anew before each of them.  Both end
 * with the same values of k0, k1, l0 and l1. */
#include <stdio.h>
#include <stdlib.h>

enum { OPS = 6, VARIABLES = 4 };

static unsigned state;
static const char *const variables[VARIABLES] = {"k0", "k1", "l0", "l1"};

static unsigned draw(unsigned n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % n;
}

typedef enum kind { STORE, COPY, WHEN, LOCK, UNLOCK, START, JOIN, OVER, KINDS } kind;

static const char *const names[KINDS] = {"STORE",  "COPY",  "WHEN", "LOCK",
                                         "UNLOCK", "START", "JOIN", "OVER"};

typedef struct op {
    kind kind;
    unsigned x, y, c, d, style;
} op;

/* What one thread does: the first is main, which starts the others and waits for them. */
typedef struct code {
    op ops[2 * OPS + 4];
    unsigned n;
} code;

static void add(code *c, op o)
{
    c->ops[c->n++] = o;
}

static op access(void)
{
    static const kind kinds[] = {STORE, COPY, COPY, WHEN};
    op o = {.kind = kinds[draw(4)],
            .x = draw(VARIABLES),
            .y = draw(VARIABLES),
            .c = draw(4),
            .d = draw(4),
            .style = draw(3)};

    return o;
}

static void add_some(code *c, unsigned n, int locks)
{
    int locked = 0;

    for (unsigned k = 0; k < n; k++) {
        if (locks && !locked && draw(3) == 0) {
            add(c, (op){.kind = LOCK});
            locked = 1;
        }
        add(c, access());
    }
    if (locked)
        add(c, (op){.kind = UNLOCK});
}

static void make(code *all, unsigned threads)
{
    unsigned most = threads ? 2 : 4;

    if (draw(2)) /* how often main began */
        add(&all[0], (op){.kind = COPY, .x = 0, .y = 0, .c = 1});
    add_some(&all[0], 1 + draw(2), 0);
    if (threads)
        add(&all[0], (op){.kind = START});
    add_some(&all[0], draw(2), 1);
    if (threads)
        add(&all[0], (op){.kind = JOIN});
    add_some(&all[0], draw(most), 0);
    for (unsigned t = 1; t <= threads; t++)
        add_some(&all[t], 1 + draw(most), 1);
    for (unsigned t = 0; t <= threads; t++)
        add(&all[t], (op){.kind = OVER});
}

/* ---- the program ---- */

static void print_copy(const op *o)
{
    const char *x = variables[o->x], *y = variables[o->y];

    if (o->style == 0)
        printf("    %s = (%s + %u) & 3;\n", x, y, o->c);
    else if (o->style == 1)
        printf("    {\n        int *p = malloc(sizeof *p);\n\n        *p = %s;\n        %s = (*p + "
               "%u) & 3;\n        free(p);\n    }\n",
               y, x, o->c);
    else
        printf("    copy(&%s, &%s, %u);\n", x, y, o->c);
}

static void print_op(const op *o, unsigned threads)
{
    switch (o->kind) {
    case STORE:
        printf("    %s = %u;\n", variables[o->x], o->d);
        break;
    case COPY:
        print_copy(o);
        break;
    case WHEN:
        printf("    if (%s == %u)\n        %s = %u;\n", variables[o->y], o->c, variables[o->x],
               o->d);
        break;
    case LOCK:
        printf("    pthread_mutex_lock(&m);\n");
        break;
    case UNLOCK:
        printf("    pthread_mutex_unlock(&m);\n");
        break;
    case START:
        for (unsigned t = 1; t <= threads; t++)
            printf("    pthread_create(&id[%u], NULL, run%u, NULL);\n", t, t);
        break;
    case JOIN:
        for (unsigned t = 1; t <= threads; t++)
            printf("    pthread_join(id[%u], NULL);\n", t);
        break;
    default:
        break;
    }
}

static void print_program(const code *all, unsigned threads, unsigned times)
{
    printf("static volatile int k0, k1 = 1, l0, l1 = 2;\n"
           "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\n"
           "static __attribute__((unused)) void copy(volatile int *to, volatile int *from, int c)\n"
           "{\n    int value = *from;\n\n    *to = (value + c) & 3;\n}\n\n");
    for (unsigned t = 1; t <= threads; t++) {
        printf("static void *run%u(void *unused)\n{\n", t);
        for (unsigned k = 0; k < all[t].n; k++)
            print_op(&all[t].ops[k], threads);
        printf("    return unused;\n}\n\n");
    }
    printf("int main(void)\n{\n    pthread_t id[3];\n\n    (void)id, (void)m;\n"
           "    heddle_keep((void *)&k0, sizeof k0);\n    heddle_keep((void *)&k1, sizeof k1);\n"
           "    heddle_resets(%u);\n",
           times);
    for (unsigned k = 0; k < all[0].n; k++)
        print_op(&all[0].ops[k], threads);
    printf("    return 0;\n}\n");
}

/* ---- the model ---- */

static void print_table(const code *all, unsigned threads, unsigned times)
{
    printf("enum { STORE, COPY, WHEN, LOCK, UNLOCK, START, JOIN, OVER };\n"
           "enum { THREADS = %u, TIMES = %u };\n\n"
           "static const struct op {\n    int kind, x, y, c, d;\n} code[][%d] = {\n",
           threads, times, 2 * OPS + 4);
    for (unsigned t = 0; t <= threads; t++) {
        printf("    {");
        for (unsigned k = 0; k < all[t].n; k++) {
            const op *o = &all[t].ops[k];

            printf("{%s, %u, %u, %u, %u}, ", names[o->kind], o->x, o->y, o->c, o->d);
        }
        printf("},\n");
    }
    printf("};\n\n");
}

static const char *const model =
    "static const int first[4] = {0, 1, 0, 2};\n"
    "static int v[4] = {0, 1, 0, 2}, at[THREADS + 1], half[THREADS + 1], reg[THREADS + 1];\n"
    "static int started, held, used;\n"
    "static int k0, k1, l0, l1;\n"
    "\n"
    "static const struct op *next(int t)\n"
    "{\n"
    "    return &code[t][at[t]];\n"
    "}\n"
    "\n"
    "static int joined(void)\n"
    "{\n"
    "    for (int t = 1; t <= THREADS; t++)\n"
    "        if (next(t)->kind != OVER)\n"
    "            return 0;\n"
    "    return 1;\n"
    "}\n"
    "\n"
    "static int can(int t)\n"
    "{\n"
    "    if (t && (!started || next(t)->kind == OVER))\n"
    "        return 0;\n"
    "    return next(t)->kind == JOIN ? joined() : next(t)->kind == LOCK ? !held : 1;\n"
    "}\n"
    "\n"
    "static void step(int t)\n"
    "{\n"
    "    const struct op *o = next(t);\n"
    "    int reads = !half[t] && (o->kind == COPY || o->kind == WHEN);\n"
    "\n"
    "    if (reads) {\n"
    "        reg[t] = v[o->y];\n"
    "        half[t] = o->kind == COPY || reg[t] == o->c;\n"
    "        at[t] += !half[t];\n"
    "        return;\n"
    "    }\n"
    "    if (o->kind == STORE || o->kind == WHEN)\n"
    "        v[o->x] = o->d;\n"
    "    else if (o->kind == COPY)\n"
    "        v[o->x] = (reg[t] + o->c) & 3;\n"
    "    else if (o->kind == START)\n"
    "        started = 1;\n"
    "    else if (o->kind == LOCK || o->kind == UNLOCK)\n"
    "        held = o->kind == LOCK;\n"
    "    half[t] = reg[t] = 0;\n"
    "    at[t]++;\n"
    "}\n"
    "\n"
    "static void begin_anew(void)\n"
    "{\n"
    "    for (int k = 2; k < 4; k++)\n"
    "        v[k] = first[k];\n"
    "    for (int t = 0; t <= THREADS; t++)\n"
    "        at[t] = half[t] = reg[t] = 0;\n"
    "    started = held = 0;\n"
    "    used += TIMES != 0;\n"
    "}\n"
    "\n"
    "int main(void)\n"
    "{\n"
    "    while (next(0)->kind != OVER || heddle_choose(2)) {\n"
    "        int ready[THREADS + 2], n = 0;\n"
    "\n"
    "        for (int t = 0; t <= THREADS; t++)\n"
    "            if (next(t)->kind != OVER && can(t))\n"
    "                ready[n++] = t;\n"
    "        if (!TIMES || used < TIMES)\n"
    "            ready[n++] = -1;\n"
    "        heddle_assume(n != 0);\n"
    "        n = ready[heddle_choose((unsigned)n)];\n"
    "        if (n < 0)\n"
    "            begin_anew();\n"
    "        else\n"
    "            step(n);\n"
    "    }\n"
    "    k0 = v[0], k1 = v[1], l0 = v[2], l1 = v[3];\n"
    "    return 0;\n"
    "}\n";

int main(int argc, char **argv)
{
    code all[3] = {0};
    unsigned threads, times;

    if (argc != 2)
        return 64;
    state = (unsigned)strtoul(argv[1], NULL, 10) * 2654435761u + 1;
    threads = draw(3);
    times = draw(3);
    make(all, threads);
    printf("#include <heddle.h>\n#include <pthread.h>\n#include <stdlib.h>\n\n#ifdef PLAIN\n");
    print_table(all, threads, times);
    fputs(model, stdout);
    printf("#else\n");
    print_program(all, threads, times);
    printf("#endif\n");
    return 0;
}
