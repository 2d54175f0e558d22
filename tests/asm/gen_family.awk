# A random family of assembly text: a port with three bits, small loops, an observer with a bit or two.  live: and what
# happens at last.
function r(n) { return int(rand() * n) }
function pick(s,   a, n) { n = split(s, a, "[|]"); return a[1 + r(n)] }
function formula(s,   a, n) { n = split(s, a, ";"); return a[1 + r(n)] }
function reg() { return pick("al|cl") }
function line(from, to,   k) {
    k = r(9)
    if (k < 3) return "mov " reg() ", [" pick(from) "]"
    if (k < 5) return "and al, 1\n        mov [" pick(to) "], al"
    if (k < 6) return "mov byte ptr [" pick(to) "], " r(2)
    if (k < 7) return "xor " reg() ", 1\n        and al, 1\n        and cl, 1"
    if (k < 8) return "choose " reg() ", 2"
    return "mov al, " r(2)
}
function body(from, to,   n, i, s) {
    n = 2 + r(4)
    for (i = 0; i < n; i++) {
        s = s "    l" i ": " line(from, to) "\n"
        if (r(3) == 0)
            s = s "        cmp " reg() ", " r(2) "\n        " pick("je|jne") " l" r(i + 1) "\n"
    }
    if (r(5) == 0)
        s = s "        assert " pick(from) " == 0 || " pick(from) " == 1\n"
    return s (r(4) ? "        jmp l0\n" : "")
}
BEGIN {
    srand(seed)
    print "family f {\n    port {\n        below byte a = 0..1\n        below byte b = 0..1\n        above byte c = 0..1\n    }"
    print "    base {\n" body("above.a|above.b|above.c", "above.a|above.b") "    }"
    print "    component {\n" body("below.a|below.b|above.a|above.c", "above.a|above.b|below.c") "    }"
    print "    observer fine {\n        state m = 0\n        state n = 0"
    print "        ok = " (live && r(3) ? "true" : formula("!a || m;!(a && b);!b || a;!a;!b || !n;a || !m;!a || !b || m"))
    print "        next m = m || " pick("c|a|b|false") "\n        next n = " pick("a|b|c|!n") "\n    }"
    if (live) {
        if (r(2))
            print "    fair " formula("c;!c;a || c;c || !b")
        print "    live one {" formula(";from = c;from = c\n;from = a;from = a || b\n") "; to = " formula("a;b;!a;!b;a || b;a != b;a == c;b != c") " }"
    }
    print "}"
}
