/* litmus SEED [sc|tso|pso]: a small program of two or three threads, or, computed from the
 * definition of the memory model, the values that its loads can return, one outcome a line.
 *
 * Every thread has a few loads, stores, fences and exchanges on two or three variables; the state
 * is memory, the buffers, the results and how far each thread is, and all of them are enumerated.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, OPS = 4, VARIABLES = 3, LOADS = 8, RESULTS = LOADS + VARIABLES };

typedef enum kind { LOAD, STORE, FENCE, EXCHANGE, RELEASE, ORDER } kind;

typedef struct op {
    kind kind;
    int variable, value, result;
} op;

typedef struct state {
    int memory[VARIABLES], results[LOADS], at[THREADS], waiting[THREADS];
    struct {
        int variable, value, order; /* 1: a release; 2: the first behind a release fence */
    } buffer[THREADS][OPS];
    int fence[THREADS];
} state;

static int threads, loads, length[THREADS], tso, pso;
static op program[THREADS][OPS];
static uint64_t seed;
static state *seen;
static size_t count, room;

static int pick(int n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)n);
}

static void generate(void)
{
    static const kind often[] = {LOAD,  LOAD,    LOAD,  STORE,    STORE, STORE,
                                 STORE, RELEASE, FENCE, EXCHANGE, ORDER};
    int value = 1;

    threads = 2 + (pick(4) == 0);
    for (int t = 0; t < threads; t++) {
        length[t] = threads == 2 ? 2 + pick(OPS - 1) : 2;
        for (int i = 0; i < length[t]; i++) {
            op *o = &program[t][i];

            o->kind = often[pick((int)(sizeof often / sizeof *often))];
            o->variable = pick(threads);
            o->value = value++;
            if (o->kind == LOAD || o->kind == EXCHANGE)
                o->result = loads++;
        }
    }
}

static int has_result(const op *o)
{
    return o->kind == LOAD || o->kind == EXCHANGE;
}

static void print_op(const op *o)
{
    static const char *const forms[] = {
        [LOAD] = "    r%d = x%d;\n",
        [STORE] = "    x%2$d = %3$d;\n",
        [FENCE] = "    __sync_synchronize();\n",
        [EXCHANGE] = "    r%d = __atomic_exchange_n(&x%d, %d, __ATOMIC_RELAXED);\n",
        [RELEASE] = "    __atomic_store_n(&x%2$d, %3$d, __ATOMIC_RELEASE);\n",
        [ORDER] = "    __atomic_thread_fence(__ATOMIC_RELEASE);\n",
    };

    printf(forms[o->kind], o->result, o->variable, o->value);
}

/* Results are kept in locals up to the last fence: they are stores themselves. */
static void print_thread(int t)
{
    printf("static void *t%d(void *unused)\n{\n", t);
    for (int i = 0; i < length[t]; i++)
        if (has_result(&program[t][i]))
            printf("    int r%d;\n", program[t][i].result);
    for (int i = 0; i < length[t]; i++)
        print_op(&program[t][i]);
    printf("    __sync_synchronize();\n");
    for (int i = 0; i < length[t]; i++)
        if (has_result(&program[t][i]))
            printf("    final[%d] = r%d;\n", program[t][i].result, program[t][i].result);
    printf("    return unused;\n}\n\n");
}

static void print_program(void)
{
    printf("#include <pthread.h>\n\nint final[%d];\nint x0, x1, x2;\n\n", RESULTS);
    for (int t = 0; t < threads; t++)
        print_thread(t);
    printf("int main(void)\n{\n    pthread_t t[%d];\n", threads);
    for (int t = 0; t < threads; t++)
        printf("    pthread_create(&t[%d], 0, t%d, 0);\n", t, t);
    for (int t = 0; t < threads; t++)
        printf("    pthread_join(t[%d], 0);\n", t);
    printf("    for (int i = 0; i < 3; i++)\n        final[%d + i] = i == 0 ? x0 : i == 1 ? x1 : "
           "x2;\n",
           LOADS);
    printf("    return 0;\n}\n");
}

/* A state that was not met before is kept. */
static int is_new(const state *s)
{
    for (size_t i = 0; i < count; i++)
        if (!memcmp(&seen[i], s, sizeof *s))
            return 0;
    if (count == room) {
        room = room ? room * 2 : 1024;
        seen = realloc(seen, room * sizeof *seen);
        if (!seen)
            exit(70);
    }
    seen[count++] = *s;
    return 1;
}

static int read_variable(const state *s, int t, int variable)
{
    for (int i = s->waiting[t]; i-- > 0;)
        if (s->buffer[t][i].variable == variable)
            return s->buffer[t][i].value;
    return s->memory[variable];
}

/* May the n-th store of the thread reach memory before those that are older? */
static int overtakes(const state *s, int t, int n)
{
    if (n && (!pso || s->buffer[t][n].order))
        return 0;
    for (int i = 0; i < n; i++)
        if (s->buffer[t][i].variable == s->buffer[t][n].variable ||
            (i && s->buffer[t][i].order == 2))
            return 0;
    return 1;
}

static void flush(state *s, int t, int n)
{
    s->memory[s->buffer[t][n].variable] = s->buffer[t][n].value;
    memmove(s->buffer[t] + n, s->buffer[t] + n + 1, (size_t)(OPS - 1 - n) * sizeof s->buffer[t][0]);
    s->waiting[t]--;
    memset(&s->buffer[t][s->waiting[t]], 0, sizeof s->buffer[t][0]);
}

static void explore(state s);

static void run(state s, int t)
{
    const op *o = &program[t][s.at[t]++];

    if ((o->kind == FENCE || o->kind == EXCHANGE) && s.waiting[t])
        return;
    if (has_result(o))
        s.results[o->result] = read_variable(&s, t, o->variable);
    if (o->kind == EXCHANGE || (!tso && (o->kind == STORE || o->kind == RELEASE))) {
        s.memory[o->variable] = o->value;
    } else if (o->kind == STORE || o->kind == RELEASE) {
        s.buffer[t][s.waiting[t]].variable = o->variable;
        s.buffer[t][s.waiting[t]].order = s.fence[t] ? 2 : o->kind == RELEASE;
        s.buffer[t][s.waiting[t]++].value = o->value;
        s.fence[t] = 0;
    } else if (o->kind == ORDER) {
        s.fence[t] = 1;
    }
    explore(s);
}

static void explore(state s)
{
    int over = 1;

    if (!is_new(&s))
        return;
    for (int t = 0; t < threads; t++) {
        over &= s.at[t] == length[t] && !s.waiting[t];
        if (s.at[t] < length[t])
            run(s, t);
        for (int n = 0; n < s.waiting[t]; n++)
            if (overtakes(&s, t, n)) {
                state next = s;

                flush(&next, t, n);
                explore(next);
            }
    }
    if (!over)
        return;
    for (int i = 0; i < LOADS; i++)
        printf("%d ", s.results[i]);
    for (int i = 0; i < VARIABLES; i++)
        printf("%d ", s.memory[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    state start;

    memset(&start, 0, sizeof start);
    seed = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 1 : 1;
    generate();
    if (argc < 3) {
        print_program();
        return 0;
    }
    pso = !strcmp(argv[2], "pso");
    tso = pso || !strcmp(argv[2], "tso");
    explore(start);
    free(seen);
    return 0;
}
