# A random system of two or three processes (system_file), and formulas over labels, cells and registers: one a line, `OPTION TAB
# FORMULA`.  Between labels there are local instructions, so that much can be collapsed.
function r(n) { return int(rand() * n) }
function pick(s,   a, n) { n = split(s, a, "|"); return a[1 + r(n)] }
function join(   k) { k = r(4); return k == 0 ? " && " : k == 1 ? " -> " : " || " }
function cell() { return pick("x|y|z") }
function local() {
    return pick("nop|nop|mov bl, " r(2) "|mov cl, bl|add bl, 1|xor cl, cl|mov bl, al|and al, 1")
}
function global() {
    return pick("mov byte ptr [" cell() "], " r(3) "|mov al, [" cell() "]|mov [" cell() "], al|xchg al, [" cell() "]|lock inc [" cell() \
                "]|mov byte ptr [" cell() "], 1|mov al, [" cell() "]|choose al, 2|mfence|inc byte ptr [" cell() "]")
}
function jump(n) { return pick("je|jne|jmp|jz|jnz") " l" r(n) }
function body(name, sleeps,   n, i, k, s) {
    n = 2 + r(3)
    if (sleeps)
        s = "    sleep\n"
    for (i = 0; i < n; i++) {
        s = s "    l" i ": " (r(3) ? global() : local()) "\n"
        for (k = r(4); k > 0; k--)
            s = s "    " local() "\n"
        if (r(2))
            s = s "    " pick("test al, al|cmp al, " r(2) "|cmp byte ptr [" cell() "], 0") "\n    " jump(n + 1) "\n"
    }
    if (r(8) == 0)
        s = s "    assert " truth(1) "\n"
    labels[name] = n + 1
    return s "    l" n ": " pick("jmp l" n "|nop|" jump(n)) "\n"
}
# What can be said of one state.
function place(   p) {
    p = pick(names)
    return p (copies[p] && r(2) ? "[" r(copies[p]) "]" : "") "@l" r(labels[p])
}
function truth(early,   k) {
    k = r(12)
    if (early || k < 4) return cell() pick(" == | != | < ") r(3)
    if (k < 9) return (r(4) ? "" : "!") place()
    if (k < 10 && many) return "count(" many "@l" r(labels[many]) ")" pick(" < | == | > | <= ") r(3)
    if (k < 11 && sleeper) return "asleep(S)"
    if (single) return single "." pick("al|bl") pick(" == | != ") r(2)
    return "a[" place() "]"
}
function state(depth) {
    if (depth == 0 || r(3) == 0) return truth(0)
    return "(" state(depth - 1) join() state(depth - 1) ")"
}
function linear(depth,   k) {
    k = depth ? r(7) : 0
    if (k < 1) return "\"" state(1) "\""
    if (k < 2) return "!(" linear(depth - 1) ")"
    if (k < 3) return "(" linear(depth - 1) join() linear(depth - 1) ")"
    if (k < 5) return pick("G|F|G F|F G") " (" linear(depth - 1) ")"
    return "((" linear(depth - 1) ") U (" linear(depth - 1) "))"
}
function branching(depth,   k) {
    k = depth ? r(8) : 0
    if (k < 1) return "\"" state(1) "\""
    if (k < 2) return "!(" branching(depth - 1) ")"
    if (k < 4) return "(" branching(depth - 1) join() branching(depth - 1) ")"
    if (k < 6) return pick("AG|EF|AF|EG") " (" branching(depth - 1) ")"
    return pick("A|E") "[(" branching(depth - 1) ") U (" branching(depth - 1) ")]"
}
BEGIN {
    srand(seed)
    if (r(3)) {
        names = "P|Q"
        single = "P"
        text = "process P {\n    xor bl, bl\n    xor al, al\n" body("P", 0) "}\nprocess Q {\n" body("Q", 0) "}\n"
    } else {
        names = many = "P"
        copies["P"] = 2
        text = "process P[2] {\n" body("P", 0) "}\n"
    }
    if (r(4) == 0) {
        names = names "|S"
        sleeper = 1
        text = text "process S {\n" body("S", 1) "}\nprocess T {\n    mov al, [" cell() "]\n    nop\n    wake S\n}\n"
    }
    printf "shared byte x = 0, y = %d, z = 0\nshared byte a[2] = {0, 1}\n%s", r(2), text >system_file
    close(system_file)
    for (i = 0; i < formulas; i++) {
        k = r(3)
        print k == 0 ? "--invariant\t" state(2) : k == 1 ? "--ltl\t" linear(3) : "--ctl\t" branching(3)
    }
}
