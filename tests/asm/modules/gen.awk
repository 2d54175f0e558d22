# A random module, in the file `module_file`, and a random system that imports it, on standard output.
function r(n) { return int(rand() * n) }
function pick(s,   a, n) { n = split(s, a, "|"); return a[1 + r(n)] }
function choice(s,   a, n) { n = split(s, a, ";"); return a[1 + r(n)] }
function line(mine, theirs,   k) {
    k = r(8)
    if (k < 3) return "mov byte ptr [" pick(mine) "], " r(2)
    if (k < 5) return "mov al, [" pick(theirs) "]\n    mov [" pick(mine) "], al"
    if (k < 6) return "choose cl, 2\n    mov [" pick(mine) "], cl"
    if (k < 7) return "xor al, 1"
    return "cmp byte ptr [" pick(theirs) "], " r(2)
}
function code(mine, theirs, extra,   n, i, s) {
    n = 2 + r(3)
    for (i = 0; i < n; i++) {
        s = s "    l" i ": " line(mine, theirs) "\n"
        if (r(3) == 0) s = s "    " pick("je|jne") " l" r(n) "\n"
    }
    s = s extra
    return s (r(3) ? "    jmp l0\n" : "    l" n ": nop\n")
}
function about(stateless) {
    if (stateless) return choice("!(x && y);x -> z;!y;x -> !y;x == y || z;true;x <= 1 && y <= 1")
    return choice("!(x && y);x -> z;y -> was;was -> x;!y;x -> !y;x == y || z || was;true;x <= 1 && y <= 1")
}
function names(s, own, other) { # x and y are one's own cells, z is another's
    gsub(/x/, own "0", s); gsub(/y/, own "1", s); gsub(/z/, other r(2), s)
    return s
}
function watcher(word, name, own, other,   now) {
    now = names(pick("x|y|z|x && y"), own, other)
    return "    " word " " name " {\n        state was = 0\n        ok = " names(about(), own, other) "\n        next was = " now "\n    }\n"
}
BEGIN {
    srand(seed)
    printf "module m {\n    port {\n        above byte a0 = 0..1\n        above byte a1 = 0..1\n        below byte b0 = 0..1\n        below byte b1 = 0..1\n    }\n    body {\n%s    }\n%s%s%s}\n", code("b0|b1", "a0|a1|b0|b1"), watcher("property", "p", "b", "a"), r(2) ? watcher("property", "q", "b", "a") : "", r(2) ? watcher("assume", "e", "a", "b") : "" >module_file
    print "import m \"module.casm\"\nshared byte own = 0"
    print "process A {\n" code("a0|own", "a0|b0|b1|own", "    assert " names(about(1), "b", "a") "\n") "}"
    if (r(2)) print "process B {\n" code("a1|own", "a1|b0|b1|own") "}"
    if (r(2)) print "invariant " names(about(1), "b", "a")
}
