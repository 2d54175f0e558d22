# Reads the outcomes of a program, and prints questions (tests/fuzz/one).
{ known[$0] = 1; all[NR] = $0 }

# An assertion, mostly.
function form(i) {
    i = int(rand() * 8)
    return i == 0 ? "e" : i == 1 ? "n" : i == 2 && leaks ? "l" : "a"
}

function ask(status, outcome, f) {
    f = form()
    print status, option, f == "e" ? "--exit-status" : f == "l" ? leaks : "", "--", f outcome
}

# Words of two outcomes.
function mixed(one, two, at, out) {
    for (at = 1; at <= length(one); at += 8)
        out = out substr(rand() < 0.5 ? one : two, at, 8)
    return out
}

END {
    srand(seed)
    for (i = 0; i < has && i < NR; i++) {
        at = 1 + int(rand() * (NR - i))
        ask(1, all[at])
        swap = all[at]; all[at] = all[NR - i]; all[NR - i] = swap
    }
    for (i = 0; i < lacks * 4 && found < lacks; i++) {
        outcome = mixed(all[1 + int(rand() * NR)], all[1 + int(rand() * NR)])
        if (i >= lacks * 2) # few words differ
            outcome = substr(outcome, 1, length(outcome) - 8) "0000000" (i % 4)
        if (!(outcome in known)) {
            known[outcome] = 1
            found++
            ask(0, outcome)
        }
    }
}
