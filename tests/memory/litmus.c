/* litmus SEED [sc|tso|pso]: a small program of two or three threads, or the outcomes that the
 * axioms of the memory model allow it, in the words of `heddle check --outcomes`, one a line.
 * litmus SEED asm [sc|tso]: the same program as an assembly system, and its outcomes in the words
 * of `heddle asm --outcomes`.
 *
 * The outcomes are found without a machine: every way in which reads may take their values from
 * writes (rf) and writes to a variable may be ordered (co) is tried, and kept when
 *   - for each variable, program order, rf, co and fr (a read before the writes that come after the
 *     one it read from) have no cycle;
 *   - no write of another thread comes between the read and the write of one instruction;
 *   - what is kept of program order, rf between threads, co and fr have no cycle (Alglave,
 * Maranget, Tautschnig, Herding cats, 2014). Of program order sc keeps all, tso all but a write
 * before a read, pso all but a write before anything.  A fence, a seq_cst store and a locked
 * instruction between or at either end keep any pair; with pso a release store is kept behind
 * earlier writes, and a release fence keeps writes on both sides apart. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, OPS = 5, VARIABLES = 3, LOADS = 8, EVENTS = VARIABLES + 2 * 10 };

typedef enum kind {
    LOAD,
    PLAIN_LOAD,
    STORE,
    PLAIN_STORE,
    RELEASE,
    SEQ_CST,
    FENCE,
    RELEASE_FENCE,
    EXCHANGE,
    COMPARE,
    ADD
} kind;

typedef struct op {
    kind kind;
    int variable, value, result;
} op;

typedef enum model { SC, TSO, PSO } model;

/* A read or a write; the first VARIABLES are the writes of zero before the threads begin. */
typedef struct event {
    int thread, number; /* place in the thread: two events of one instruction have the same */
    int write, variable, value;
    int locked, release;
    int partner; /* of a read: the write of the same instruction, 0: none */
    const op *of;
} event;

static int threads, loads, length[THREADS];
static op program[THREADS][OPS];
static uint64_t seed;
static model by;
static int assembly;

static event events[EVENTS];
static int count;
static int from[EVENTS];  /* of a read: the write */
static int place[EVENTS]; /* of a write: in the order of its variable */
static int order[VARIABLES][EVENTS], writes[VARIABLES];
static char (*outcomes)[240];
static size_t noutcomes, room;

static int pick(int n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)n);
}

static int has_result(const op *o)
{
    return o->kind == LOAD || o->kind == PLAIN_LOAD || o->kind == EXCHANGE || o->kind == COMPARE ||
           o->kind == ADD;
}

static int is_locked(const op *o)
{
    return o->kind == EXCHANGE || o->kind == COMPARE || o->kind == ADD;
}

static void generate(void)
{
    static const kind often[] = {LOAD,    LOAD,    LOAD,  PLAIN_LOAD,    STORE,    STORE,   STORE,
                                 RELEASE, SEQ_CST, FENCE, RELEASE_FENCE, EXCHANGE, COMPARE, ADD,
                                 LOAD,    STORE,   STORE, PLAIN_STORE,   LOAD};
    int value = 1, variables;

    threads = 2 + (pick(3) == 0);
    variables = 2 + (pick(3) == 0);
    for (int t = 0; t < threads; t++) {
        length[t] = threads == 2 ? 2 + pick(3) : 2 + pick(2);
        for (int i = 0; i < length[t]; i++) {
            op *o = &program[t][i];

            do
                o->kind = often[pick((int)(sizeof often / sizeof *often))];
            while (has_result(o) && loads == LOADS);
            o->variable = pick(variables);
            o->value = value++;
            if (has_result(o))
                o->result = loads++;
        }
    }
}

/* ---- the program ---- */

static void print_op(const op *o)
{
    static const char *const forms[] = {
        [LOAD] = "    r%d = __atomic_load_n(&x%d, __ATOMIC_RELAXED);\n",
        [PLAIN_LOAD] = "    r%d = x%d;\n",
        [STORE] = "    __atomic_store_n(&x%2$d, %3$d, __ATOMIC_RELAXED);\n",
        [PLAIN_STORE] = "    x%2$d = %3$d;\n",
        [RELEASE] = "    __atomic_store_n(&x%2$d, %3$d, __ATOMIC_RELEASE);\n",
        [SEQ_CST] = "    __atomic_store_n(&x%2$d, %3$d, __ATOMIC_SEQ_CST);\n",
        [FENCE] = "    __atomic_thread_fence(__ATOMIC_SEQ_CST);\n",
        [RELEASE_FENCE] = "    __atomic_thread_fence(__ATOMIC_RELEASE);\n",
        [EXCHANGE] = "    r%d = __atomic_exchange_n(&x%d, %d, __ATOMIC_RELAXED);\n",
        [COMPARE] = "    __atomic_compare_exchange_n(&x%2$d, &r%1$d, %3$d, 0, __ATOMIC_RELAXED, "
                    "__ATOMIC_RELAXED);\n",
        [ADD] = "    r%d = __atomic_fetch_add(&x%d, 16, __ATOMIC_RELAXED);\n",
    };

    printf(forms[o->kind], o->result, o->variable, o->value);
}

/* What was read is handed to the thread that joins: it is no store. */
static void print_thread(int t)
{
    printf("static void *t%d(void *unused)\n{\n", t);
    for (int i = 0; i < length[t]; i++)
        if (has_result(&program[t][i]))
            printf("    int r%d = 0;\n", program[t][i].result);
    printf("    (void)unused;\n");
    for (int i = 0; i < length[t]; i++)
        print_op(&program[t][i]);
    printf("    return (void *)(0ul");
    for (int i = 0; i < length[t]; i++)
        if (has_result(&program[t][i]))
            printf(" | (unsigned long)r%d << %d", program[t][i].result, 8 * i);
    printf(");\n}\n\n");
}

static void print_program(void)
{
    printf("#include <pthread.h>\n\nunsigned char final[%d];\nint x0, x1, x2;\n\n", LOADS);
    for (int t = 0; t < threads; t++)
        print_thread(t);
    printf("int main(void)\n{\n    pthread_t t[%d];\n    void *r[%d];\n", threads, threads);
    for (int t = 0; t < threads; t++)
        printf("    pthread_create(&t[%d], 0, t%d, 0);\n", t, t);
    for (int t = 0; t < threads; t++)
        printf("    pthread_join(t[%d], &r[%d]);\n", t, t);
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < length[t]; i++)
            if (has_result(&program[t][i]))
                printf("    final[%d] = (unsigned char)((unsigned long)r[%d] >> %d);\n",
                       program[t][i].result, t, 8 * i);
    printf("    return final[0] + x0 + x1 + x2 < 0;\n}\n"); /* a variable that nobody names is left
                                                               out */
}

/* The kth operation leaves what it read in register r(8 + k). */
static void print_insn(const op *o, int k)
{
    static const char *const forms[] = {
        [LOAD] = "    mov r%1$dd, [x%2$d]\n",
        [PLAIN_LOAD] = "    mov r%1$dd, [x%2$d]\n",
        [STORE] = "    mov [x%2$d], %3$d\n",
        [PLAIN_STORE] = "    mov [x%2$d], %3$d\n",
        [RELEASE] = "    mov [x%2$d], %3$d\n",
        [SEQ_CST] = "    mov eax, %3$d\n    xchg [x%2$d], eax\n",
        [FENCE] = "    mfence\n",
        [RELEASE_FENCE] = "    sfence\n    lfence\n",
        [EXCHANGE] = "    mov r%1$dd, %3$d\n    xchg r%1$dd, [x%2$d]\n",
        [COMPARE] = "    mov eax, 0\n    mov ecx, %3$d\n    lock cmpxchg [x%2$d], ecx\n"
                    "    mov r%1$dd, eax\n",
        [ADD] = "    mov r%1$dd, 16\n    lock xadd [x%2$d], r%1$dd\n",
    };

    printf(forms[o->kind], 8 + k, o->variable, o->value);
}

static void print_assembly(void)
{
    printf("shared dword x0 = 0, x1 = 0, x2 = 0, final[%d]\n", LOADS);
    for (int t = 0; t < threads; t++) {
        printf("process T%d {\n", t);
        for (int i = 0; i < length[t]; i++)
            print_insn(&program[t][i], i);
        printf("    mfence\n");
        for (int i = 0; i < length[t]; i++)
            if (has_result(&program[t][i]))
                printf("    mov [final + %d], r%dd\n", 4 * program[t][i].result, 8 + i);
        printf("}\n");
    }
}

/* ---- executions ---- */

static int add_event(event e)
{
    if (count == EVENTS)
        exit(70);
    events[count] = e;
    return count++;
}

/* Bit k of `succeed`: the kth compare-exchange finds zero. */
static void make_events(unsigned succeed)
{
    count = 0;
    for (int v = 0; v < VARIABLES; v++)
        add_event((event){.thread = -1, .write = 1, .variable = v});
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < length[t]; i++) {
            const op *o = &program[t][i];
            event e = {.thread = t, .number = i, .variable = o->variable, .of = o};
            int read = 0;

            e.locked = is_locked(o) || o->kind == SEQ_CST;
            e.release = o->kind == RELEASE;
            if (has_result(o))
                read = add_event(e);
            e.write = 1;
            e.value = o->value;
            if (o->kind == COMPARE && !(succeed & 1u << o->result))
                continue;
            if (is_locked(o) || o->kind == STORE || o->kind == PLAIN_STORE || o->kind == RELEASE ||
                o->kind == SEQ_CST) {
                int w = add_event(e);

                if (read)
                    events[read].partner = w;
            }
        }
}

static int before(int a, int b)
{
    return events[a].thread == events[b].thread && events[a].thread >= 0 &&
           (events[a].number < events[b].number ||
            (events[a].number == events[b].number && !events[a].write && events[b].write));
}

static int fence_between(int a, int b, int release)
{
    for (int i = events[a].number + 1; i < events[b].number; i++) {
        kind k = program[events[a].thread][i].kind;

        if (k == FENCE || is_locked(&program[events[a].thread][i]) || k == SEQ_CST ||
            (release && k == RELEASE_FENCE))
            return 1;
    }
    return 0;
}

/* Is the pair, which is in program order, kept? */
static int kept(int a, int b)
{
    if (by == SC || !events[a].write || events[a].locked || events[b].locked)
        return 1;
    if (fence_between(a, b, 0))
        return 1;
    if (!events[b].write)
        return 0;
    return by == TSO || events[b].release || fence_between(a, b, 1);
}

static int reads_before(int r, int w)
{
    return !events[r].write && events[w].write && events[r].variable == events[w].variable &&
           from[r] != w && place[from[r]] < place[w];
}

static int comes_before(int a, int b)
{
    return events[a].write && events[b].write && a != b &&
           events[a].variable == events[b].variable && place[a] < place[b];
}

/* global: the third rule, else the first. */
static int related(int a, int b, int global)
{
    if (a == b)
        return 0;
    if (comes_before(a, b) || reads_before(a, b))
        return 1;
    if (!events[b].write && from[b] == a && (!global || events[a].thread != events[b].thread))
        return 1;
    if (!before(a, b))
        return 0;
    return global ? kept(a, b) : events[a].variable == events[b].variable;
}

static int acyclic(int global)
{
    char reach[EVENTS][EVENTS];

    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            reach[a][b] = (char)related(a, b, global);
    for (int k = 0; k < count; k++)
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count && reach[a][k]; b++)
                reach[a][b] |= reach[k][b];
    for (int a = 0; a < count; a++)
        if (reach[a][a])
            return 0;
    return 1;
}

static int atomic(void)
{
    for (int r = 0; r < count; r++)
        if (!events[r].write && events[r].partner && place[events[r].partner] != place[from[r]] + 1)
            return 0;
    return 1;
}

/* The values, from those that are known; a sum depends on what was read. */
static int settle_values(void)
{
    for (int round = 0; round <= count; round++)
        for (int r = 0; r < count; r++) {
            if (events[r].write)
                continue;
            events[r].value = events[from[r]].value;
            if (events[r].of->kind == ADD)
                events[events[r].partner].value = events[r].value + 16;
        }
    for (int r = 0; r < count; r++)
        if (!events[r].write && events[r].of->kind == COMPARE &&
            (events[r].value == 0) != (events[r].partner != 0))
            return 0;
    return 1;
}

static void note_outcome(void)
{
    unsigned char final[LOADS] = {0};
    char line[240];
    int n;

    for (int r = 0; r < count; r++)
        if (!events[r].write)
            final[events[r].of->result] = (unsigned char)events[r].value;
    n = assembly ? 0 : snprintf(line, sizeof line, "exit 0 final=");
    for (int i = 0; i < LOADS && !assembly; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, "%02x", final[i]);
    for (int v = 0; v < VARIABLES; v++)
        n += snprintf(line + n, sizeof line - (size_t)n,
                      assembly ? "%2$sx%1$d = %3$u" : "%2$sx%1$d=%3$02x000000", v,
                      !assembly ? " "
                      : v       ? ", "
                                : "",
                      (unsigned)events[order[v][writes[v] - 1]].value);
    for (int i = 0; i < LOADS && assembly; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, ", final[%d] = %u", i, final[i]);
    for (size_t i = 0; i < noutcomes; i++)
        if (!strcmp(outcomes[i], line))
            return;
    if (noutcomes == room) {
        room = room ? room * 2 : 64;
        outcomes = realloc(outcomes, room * sizeof *outcomes);
        if (!outcomes)
            exit(70);
    }
    memcpy(outcomes[noutcomes++], line, sizeof line);
}

static void judge(void)
{
    if (atomic() && acyclic(0) && acyclic(1) && settle_values())
        note_outcome();
}

static void choose_reads(int r)
{
    while (r < count && events[r].write)
        r++;
    if (r == count) {
        judge();
        return;
    }
    for (int w = 0; w < count; w++)
        if (events[w].write && events[w].variable == events[r].variable &&
            (!events[r].partner || w != events[r].partner)) {
            from[r] = w;
            choose_reads(r + 1);
        }
}

static void choose_order(int v);

/* Write number n of the variable's order, of those that are left. */
static void choose_write(int v, int n)
{
    if (n == writes[v]) {
        choose_order(v + 1);
        return;
    }
    for (int k = n; k < writes[v]; k++) {
        int w = order[v][k];

        order[v][k] = order[v][n];
        order[v][n] = w;
        place[w] = n;
        choose_write(v, n + 1);
        order[v][n] = order[v][k];
        order[v][k] = w;
    }
}

static void choose_order(int v)
{
    if (v == VARIABLES) {
        choose_reads(0);
        return;
    }
    writes[v] = 0;
    for (int w = 0; w < count; w++)
        if (events[w].write && events[w].variable == v)
            order[v][writes[v]++] = w;
    place[order[v][0]] = 0; /* that of zero */
    choose_write(v, 1);
}

int main(int argc, char **argv)
{
    unsigned compares = 0;

    seed = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 7 : 1;
    generate();
    assembly = argc > 2 && !strcmp(argv[2], "asm");
    argc -= assembly;
    argv += assembly;
    if (argc < 3) {
        assembly ? print_assembly() : print_program();
        return 0;
    }
    by = !strcmp(argv[2], "tso") ? TSO : !strcmp(argv[2], "pso") ? PSO : SC;
    for (int t = 0; t < threads; t++)
        for (int i = 0; i < length[t]; i++)
            if (program[t][i].kind == COMPARE)
                compares |= 1u << program[t][i].result;
    for (unsigned succeed = compares;; succeed = (succeed - 1) & compares) {
        make_events(succeed);
        choose_order(0);
        if (!succeed)
            break;
    }
    for (size_t i = 0; i < noutcomes; i++)
        puts(outcomes[i]);
    free(outcomes);
    return 0;
}
