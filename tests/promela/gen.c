/* Generates a C program inside the subset that heddle promela translates, from a seed.
 *
 * Seeds that are even give a program with one thread and many operations on integers of all widths,
 * arrays, structs, pointers and functions; odd ones two threads with few operations on shared
 * variables.  Each stores what it computed into `final`, so that two ways to run it can be compared
 * by the set of its final outcomes.  Divisors and shifts are kept in range. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static int depth, loops;

static unsigned pick(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static const char *const types[] = {"char",           "unsigned char", "short",
                                    "unsigned short", "int",           "unsigned int",
                                    "long",           "unsigned long", "_Bool"};
enum { TYPES = 9, SHARED = 4, LOCALS = 6 };

static const char *const numbers[] = {"0",
                                      "1",
                                      "2",
                                      "7",
                                      "-1",
                                      "-3",
                                      "127",
                                      "255",
                                      "256",
                                      "-128",
                                      "32767",
                                      "65535",
                                      "65536",
                                      "2147483647",
                                      "-2147483647 - 1",
                                      "4294967295u",
                                      "123456789",
                                      "5L",
                                      "-4000000000L",
                                      "0x123456789abL"};

/* An object that can be read and written. */
static void object(void)
{
    switch (pick(15)) {
    case 9:
    case 10:
        printf("h%u", pick(2));
        break;
    case 11:
        printf("b[l%u & 1].v[l%u & 1]", pick(LOCALS), pick(LOCALS));
        break;
    case 12:
        printf("b[%u].in[l%u & 1].%c", pick(2), pick(LOCALS), "xyz"[pick(3)]);
        break;
    case 13:
        printf("w[l%u & 1]", pick(LOCALS));
        break;
    case 0:
    case 1:
    case 2:
        printf("l%u", pick(LOCALS));
        break;
    case 3:
        printf("a[%u]", pick(3));
        break;
    case 4:
        printf("a[l%u & 1]", pick(LOCALS));
        break;
    case 5:
        printf("s.%c", "xyz"[pick(3)]);
        break;
    case 6:
        printf("p->%c", "xyz"[pick(3)]);
        break;
    case 7:
        printf("*q");
        break;
    default:
        printf("m[%u][l%u & 1]", pick(2), pick(LOCALS));
        break;
    }
}

static void expression(void)
{
    static const char *const plain[] = {"+", "-",  "*",  "&",  "|", "^",
                                        "<", "<=", "==", "!=", ">", ">="};

    if (depth > 3) {
        if (pick(2))
            object();
        else
            printf("%s", numbers[pick(20)]);
        return;
    }
    depth++;
    switch (pick(14)) {
    case 0:
    case 1:
        object();
        break;
    case 2:
        printf("(%s)", numbers[pick(20)]);
        break;
    case 3:
        printf("((int)(");
        expression();
        printf(") / ((int)(");
        expression();
        printf(") %% 7 + 9))");
        break;
    case 4:
        printf("((unsigned)(");
        expression();
        printf(") %% ((unsigned)(");
        expression();
        printf(") | 1))");
        break;
    case 5:
        printf("((");
        expression();
        printf(") %s %u)", pick(2) ? "<<" : ">>", pick(8));
        break;
    case 6:
        printf("(%s)(", types[pick(TYPES)]);
        expression();
        printf(")");
        break;
    case 7:
        printf("(%s(", pick(2) ? "-" : "~");
        expression();
        printf("))");
        break;
    case 8:
        printf("(");
        expression();
        printf(pick(2) ? " && " : " || ");
        expression();
        printf(")");
        break;
    case 9:
        printf("(");
        expression();
        printf(" ? ");
        expression();
        printf(" : ");
        expression();
        printf(")");
        break;
    case 10:
        printf("f%u(", pick(2));
        expression();
        printf(", ");
        expression();
        printf(")");
        break;
    case 11:
        printf("l%u%s", pick(LOCALS), pick(2) ? "++" : "--");
        break;
    default:
        printf("(");
        expression();
        printf(" %s ", plain[pick(12)]);
        expression();
        printf(")");
        break;
    }
    depth--;
}

static void indent(int n)
{
    printf("%*s", 4 * n, "");
}

static void statement(int n);

static void block(int n)
{
    printf("{\n");
    for (unsigned i = pick(2) + 1; i > 0; i--)
        statement(n + 1);
    indent(n);
    printf("}");
}

static void statement(int n)
{
    static const char *const assigns[] = {"=", "=", "+=", "-=", "*=", "&=", "|=", "^="};

    indent(n);
    switch (n > 3 ? 0 : pick(10)) {
    case 5:
        printf("if (");
        expression();
        printf(") ");
        block(n);
        if (pick(2)) {
            printf(" else ");
            block(n);
        }
        printf("\n");
        break;
    case 6:
        loops++;
        printf("for (int i%d = 0; i%d < %u; i%d++) ", loops, loops, pick(3) + 1, loops);
        block(n);
        printf("\n");
        break;
    case 7:
        printf("switch (l%u & 3) {\n", pick(LOCALS));
        for (int k = 0; k < 3; k++) {
            indent(n);
            printf(k == 2 ? "default:\n" : "case %d:\n", k);
            statement(n + 1);
            if (pick(3)) {
                indent(n + 1);
                printf("break;\n");
            }
        }
        indent(n);
        printf("}\n");
        break;
    case 8:
        printf(pick(2) ? "p = pick(l%u) ? &s : &r;\n" : "q = &a[l%u & 1];\n", pick(LOCALS));
        break;
    case 9:
        switch (pick(6)) {
        case 0:
            printf("s = r;\n");
            break;
        case 4:
            printf("s = turn(r, l%u & 7);\n", pick(LOCALS));
            break;
        case 5:
            printf("l%u = turn(turn(s, 1), l%u & 15).%c;\n", pick(LOCALS), pick(LOCALS),
                   "xyz"[pick(3)]);
            break;
        case 1:
            printf("q = pick(l0) ? &a[2] : &n;\n");
            break;
        case 2:
            printf("w = b[l%u & 1].v;\n", pick(LOCALS));
            break;
        default:
            printf("p = &b[%u].in[l%u & 1];\n", pick(2), pick(LOCALS));
            break;
        }
        break;
    default:
        object();
        printf(" %s ", assigns[pick(8)]);
        expression();
        printf(";\n");
        break;
    }
}

/* A member of a struct, a bit-field now and then. */
static void member(char name)
{
    static const unsigned widths[] = {8, 8, 16, 16, 32, 32, 32, 32, 1};
    unsigned of = pick(TYPES);

    printf(" %s %c", types[of], name);
    if (pick(2))
        printf(" : %u", 1 + pick(widths[of]));
    printf(";");
}

static void sequential(void)
{
    const char *word = types[pick(8)];

    printf("struct part {");
    for (const char *name = "xyz"; *name; name++)
        member(*name);
    printf(" };\n");
    printf("static struct part turn(struct part v, int w)\n{\n    v.%c += w;\n    if (w > 6)\n"
           "        v = turn(v, 2);\n    return v;\n}\n",
           "xyz"[pick(3)]);
    printf("struct box { %s k; struct part in[2]; %s v[2]; };\n", types[pick(TYPES)], word);
    printf("static %s h0 = %s, h1;\n", types[pick(8)], numbers[pick(20)]);
    printf("static int pick(long v) { return v > 0; }\n");
    for (int k = 0; k < 2; k++)
        printf("static %s f%d(%s v, %s w)\n{\n    h%u %s;\n    if (v > w)\n        return v %c "
               "w;\n    v = v %c 3;\n    return v ^ w;\n}\n",
               types[pick(TYPES)], k, types[pick(8)], types[pick(8)], pick(2),
               pick(2) ? "+= 3" : "^= w", "+-*"[pick(3)], "+-*"[pick(3)]);
    printf("\nint main(void)\n{\n");
    for (int k = 0; k < LOCALS; k++)
        printf("    %s l%d = %s;\n", types[pick(TYPES)], k, numbers[pick(20)]);
    printf("    %s a[3] = {%s, %s}, n = %s, *q = &a[1];\n", types[pick(8)], numbers[pick(20)],
           numbers[pick(20)], numbers[pick(20)]);
    printf("    %s m[2][2] = {{%s}, {%s, 4}};\n", types[pick(TYPES)], numbers[pick(20)],
           numbers[pick(20)]);
    printf("    struct part s = {%s, 2}, r = {.z = %s}, *p = &s;\n", numbers[pick(20)],
           numbers[pick(20)]);
    printf("    struct box *b = calloc(2, sizeof *b);\n    %s *w = b[1].v;\n\n", word);
    for (unsigned k = pick(8) + 3; k > 0; k--)
        statement(1);
    for (int k = 0; k < LOCALS; k++)
        printf("    final[%d] = (int)l%d;\n    final[%d] = (int)((unsigned long)l%d >> 32);\n",
               2 * k, k, 2 * k + 1, k);
    for (int k = 0; k < 3; k++)
        printf("    final[%d] = (int)a[%d];\n    final[%d] = (int)s.%c;\n", 12 + k, k, 15 + k,
               "xyz"[k]);
    printf("    final[18] = (int)(m[1][0] * 3 + h0 * 5 + h1);\n");
    printf("    final[19] = (int)(*q + b[0].v[1] * 3 + b[1].in[1].y * 5 + w[0] * 7 + b[1].k);\n");
    printf("    free(b);\n    return 0;\n}\n");
}

static void shared_value(void)
{
    switch (pick(6)) {
    case 0:
        printf("%u", pick(4));
        break;
    case 1:
        printf("l%u", pick(2));
        break;
    case 2:
        printf("(g%u + g%u)", pick(SHARED), pick(SHARED));
        break;
    case 3:
        printf("shared[g%u & 1]", pick(SHARED));
        break;
    default:
        printf("g%u", pick(SHARED));
        break;
    }
}

static void shared_operation(int n)
{
    indent(n);
    switch (n > 2 ? 0 : pick(17)) {
    case 15:
        printf("bits.%c %s ", "abc"[pick(3)], pick(2) ? "=" : "+=");
        shared_value();
        printf(";\n");
        break;
    case 16:
        printf("l%u = bits.%c;\n", pick(2), "abc"[pick(3)]);
        break;
    case 12:
        printf("top = node = calloc(1, sizeof *node);\n");
        indent(n);
        printf("node->v = node->v + %u;\n", pick(3) + 1);
        break;
    case 13:
        printf("node = calloc(1, sizeof *node);\n");
        indent(n);
        printf("where = &node->v;\n");
        indent(n);
        printf("node->v = node->v + 1;\n");
        indent(n);
        printf("l%u = node->v;\n", pick(2));
        break;
    case 14:
        printf("if (where)\n");
        indent(n + 1);
        printf("*where = *where + 2;\n");
        break;
    case 3:
        printf("g%u++;\n", pick(SHARED));
        break;
    case 4:
        printf("l%u = atomic_fetch_add(&counter, %u);\n", pick(2), pick(3) + 1);
        break;
    case 5:
        printf("pthread_mutex_lock(&lock1);\n");
        shared_operation(n + 1);
        indent(n);
        printf("pthread_mutex_unlock(&lock1);\n");
        break;
    case 6:
        printf("if (");
        shared_value();
        printf(pick(2) ? " && " : " || ");
        shared_value();
        printf(") {\n");
        shared_operation(n + 1);
        indent(n);
        printf("}\n");
        break;
    case 7:
        printf("l%u = heddle_choose(2) ? g%u : %u;\n", pick(2), pick(SHARED), pick(5));
        break;
    case 8:
        printf("node = malloc(sizeof *node);\n");
        indent(n);
        printf("node->v = ");
        shared_value();
        printf(";\n");
        indent(n);
        printf("node->next = 0;\n");
        indent(n);
        printf("if (!top)\n");
        indent(n + 1);
        printf("top = node;\n");
        break;
    case 9:
        printf("if (top)\n");
        indent(n + 1);
        printf("%s;\n", pick(2) ? "l0 = top->v" : "top->v += 2");
        break;
    case 10:
        printf("{\n");
        indent(n + 1);
        printf("int want = %u;\n", pick(3));
        indent(n + 1);
        printf("l1 = atomic_compare_exchange_strong(&counter, &want, %u) + want;\n", pick(4));
        indent(n);
        printf("}\n");
        break;
    case 11:
        printf("shared[%u] %s ", pick(2), pick(2) ? "=" : "+=");
        shared_value();
        printf(";\n");
        break;
    default:
        printf(pick(2) ? "g%u = " : "l%u = ", pick(2));
        shared_value();
        printf(";\n");
        break;
    }
}

static void worker(unsigned k)
{
    printf("static void *worker%u(void *arg)\n{\n    int l0 = (int)(long)arg, l1 = 1;\n    struct "
           "node *node = 0;\n\n",
           k);
    for (unsigned n = pick(3) + 2; n > 0; n--)
        shared_operation(1);
    printf("    (void)node;\n    final[%u] = l0;\n    final[%u] = l1;\n    return 0;\n}\n\n", 2 * k,
           2 * k + 1);
}

static void concurrent(void)
{
    printf("struct node { int v; struct node *next; };\n");
    printf("static struct node *top;\nstatic int *where;\nstatic _Atomic int counter;\n"
           "static pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER;\nstatic short shared[2];\n"
           "static struct { unsigned a : 3; int b : 2; unsigned : 0; unsigned c : 1; } bits;\n");
    for (int k = 0; k < SHARED; k++)
        printf("static %s g%d = %u;\n", types[pick(8)], k, pick(3));
    printf("\n");
    worker(0);
    worker(1);
    printf("int main(void)\n{\n    pthread_t t[2];\n\n");
    printf("    pthread_create(&t[0], 0, worker0, (void *)%uL);\n", pick(4));
    printf("    pthread_create(&t[1], 0, worker1, (void *)%uL);\n", pick(4));
    printf("    pthread_join(t[0], 0);\n    pthread_join(t[1], 0);\n");
    for (int k = 0; k < SHARED; k++)
        printf("    final[%d] = (int)g%d;\n", 4 + k, k);
    printf("    final[8] = counter;\n    final[9] = top ? top->v : -1;\n    final[10] = shared[0] "
           "* 16 + shared[1];\n    final[11] = bits.a * 16 + bits.b * 2 + bits.c;\n"
           "    return 0;\n}\n");
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;

    state = seed * 0x9e3779b97f4a7c15u + 77;
    pick(2);
    printf("// seed %llu\n#include <heddle.h>\n#include <pthread.h>\n#include "
           "<stdatomic.h>\n#include <stdlib.h>\n\n"
           "static int final[20];\n\n",
           (unsigned long long)seed);
    if (seed % 2)
        concurrent();
    else
        sequential();
    return 0;
}
