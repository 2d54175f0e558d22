# What is written: JSON, traces, and what happens when it cannot be.
. "$(dirname "$0")/lib"

cat >wörter.c <<'END'
#include <assert.h>
int größe;
int main(int argc, char **argv) { assert(größe == 1 && "Häuser"); return argc == argv[0][0]; }
END
cat >read <<'END'
import json, sys
j = json.load(open(sys.argv[1], encoding="utf-8"))
for test in sys.argv[2:]:
    assert eval(test), (test, j)
END
expect 1 "FAILED: assertion" "$heddle" check --json u.json wörter.c
check_that "UTF-8 stays UTF-8" grep -q 'größe == 1 && \\"Häuser\\"' u.json
check_that "and is read as such" python3 read u.json 'j["error"]["file"] == "wörter.c"'
printf '#include <assert.h>\nint main(void) { assert(0 && "a\377b\302\251\355\240\200"); return 0; }\n' >latin.c
expect 1 "FAILED: assertion" "$heddle" check -w --json l.json latin.c
check_that "bytes that are no UTF-8 are escaped" python3 read l.json '"a\u00ffb©\u00ed\u00a0\u0080" in j["error"]["message"]'

cat >strings.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int x;
void *t(void *a) { char here[8] = "hü"; x = here[0] == 'h'; puts("bl\303\266d\377\t"); return a; }
int main(void) { pthread_t p; pthread_create(&p, 0, t, "größe"); pthread_join(p, 0); assert(x == 0); }
END
expect 1 'T1 t("größe")' "$heddle" check --json s.json strings.c
check_that "strings in calls and names of threads" python3 read s.json \
    'any(e["call"] == "puts(\"blöd\\377\\t\")" for s in j["trace"] for e in s["events"])' \
    'any(s["name"] == "t(\"größe\")" for s in j["trace"])'
check_that "a handle is the thread" python3 read s.json \
    'any(e["call"] == "pthread_join(T1, NULL)" for s in j["trace"] for e in s["events"])'
expect 1 "FAILED: assertion" "$heddle" check -m32 --json s.json strings.c
check_that "also where it is small" python3 read s.json \
    'any(e["call"] == "pthread_join(T1, NULL)" for s in j["trace"] for e in s["events"])'

# Paths are as they were given, in every part of a report.
mkdir -p far/away
cd far/away || exit 70
expect 1 "../../strings.c:6: error" "$heddle" check ../../strings.c
expect 1 "main, ../../strings.c:6" "$heddle" check --json p.json ../../strings.c
check_that "and in JSON" python3 ../../read p.json \
    'all(e["file"] in ("../../strings.c", None) for s in j["trace"] for e in s["events"])'
cd ../..

# Every kind of property is in the list.
cat >live.c <<'END'
int x;
int main(void) { x = 1; return 0; }
END
expect 0 VERIFIED "$heddle" check --ltl 'F "x == 1"' --ltl 'G "x < 2"' --json p.json live.c
check_that "linear formulas" python3 read p.json 'j["properties"] == ["F \"x == 1\"", "G \"x < 2\""]'
expect 0 VERIFIED "$heddle" check --ctl 'AF (x == 1)' --json p.json live.c
check_that "branching formulas" python3 read p.json 'j["properties"] == ["AF (x == 1)"]'
expect 0 VERIFIED "$heddle" check --no-starvation --no-livelock --termination --json p.json live.c
check_that "properties with a name" python3 read p.json \
    'j["properties"] == ["no starvation", "no livelock", "every run ends"]'
expect 0 VERIFIED "$heddle" check --leaks --exit-status --overflow --addresses strict --invariant 'x < 2' --invariant \
    'x >= 0' --json p.json live.c
check_that "properties of states and of ends" python3 read p.json 'j["properties"] == ["x < 2", "x >= 0", "no leaks",
    "exit status 0", "no signed overflow", "no address decides anything"]' 'j["allowed"] == []'
expect 0 "partial deadlocks allowed" "$heddle" check --allow-partial-deadlock --json p.json live.c
check_that "what is no error" python3 read p.json 'j["properties"] == []' 'j["allowed"] == ["partial-deadlock"]'
expect 0 "hangs allowed" "$heddle" check --allow-deadlock --allow-hang --json p.json live.c
check_that "nor that" python3 read p.json 'j["allowed"] == ["deadlock", "hang", "partial-deadlock"]'
# A partial deadlock alone can be allowed.
cp "$root/tests/programs/partial_deadlock.c" "$root/tests/programs/hang_join.c" .
expect 1 "FAILED: partial-deadlock" "$heddle" check --no-trace partial_deadlock.c
expect 0 "partial deadlocks allowed" "$heddle" check --allow-partial-deadlock partial_deadlock.c
expect 1 "FAILED: hang" "$heddle" check --no-trace --allow-partial-deadlock hang_join.c
cp "$root/tests/asm/swap.casm" .
expect 0 VERIFIED "$heddle" asm --ctl 'AG true' --json p.json swap.casm
check_that "of assembly systems" python3 read p.json '"AG true" in j["properties"]'

# What cannot be written is refused before anything is searched, by every command.
for command in "check live.c" "asm swap.casm" "spin live.c" "native -- /bin/true" "replay u.trace"; do
    first=${command%% *} rest=${command#* }
    expect 64 "--json needs a file that can be written" "$heddle" $first --json nowhere/x.json $rest
    cp .out said
    check_that "nothing was searched" sh -c '! grep -q VERIFIED said'
done
# What the disk has no room for is an error.
expect 74 "the verdict cannot be written to /dev/full" "$heddle" check --json /dev/full live.c
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >fails.c
mkdir -p fails.trace
expect 74 "the trace cannot be written to /dev/full" "$heddle" check --trace /dev/full fails.c
expect 74 "FAILED: assertion" "$heddle" check --trace /dev/full fails.c
expect 1 "the trace cannot be written to fails.trace" "$heddle" check fails.c
rmdir fails.trace
expect 74 "the verdict cannot be written to /dev/full" "$heddle" asm --json /dev/full swap.casm
for command in "check live.c" "check --json - live.c" "asm swap.casm" "help" "list errors" "check --help"; do
    expect 74 "the output cannot be written" sh -c "'$heddle' $command >/dev/full"
done

# A trace says what it is a trace of.
printf 'nothing\n' >x.casm
cat >word.c <<'END'
#include <assert.h>
int main(int argc, char **argv) { assert(argc == 1); return !argv; }
END
expect 1 "FAILED: assertion" "$heddle" check word.c -- x.casm
expect 1 "FAILED: assertion" "$heddle" replay word.trace
check_that "the trace names its command" grep -qx 'system check' word.trace
