# A random family: ports with two or three flags, small loops, observers with a bit or two of memory.
function r(n) { return int(rand() * n) }
function pick(s,   a, n) { n = split(s, a, "[|]"); return a[1 + r(n)] }
function formula(s,   a, n) { n = split(s, a, ";"); return a[1 + r(n)] }
function value(sources,   k) {
    k = r(8)
    if (k < 5) return pick(sources)
    if (k < 6) return "!" pick(sources)
    if (k < 7) return "(" pick(sources) " && " pick(sources) ")"
    return r(2)
}
function statement(sources, targets,   k) {
    k = r(7)
    if (k < 4) return pick(targets) " = " value(sources) ";"
    if (k < 5) return "if (" value(sources) ") " pick(targets) " = " value(sources) ";"
    if (k < 6) return "while (" pick(sources) ") continue;"
    return "if (heddle_choose(2)) " pick(targets) " = " value(sources) ";"
}
function body(sources, targets,   n, s, i) {
    n = 1 + r(3)
    s = "    bool x = " r(2) ";\n    " (r(4) ? "for (;;) {" : "{") "\n"
    for (i = 0; i < n; i++)
        s = s "        " statement(sources "|x", targets "|x") "\n"
    if (r(4) == 0)
        s = s "        heddle_atomic_begin(); " statement(sources, targets) " " pick(targets) " = x; heddle_atomic_end();\n"
    if (r(6) == 0)
        s = s "        heddle_assert(" pick(sources) " || !" pick(sources) ");\n"
    return s "    }\n"
}
BEGIN {
    srand(seed)
    print "#include <heddle.h>\n#include <stdbool.h>\nstruct port { bool a heddle_below, b heddle_below, c heddle_above; };"
    print "heddle_base void base(struct port *above)\n{\n" body("above->a|above->b|above->c", "above->a|above->b") "}"
    print "heddle_component void component(struct port *below, struct port *above)\n{\n" \
        body("below->a|below->b|above->a|above->b|above->c", "above->a|above->b|below->c") "}"
    print "struct memory { bool m, n; };"
    print "heddle_observer bool fine(const struct port *p, struct memory *m)\n{"
    print "    bool ok = " formula("!p->a || m->m;!(p->a && p->b);!p->b || p->a;!p->a;!p->b || !m->n;p->a || !m->m;!p->a || !p->b || m->m") ";"
    print "    m->m |= " pick("p->c|p->a|p->b|0") ";\n    m->n = " pick("p->a|p->b|p->c|!m->n") ";\n    return ok;\n}"
}
