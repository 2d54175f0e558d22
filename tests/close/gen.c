/* gen SEED: a small open program of two threads, from the seed.  s0...s3 are to stay known, t0...t2
 * get inputs; but any of them may come to depend on inputs, by memory, calls and indices.  The lines
 * from 1000 on print s0...s3 one by one, so that the listing of heddle close tells which of them
 * were cut. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % n;
}

static void indent(int deep)
{
    printf("%*s", 4 * deep, "");
}

/* A value without inputs, if nothing above made it one. */
static void known(void)
{
    switch (below(8)) {
    case 0: printf("%u", below(3)); break;
    case 1: printf("st.y"); break;
    case 2: printf("a[%u]", below(3)); break;
    case 3: printf("keep(s%u)", below(4)); break;
    case 4: printf("cp.y"); break;
    default: printf("s%u", below(4)); break;
    }
}

static void any(void)
{
    switch (below(7)) {
    case 0: known(); break;
    case 1: printf("st.x"); break;
    case 2: printf("twice(t%u)", below(3)); break;
    case 3: printf("b[(unsigned)s%u %% 2]", below(4)); break;
    default: printf("t%u", below(3)); break;
    }
}

static void block(int deep, unsigned n);

static void branch(int deep)
{
    indent(deep);
    if (below(3))
        printf("if (t%u > %u) {\n", below(3), below(2));
    else
        printf("if (s%u == %u && t%u) {\n", below(4), below(3), below(3));
    block(deep + 1, 2);
    indent(deep);
    if (below(2)) {
        printf("} else {\n");
        block(deep + 1, 1);
        indent(deep);
    }
    printf("}\n");
}

static void way(int deep)
{
    indent(deep);
    printf("switch (t%u) {\n", below(3));
    for (unsigned i = 0; i < 2; i++) {
        indent(deep);
        printf("case %u:\n", i);
        block(deep + 1, 1);
        indent(deep + 1);
        printf("break;\n");
    }
    indent(deep);
    printf("default: s%u = 3;\n", below(4));
    indent(deep);
    printf("}\n");
}

/* SET: a statement that gives a variable a value. */
static void set(int deep)
{
    indent(deep);
    switch (below(6)) {
    case 0:
    case 1:
        printf("t%u = __VERIFIER_nondet_int();\n", below(3));
        break;
    case 2:
        printf("t%u = (", below(3));
        any();
        printf(" + ");
        any();
        printf(") %% 4;\n");
        break;
    default:
        printf("s%u = (", below(4));
        known();
        printf(" + ");
        if (below(12))
            known();
        else
            any();
        printf(") %% 4;\n");
        break;
    }
}

static void statement(int deep)
{
    unsigned kind = below(16);

    if (kind < 4) {
        set(deep);
        return;
    }
    if (deep < 3 && kind < 7) {
        branch(deep);
        return;
    }
    if (deep < 3 && kind == 7) {
        way(deep);
        return;
    }
    indent(deep);
    switch (kind) {
    case 8: printf("while (t%u > 0)\n%*st%u--;\n", below(1), 4 * deep + 4, "", 0u); break;
    case 9: printf("st.%s = %s%u;\n", below(2) ? "x" : "y", below(5) ? "s" : "t", below(3)); break;
    case 10: printf("cp = st;\n"); break;
    case 11: printf("a[(unsigned)%s%u %% 3] = s%u;\n", below(4) ? "s" : "t", below(3), below(4)); break;
    case 12: printf("*(t%u ? &s%u : &s%u) = %u;\n", below(3), below(2), 2 + below(2), below(4)); break;
    case 13: printf("give(&%s%u, %s%u);\n", below(4) ? "t" : "s", below(3), below(3) ? "t" : "s", below(3)); break;
    case 14: printf("s%u = t%u > 1 ? %u : %u;\n", below(4), below(3), below(3), below(3)); break;
    case 15:
        printf("pthread_mutex_lock(&lock);\n%*ss%u = (s%u + 1) %% 4;\n%*spthread_mutex_unlock(&lock);\n",
               4 * deep, "", 0u, 0u, 4 * deep, "");
        break;
    default: printf("b[(unsigned)s%u %% 2] = ", below(4)); any(); printf(";\n"); break;
    }
}

static void block(int deep, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        statement(deep);
}

static const char begin[] =
    "#include <pthread.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "int __VERIFIER_nondet_int(void);\n"
    "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
    "int s0, s1, s2, s3, t0, t1, t2, a[3], b[2];\n"
    "struct pair { int x, y; } st, cp;\n"
    "static int twice(int v) { return v * 2 % 4; }\n"
    "static int keep(int v) { return v ? v - 1 : 2; }\n"
    "static void give(int *to, int v) { *to = v; }\n";

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 10) * 7919 + 17 : 1;
    below(2);
    fputs(begin, stdout);
    printf("static void *other(void *p)\n{\n    (void)p;\n");
    block(1, 2 + below(2));
    printf("    return NULL;\n}\nint main(void)\n{\n    pthread_t t;\n");
    block(1, 2);
    printf("    pthread_create(&t, NULL, other, NULL);\n");
    block(1, 2 + below(2));
    printf("    pthread_join(t, NULL);\n");
    block(1, 1);
    printf("#line 1000\n");
    for (unsigned i = 0; i < 4; i++)
        printf("    printf(\"%%d\", s%u);\n", i);
    printf("    return 0;\n}\n");
    return 0;
}
