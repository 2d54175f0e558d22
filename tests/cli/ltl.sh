# Properties of runs that never end: bad input, what does not go together, and that each option changes an
# outcome.  tests/live has the verdicts.
. "$(dirname "$0")/lib"

cat >loop.c <<'C'
// heddle: ltl comes: F cs
/* heddle: ltl mutual: G !(cs && other) */
#include <pthread.h>
static int want, cs, other, hidden;
static _Thread_local int mine;
static int touched(void) { return ++hidden; }
static int twice(int n) { return 2 * n; }
static void *worker(void *arg)
{
    for (;;) {
        want = 1;
        cs = twice(want) == 2;
        cs = 0;
        want = 0;
        mine = hidden;
    }
    return arg;
}
static void *busy(void *arg)
{
    for (;;)
        other = !other;
    return arg;
}
static int begin(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, busy, 0);
    return pthread_join(t, 0);
}
int main(void)
{
    touched();
    return begin();
}
C
cat >quick <<C
#!/bin/sh
exec "$heddle" check --no-trace "\$@" loop.c
C
chmod +x quick

# Formulas that cannot be read, each with its place.
caret() { # MESSAGE FORMULA COLUMN
    expect 64 "$1" ./quick --ltl "$2"
    check_that "column $3 of: $2" [ "$(sed -n 's/^    \( *\)^$/\1/p' .out | tail -n 1 | wc -c)" = "$3" ]
}
caret "this parenthesis is not closed" 'G(want -> F cs' 2
caret "an operator or ) is expected here" 'G(want F cs)' 8
caret "an operator is expected here" 'G want F cs' 8
caret "no parenthesis is open here" 'want)' 5
caret "the formula ends where an operand is expected" 'G want ->' 10
caret "the quote that begins here is not closed" 'G "want' 3
caret "does not compile" 'G (cs -> wnat)' 10
caret "does not compile" 'G (cs -> "wnat > 1")' 10
caret "no function that the program can reach has a C label of that name" 'G !@nowhere' 4
expect 64 "use of undeclared identifier 'wnat'" ./quick --ltl 'G wnat'
expect 64 "the formula ends where an operand is expected" ./quick --ltl ''

# Propositions that would change the program are refused by name; so are those that no state decides.
expect 64 "proposition 'want = 1' writes to 'want'" ./quick --ltl 'G "want = 1"'
expect 64 "proposition 'touched' writes to 'hidden'" ./quick --ltl 'G touched'
expect 64 "proposition 'cs && want++' writes to 'want'" ./quick --fair weak --ltl 'G !"cs && want++"'
expect 64 "proposition 'begin' calls pthread_create" ./quick --ltl 'G begin'
expect 64 "the function takes arguments" ./quick --ltl 'G twice'
expect 0 "VERIFIED" ./quick --ltl 'G "twice(want) < 3"'
expect 65 "'mine' has a value in each thread" ./quick --ltl 'G mine'
expect 65 "is not in the optimised program; --keep cs" ./quick -O2 --ltl 'F cs'
expect 1 "FAILED: ltl" ./quick -O2 --keep cs --fair weak --ltl 'F cs' # of two stores in a row one is left

# Two hundred operators work, or the limit is named.
repeat() { # TIMES BEFORE MIDDLE AFTER
    awk -v n="$1" -v before="$2" -v middle="$3" -v after="$4" \
        'BEGIN {for (i = 0; i < n; i++) printf "%s", before; printf "%s", middle; for (i = 0; i < n; i++) printf "%s", after}'
}
expect 0 "VERIFIED" ./quick --fair weak --ltl "$(repeat 100 'F (cs && ' 'F want' ')')"
expect 1 "FAILED: ltl" ./quick --ltl "$(repeat 200 '!' ' want' '')"
expect 1 "FAILED: ltl" ./quick --ltl "$(repeat 200 'cs U (' 'other' ')')"
expect 64 "nested" ./quick --ltl "$(repeat 600 '(' 'want' ')')"
expect 64 "one proposition more than the 64 that are possible" \
    ./quick --ltl "$(awk 'BEGIN {printf "F cs"; for (i = 0; i < 100; i++) printf " && F \"want == %d\"", i}')"
expect 64 "too large" \
    ./quick --ltl "$(awk 'BEGIN {printf "!(G cs"; for (i = 0; i < 60; i++) printf " && G (\"want == %d\" -> F \"cs == %d\")", i / 2, i / 2; printf ")"}')"

# Files.
printf '# what must hold\ncomes: F cs\n\n// and\nG !"want > 1"\n' >good.ltl
printf 'G want\nname: G (cs\n' >bad.ltl
: >empty.ltl
expect 0 "VERIFIED" ./quick --fair weak --ltl-file good.ltl
expect 1 "the property comes does not hold: F cs" ./quick --ltl-file good.ltl
expect 64 "bad.ltl:2: this parenthesis is not closed" ./quick --ltl-file bad.ltl
expect 64 "none.ltl: the file cannot be read" ./quick --ltl-file none.ltl
expect 64 "--fair needs a property" ./quick --fair weak --ltl-file empty.ltl
expect 1 "the property comes does not hold: F cs" ./quick --properties
expect 1 "the property mutual does not hold: G !(cs && other)" ./quick --properties --fair weak
grep -v 'heddle: ltl' loop.c >bare.c
expect 64 "no source file has a comment" "$heddle" check --no-trace --properties bare.c
printf '/*\n * heddle: ltl inner: F done\n */\nint done;\nint main(void) { return 0; }\n' >block.c
expect 1 "the property inner does not hold: F done" "$heddle" check --no-trace --properties block.c
printf 'const char *s = "heddle: ltl none: F done";\nint main(void) { return 0; }\n' >string.c
expect 64 "no source file has a comment" "$heddle" check --no-trace --properties string.c
expect 0 "VERIFIED" "$heddle" check --no-trace bare.c

# Automata: what is printed can be read again and gives the same verdicts.
expect 0 'AP: 2 "want" "cs"' ./quick --automaton hoa --ltl 'G (want -> F cs)'
expect 0 'digraph' ./quick --automaton dot --ltl 'G (want -> F cs)'
expect 64 "--automaton needs a formula" ./quick --automaton hoa
for formula in 'G (want -> F cs)' 'GF want' 'G !(cs && other)' 'F G !cs' 'want R !cs' 'G "want < 2"'; do
    ./quick --automaton hoa --ltl "$formula" >one.hoa
    for fair in none weak; do
        run ./quick --fair $fair --ltl "$formula"
        direct=$status
        expect "$direct" "properties of runs that never end: one.hoa" sh -c \
            "./quick --fair $fair --hoa one.hoa; s=\$?; echo properties of runs that never end: one.hoa; exit \$s"
    done
done
expect 1 "the automaton of one.hoa accepts this run" sh -c \
    "./quick --automaton hoa --ltl 'G !cs' >one.hoa; ./quick --hoa one.hoa"
sed 's/ stutter-invariant//' one.hoa >told.hoa
expect 1 "the reductions are switched off" ./quick --hoa told.hoa
sed 's/^name:.*/name: "is stutter-invariant"/; s/trans-acc/trans-acc !stutter-invariant/' told.hoa >named.hoa
expect 1 "the reductions are switched off" ./quick --hoa named.hoa
expect 64 "none.hoa: the file cannot be read" ./quick --hoa none.hoa
echo 'no automaton' >bad.hoa
expect 64 "bad.hoa:1: " ./quick --hoa bad.hoa
sed 's/Inf(0)/Fin(0)/' one.hoa >bad.hoa
expect 64 "bad.hoa:" ./quick --hoa bad.hoa
sed 's/--END--//' one.hoa >bad.hoa
expect 64 "bad.hoa:" ./quick --hoa bad.hoa
sed 's/"cs"/"c s"/' one.hoa >bad.hoa
expect 64 "does not compile" ./quick --hoa bad.hoa

# Each option changes an outcome.
expect 1 "FAILED: ltl, no fairness assumed" ./quick --ltl 'GF cs'
expect 0 "weak fairness assumed" ./quick --fair weak --ltl 'GF cs'
expect 0 "strong fairness assumed" ./quick --fair strong --ltl 'GF cs'
expect 1 "FAILED: ltl, no fairness assumed" ./quick --fair none --ltl 'GF cs'
expect 1 "FAILED: ltl, no fairness assumed" ./quick --fair auto --ltl 'GF cs'
expect 0 "VERIFIED" ./quick
expect 1 "FAILED: non-termination" ./quick --termination
expect 1 "the reductions are switched off" ./quick --ltl 'X want'
expect 0 "VERIFIED" ./quick --ltl 'G "want < 2"' --engine ndfs
expect 1 "FAILED: ltl" ./quick --ltl 'G "want < 2"' --ltl 'GF cs' --engine ndfs

# What does not go together.
for option in --termination --no-starvation --no-livelock '--ltl=F cs'; do
    expect 64 "--engine bfs does not go with" ./quick "$option" --engine bfs
    for other in '--context-bound 2' '--max-depth 9' '--abstract want' --thread-symmetry; do
        # shellcheck disable=SC2086
        expect 64 "does not go with properties of runs that never end" ./quick "$option" $other
    done
    expect 64 "--reduction sleep does not go with" ./quick "$option" --reduction sleep
    expect 64 "--engine ndfs knows no strong fairness" ./quick "$option" --engine ndfs --fair strong
done
expect 64 "--reduction persistent does not go with fairness" ./quick --ltl 'F cs' --fair weak --reduction persistent
expect 64 "--reduction persistent does not go with --no-starvation" ./quick --no-starvation --reduction persistent
expect 64 "--reduction superstep does not go with --no-starvation and --fair none" \
    ./quick --no-starvation --fair none --reduction superstep
expect 64 "--fair needs a property" ./quick --fair weak
expect 64 "--engine ndfs needs a property" ./quick --engine ndfs
expect 64 "--fair" ./quick --fair sometimes --ltl 'F cs'
# A native program's runs have no cycles of states: linear formulas are refused, with the name of the option.
expect 64 "heddle native: option --ltl" "$heddle" native --ltl 'G "x"' -- ./quick
