# A random assembly system: two or three processes, few cells, one assertion or invariant.
function r(n) { return int(rand() * n) }
function pick(s,   a, n) { n = split(s, a, "|"); return a[1 + r(n)] }
function reg() { return pick("eax|ecx|edx") }
function cell() { return pick("[x]|[y]|[a]|[a + 4]") }
function line(   k) {
    k = r(20)
    if (k < 3) return "mov " cell() ", " r(3)
    if (k < 5) return "mov " reg() ", " cell()
    if (k < 6) return "mov " cell() ", " reg()
    if (k < 7) return "mov " reg() ", " r(3)
    if (k < 9) return "xchg " reg() ", " cell()
    if (k < 10) return "inc " cell()
    if (k < 11) return "lock " pick("inc|dec") " " cell()
    if (k < 12) return "add " reg() ", " pick(reg() "|1")
    if (k < 13) return "cmp " reg() ", " r(3)
    if (k < 14) return "cmp " cell() ", " r(2)
    if (k < 15) return "test " reg() ", " reg()
    if (k < 16) return "lock cmpxchg " cell() ", " reg()
    if (k < 17) return pick("and " reg() ", 1|lock cmpxchg8b [a]|imul " reg() ", " reg() "|mov al, byte ptr [x]|mov byte ptr [a + 5], cl")
    if (k < 18) return "choose " reg() ", 2"
    if (k < 19) return "lock xadd " cell() ", " reg()
    return "cmov" pick("e|ne|l|ge") " " reg() ", " reg()
}
function body(p,   n, i, s) {
    n = 2 + r(4)
    for (i = 0; i < n; i++) {
        s = s "    l" i ": " line() "\n"
        if (r(3) == 0)
            s = s "    " pick("je|jne|jl|jmp|jc") " l" (r(8) == 0 ? 0 : (i + 1 < n ? i + 1 : n)) "\n"
    }
    if (r(3) == 0)
        s = s "    assert " pick("x|y|a[0]|a[1]") pick(" != | < ") r(4) pick("|| && a[1] < 3| && y < 3") "\n"
    return s "    l" n ": nop\n"
}
BEGIN {
    srand(seed)
    print "shared dword x = " pick("0|1|0..1") ", y = 0\nshared dword a[2] = 0"
    if (r(2)) {
        print "process P[2] {\n" body() "}"
    } else {
        print "process P {\n" body() "}\nprocess Q {\n" body() "}"
    }
    if (r(3) == 0)
        print "process S {\n    sleep\n" body() "}\nprocess T {\n" body() "    wake S\n}"
    if (r(2))
        print "invariant " pick("x|y|a[0]|a[1]") pick(" < 3| != 2| <= 1| == 0")
}
