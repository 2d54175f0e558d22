/* gen SEED: a random C++ program without threads, on standard output: classes that inherit, some of
 * them virtually, whose constructors, destructors and functions log what they do, throw now and
 * then, catch by some base, throw again, and cast.  What it prints tells the order of everything.
 */
#include <stdio.h>
#include <stdlib.h>

enum { CLASSES = 6, FUNCTIONS = 6 };

static unsigned long long state;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % n;
}

/* Bases come before, and are virtual, so that casts are not ambiguous.  Returns how many there are.
 */
static int print_bases(int c)
{
    int n = 0;

    for (int b = 0; b < c; b++) {
        if (below(3) || n >= 2)
            continue;
        printf("%s public virtual c%d", n++ ? "," : " :", b);
    }
    if (!n)
        printf(" : public virtual root");
    return n;
}

/* Of two bases each may have an f of its own: then the class must have one. */
static void print_class(int c)
{
    int bases;

    printf("struct c%d", c);
    bases = print_bases(c);
    printf(" {\n    member m{%d};\n", c);
    printf("    c%d() { say(\"+c%d\", %u); %s }\n", c, c, below(100),
           below(5) ? "" : "if (++made % 3 == 0) throw made;");
    printf("    c%d(const c%d &o) : root(o) { say(\"copy c%d\", o.v); }\n", c, c, c);
    printf("    ~c%d() override { say(\"-c%d\", v); }\n", c, c);
    if (below(2) || bases > 1)
        printf("    int f(int n) override { say(\"c%d::f\", n); return root::f(n + %u); }\n", c,
               below(9));
    printf("};\n");
}

static void print_throw(void)
{
    switch (below(5)) {
    case 0:
        printf("throw n;");
        break;
    case 1:
        printf("throw c%u();", below(CLASSES));
        break;
    case 2:
        printf("throw std::runtime_error(std::to_string(n));");
        break;
    case 3:
        printf("{ c%u x; x.v = n; throw x; }", below(CLASSES));
        break;
    default:
        printf("throw std::string(\"s\") + std::to_string(n);");
    }
}

static void print_handler(void)
{
    static const char *const ends[] = {"", " throw;", " return n + 1;", " throw n * 2;"};

    switch (below(5)) {
    case 0:
        printf(" catch (int e) { say(\"int\", e);%s }", ends[below(3)]);
        break;
    case 1:
        printf(" catch (c%u &e) { say(\"class\", e.v);%s }", below(CLASSES), ends[below(4)]);
        break;
    case 2:
        printf(" catch (const std::exception &e) { say(e.what(), n);%s }", ends[below(4)]);
        break;
    case 3:
        printf(" catch (std::string &e) { say(e.c_str(), n);%s }", ends[below(3)]);
        break;
    default:
        printf(" catch (root &e) { say(\"root\", e.v);%s }", ends[below(4)]);
    }
}

static void print_function(int k)
{
    unsigned handlers = below(3);

    printf("static int f%d(int n)%s\n{\n    log l(%d);\n", k, "", k);
    if (below(2))
        printf("    c%u x;\n    n += x.f(n);\n", below(CLASSES));
    printf("    %s{\n", handlers ? "try " : "");
    printf("        log m(%d);\n        if (n %% %u == 0) ", 100 + k, 2 + below(4));
    print_throw();
    printf("\n");
    if (k)
        printf("        n = f%u(n + 1);\n", below((unsigned)k));
    if (below(2))
        printf("        std::unique_ptr<root> p(new c%u);\n"
               "        say(\"cast\", dynamic_cast<c%u *>(p.get()) ? 1 : 0);\n",
               below(CLASSES), below(CLASSES));
    printf("    }");
    while (handlers--)
        print_handler();
    printf("\n    return n;\n}\n");
}

int main(int argc, char **argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    printf("#include <cstdio>\n#include <memory>\n#include <stdexcept>\n#include <string>\n"
           "static int made;\n"
           "static void say(const char *s, int n) { std::printf(\"%%s %%d\\n\", s, n); }\n"
           "struct log {\n    int n;\n    explicit log(int k) : n(k) { say(\"+log\", n); }\n"
           "    ~log() { say(\"-log\", n); }\n};\n"
           "struct member {\n    int n;\n    member(int k) : n(k) {}\n    ~member() { "
           "say(\"-member\", n); }\n};\n"
           "struct root {\n    int v = 1;\n    virtual ~root() { say(\"-root\", v); }\n"
           "    virtual int f(int n) { say(\"root::f\", n); return n + v; }\n};\n");
    for (int c = 0; c < CLASSES; c++)
        print_class(c);
    for (int k = 0; k < FUNCTIONS; k++)
        print_function(k);
    printf("int main()\n{\n    int sum = 0;\n    for (int i = 0; i < 12; i++) {\n        try {\n"
           "            sum += f%d(i);\n        } catch (std::exception &e) {\n            "
           "say(e.what(), i);\n"
           "        } catch (...) {\n            say(\"...\", i);\n        }\n    }\n"
           "    say(\"sum\", sum);\n    return sum & 63;\n}\n",
           FUNCTIONS - 1);
    return 0;
}
