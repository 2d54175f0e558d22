# A random family whose parts are tables, printed to the file `family_file`, and for 1, 2 and 3 components whether what is live happens in
# every fair run: from the tables, by closing relations, which is not how heddle does it.  Prints a line `SIZE holds|fails` for each.
function r(n) { return int(rand() * n) }

# Conditions over a few bits, as a table and in words: the bits are those of `names`, the first is the lowest.
function table(id, bits,   i) { for (i = 0; i < 2 ^ bits; i++) t[id, i] = r(100) < often }
function words(id, bits, names,   i, k, s, one, n) {
    n = split(names, name, " ")
    for (i = 0; i < 2 ^ bits; i++) {
        if (!t[id, i]) continue
        one = ""
        for (k = 1; k <= n; k++) one = one (k > 1 ? " && " : "") (int(i / 2 ^ (k - 1)) % 2 ? "" : "!") name[k]
        s = s (s == "" ? "" : " || ") "(" one ")"
    }
    return s == "" ? "false" : s
}
# A part: its state is two bits p and q.
function part(id, inner,   n, names) {
    names = "p q go" (inner ? " inner.b" : "")
    n = inner ? 4 : 3
    often = 50
    table(id "b", n); table(id "p", n + 1); table(id "q", n + 1)
    if (inner) table(id "a", n + 1)
    often = 60; table(id "f", 3)
    print "    " (inner ? "step" : "base") " {\n        state p = 0\n        state q = 0\n        choice go\n        b = " words(id "b", n, names) >family_file
    if (inner) print "        inner.a = " words(id "a", n + 1, names " a") >family_file
    print "        next p = " words(id "p", n + 1, names " a") "\n        next q = " words(id "q", n + 1, names " a") >family_file
    fair[id] = r(3) > 0
    if (fair[id]) print "        fair " words(id "f", 3, "p q go") >family_file
    print "    }" >family_file
}

# One step of n components from the state s (two bits each) with the inputs x (go of each, then a): sets to_, b_, a_, marks_.
function step_of(n, s, x,   i, p, go, b, a, was, at, bs, next_s, ok) {
    marks_ = ""
    b = 0
    for (i = 0; i < n; i++) {
        p = int(s / 4 ^ i) % 4; go = int(x / 2 ^ i) % 2
        at = p + 4 * go
        bs[i] = b # what the block inside puts out
        b = i ? t["sb", at + 8 * b] : t["bb", at]
    }
    a = int(x / 2 ^ n) % 2
    a_ = a; b_ = b
    next_s = 0
    for (i = n - 1; i >= 0; i--) {
        p = int(s / 4 ^ i) % 4; go = int(x / 2 ^ i) % 2
        at = p + 4 * go
        ok = t[(i ? "s" : "b") "f", at]
        marks_ = marks_ (fair[i ? "s" : "b"] ? ok : 1)
        if (i) at = at + 8 * bs[i]
        at = at + (i ? 16 : 8) * a
        next_s += (t[(i ? "s" : "b") "p", at] + 2 * t[(i ? "s" : "b") "q", at]) * 4 ^ i
        if (i) a = t["sa", at]
    }
    to_ = next_s
    marks_ = marks_ (fair["out"] ? t["e", a_ + 2 * b_] : 1)
}
function union(a, b,   i, s) {
    for (i = 1; i <= length(b); i++) s = s (substr(a, i, 1) == 1 || substr(b, i, 1) == 1 ? 1 : 0)
    return s
}
function holds(n,   s, x, i, k, m, count, owes, begins, seen, list, owing, u, v, w, way, all, inside) {
    list[0] = 0; seen[0] = 1; count = 1
    for (i = 0; i < count; i++)
        for (x = 0; x < 2 ^ (n + 1); x++) {
            s = list[i]
            step_of(n, s, x)
            if (!(to_ in seen)) { seen[to_] = 1; list[count++] = to_ }
            if (t["to", a_ + 2 * b_]) continue
            m++; u[m] = s; v[m] = to_; w[m] = marks_; way[s, to_] = 1
            if (t["from", a_ + 2 * b_]) owing[to_] = 1
        }
    for (k = 0; k < count; k++) for (i = 0; i < count; i++) if (way[list[i], list[k]])
        for (x = 0; x < count; x++) if (way[list[k], list[x]]) way[list[i], list[x]] = 1
    for (s in owing) for (i = 0; i < count; i++) if (way[s, list[i]]) reach[n, list[i]] = 1
    for (s in owing) reach[n, s] = 1
    for (i = 0; i < count; i++) {
        s = list[i]
        if (!((n, s) in reach)) continue
        all = ""; inside = 0
        for (k = 1; k <= m; k++)
            if ((u[k] == s || way[s, u[k]]) && (v[k] == s || way[v[k], s])) { inside = 1; all = union(all, w[k]) }
        if (inside && all !~ /0/) return 0
    }
    return 1
}
BEGIN {
    srand(seed)
    print "family f {\n    in a\n    out b" >family_file
    often = 60; table("e", 2); fair["out"] = r(2)
    if (fair["out"]) print "    fair " words("e", 2, "a b") >family_file
    part("b", 0); part("s", 1)
    print "    observer always { ok = true }" >family_file
    often = 50; table("from", 2); often = 55; table("to", 2)
    if (r(3) == 0) for (i = 0; i < 4; i++) t["from", i] = 1
    print "    live l {\n        from = " words("from", 2, "a b") "\n        to = " words("to", 2, "a b") "\n    }\n}" >family_file
    for (n = 1; n <= 3; n++) print n, holds(n) ? "holds" : "fails"
}
