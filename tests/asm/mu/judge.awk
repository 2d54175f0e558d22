# A random system of two processes, formulas of the modal mu-calculus over it, and whether they hold: by the definition, from
# the graph that this program makes itself.  Prints the system to the file `system` and lines `VERIFIED<TAB>formula`.
function r(n) { return int(rand() * n) }

# A process has places s0, s1 ...: a choice, and then a jump through a table; or it ends, from label e on.
# Its states: place * 8 is before the choice, + 1 + choice before the jump, 100 at e, 101 ended.
function process(p,   i, c, k, s, names) {
    places[p] = 2 + r(2)
    for (i = 0; i < places[p]; i++) {
        k = ways[p, i] = 1 + r(2)
        names = ""
        for (c = 0; c < k; c++) {
            to[p, i, c] = r(7) == 0 ? 100 : 8 * r(places[p])
            names = names (c ? ", " : "") (to[p, i, c] == 100 ? "e" : "s" to[p, i, c] / 8)
        }
        s = s "    table t" i " = " names "\n    s" i ": choose eax, " k "\n    jmp [t" i " + rax*8]\n"
    }
    printf "process %s {\n%s    e: nop\n}\n", p, s >system_file
}
function steps(p, at, out,   n, c, place) { # the states that follow, from out[1] on
    if (at == 101) return 0
    if (at == 100) { out[1] = 101; return 1 }
    place = int(at / 8)
    if (at % 8) { out[1] = to[p, place, at % 8 - 1]; return 1 }
    for (c = 0; c < ways[p, place]; c++) out[++n] = at + 1 + c
    return n
}
function state(a, b) {
    if (!((a, b) in number)) { number[a, b] = states; of_p[states] = a; of_q[states] = b; states++ }
    return number[a, b]
}
function edge(from, where, who) { target[from, edges[from]] = where; label[from, edges[from]] = who; edges[from]++ }
function explore(   i, k, n, out) {
    state(0, 0)
    for (i = 0; i < states; i++) {
        edges[i] += 0
        n = steps("P", of_p[i], out)
        for (k = 1; k <= n; k++) edge(i, state(out[k], of_q[i]), "P")
        n = steps("Q", of_q[i], out)
        for (k = 1; k <= n; k++) edge(i, state(of_p[i], out[k]), "Q")
    }
}

# Formulas: op[f], one[f], two[f]; the words of f are returned.
function atom(f,   p, i) {
    p = r(2) ? "P" : "Q"
    i = r(places[p] + 1)
    op[f] = "atom"; who[f] = p; at[f] = i == places[p] ? 100 : 8 * i
    return p "@" (i == places[p] ? "e" : "s" i)
}
function make(f, depth, odd,   k, v, n, which) { # odd: under an odd number of negations
    if (depth <= 0 || r(9) == 0) {
        n = 0
        for (v = 1; v <= scope; v++) if (parity[v] == odd) which[++n] = v
        if (n && r(5)) { op[f] = "var"; one[f] = which[1 + r(n)]; return "Z" one[f] }
        if (r(6) == 0) { op[f] = "const"; one[f] = r(2); return one[f] ? "true" : "false" }
        return atom(f)
    }
    k = r(11)
    if (k < 1) { op[f] = "not"; one[f] = ++nodes; return "!" make(one[f], depth - 1, !odd) }
    if (k < 4) return both(f, depth, odd)
    if (k < 7) {
        op[f] = r(2) ? "box" : "diamond"; who[f] = substr("  PQ", 1 + r(4), 1); sub(/ /, "", who[f]); one[f] = ++nodes
        return (op[f] == "box" ? "[" who[f] "]" : "<" who[f] ">") make(one[f], depth - 1, odd)
    }
    op[f] = r(2) ? "mu" : "nu"; scope++; parity[scope] = odd; two[f] = scope; one[f] = ++nodes
    v = "(" op[f] " Z" scope ". " make(one[f], depth - 1, odd) ")"
    scope--
    return v
}
function both(f, depth, odd,   a, b, s) {
    op[f] = substr("and or  then", 1 + 4 * r(3), 4); gsub(/ /, "", op[f])
    a = one[f] = ++nodes; b = two[f] = ++nodes
    s = make(a, depth - 1, op[f] == "then" ? !odd : odd)
    return "(" s (op[f] == "and" ? " && " : op[f] == "or" ? " || " : " -> ") make(b, depth - 1, odd) ")"
}

# The states of f, in holds[f, state].
function leads(f, i,   k, some, every) {
    every = 1
    for (k = 0; k < edges[i]; k++) {
        if (who[f] != "" && who[f] != label[i, k]) continue
        if (holds[one[f], target[i, k]]) some = 1
        else every = 0
    }
    return op[f] == "box" ? every : some + 0
}
function eval(f,   i, x, same) {
    if (op[f] == "mu" || op[f] == "nu") {
        for (i = 0; i < states; i++) value[two[f], i] = op[f] == "nu"
        do {
            eval(one[f])
            same = 1
            for (i = 0; i < states; i++) if (value[two[f], i] != holds[one[f], i]) { same = 0; value[two[f], i] = holds[one[f], i] }
        } while (!same)
        for (i = 0; i < states; i++) holds[f, i] = value[two[f], i]
        return
    }
    if (op[f] ~ /^(not|box|diamond|and|or|then)$/) eval(one[f])
    if (op[f] ~ /^(and|or|then)$/) eval(two[f])
    for (i = 0; i < states; i++) {
        if (op[f] == "atom") x = (who[f] == "P" ? of_p[i] : of_q[i]) == at[f]
        else if (op[f] == "var") x = value[one[f], i]
        else if (op[f] == "const") x = one[f]
        else if (op[f] == "not") x = !holds[one[f], i]
        else if (op[f] == "and") x = holds[one[f], i] && holds[two[f], i]
        else if (op[f] == "or") x = holds[one[f], i] || holds[two[f], i]
        else if (op[f] == "then") x = !holds[one[f], i] || holds[two[f], i]
        else x = leads(f, i)
        holds[f, i] = x
    }
}
BEGIN {
    srand(seed)
    states = nodes = 0
    process("P"); process("Q")
    explore()
    for (n = 0; n < formulas; n++) {
        scope = 0
        root = ++nodes
        words = make(root, 3 + r(4), 0)
        eval(root)
        print (holds[root, 0] ? "VERIFIED" : "FAILED") "\t" words
    }
}
