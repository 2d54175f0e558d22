#!/bin/sh
# heddle litmus: what it prints, its exit status, and what is refused in one line.
. "$(dirname "$0")/lib"

files=$root/tests/litmus/files
expect 0 "1     *>1:r0=1; 1:r1=0;" "$heddle" litmus "$root/examples/mp.litmus"
expect 0 "Observation MP Sometimes 1 3" "$heddle" litmus -q "$root/examples/mp.litmus"
check_that "-q prints one line" test "$(wc -l <.out)" = 1
expect 1 "No" "$heddle" litmus --memory sc "$root/examples/mp.litmus"
expect 0 "Test MP+rel+acq Forbidden" "$heddle" litmus "$files/MP+rel+acq.litmus"
expect 0 "Test CoWW Required" "$heddle" litmus "$files/CoWW.litmus"
expect 0 "[x]=1;" "$heddle" litmus "$files/2+2W.litmus"
expect 1 "Flag data-race: $files/MP+plain.litmus:14: data race" "$heddle" litmus "$files/MP+plain.litmus"
expect 1 "Observation MP+plain Undefined" "$heddle" litmus -q "$files/MP+plain.litmus"
expect 0 "Sometimes" "$heddle" litmus "$files/SB-x86.litmus"
expect 1 "Never" "$heddle" litmus "$files/SB+mfences-x86.litmus"
expect 0 "atomic_int v_x = 0;" "$heddle" litmus --source "$files/SB.litmus"
expect 2 "SB.litmus:6: a thread has more events than --max-depth allows" "$heddle" litmus --max-depth 1 "$files/SB.litmus"
expect 2 "more stores in its buffer than --buffer allows" "$heddle" litmus --buffer 1 "$files/2+2W-x86.litmus"

# What is wrong in a file with this text.
wrong() { # LINE MESSAGE FORMAT ARGUMENT...
    at=$1 says=$2
    shift 2
    # shellcheck disable=SC2059
    printf "$@" >wrong.litmus
    expect 65 "wrong.litmus:$at: $says" "$heddle" litmus wrong.litmus
    check_that "one line" test "$(wc -l <.out)" = 1
}

threads='P0 (atomic_int *x) { int r0 = atomic_load(x); }'
wrong 1 "'AArch64' is not understood" 'AArch64 MP\n'
wrong 1 "the name of the test is missing" 'C\n'
wrong 1 "the language, C or X86" ''
wrong 2 "the initial values are expected" 'C a\nP0 () { }\n'
wrong 2 "the initial value of x is no number" 'C a\n{ x=y; }\n%s\nexists (x=1)\n' "$threads"
wrong 2 "pointers and arrays are not understood" 'C a\n{ int *x; }\n%s\nexists (x=1)\n' "$threads"
wrong 3 "the threads are missing" 'C a\n{ x=0; }\nexists (x=1)\n'
wrong 3 "the next thread is P0, not P1" 'C a\n{ x=0; }\nP1 () { }\nexists (x=1)\n'
wrong 3 "a parameter is a pointer to a location" 'C a\n{ x=0; }\nP0 (int x) { }\nexists (x=1)\n'
wrong 3 "pointers to pointers" 'C a\n{ x=0; }\nP0 (int **x) { }\nexists (x=1)\n'
wrong 3 "this thread has no end" 'C a\n{ x=0; }\nP0 () {\nexists (x=1)\n'
wrong 4 "'return' is not understood" 'C a\n{ x=0; }\nP0 () {\n  return;\n}\nexists (x=1)\n'
wrong 4 "'#' is not understood" 'C a\n{ x=0; }\nP0 (int *x) {\n  #include "x"\n}\nexists (x=1)\n'
wrong 5 "use of undeclared identifier 'y'" 'C a\n{ x=0; }\nP0 (int *x) {\n\n  *x = y;\n}\nexists (x=1)\n'
wrong 2 "unknown type name 'number'" 'C a\n{ x=0; }\nP0 (number *x) { }\nexists (x=1)\n'
wrong 5 "use of undeclared identifier 'r1'" 'C a\n{ x=0; }\n%s\n\nexists (0:r1=1)\n' "$threads"
wrong 2 "there is no thread P1" 'C a\n{ x=0; 1:r0=1; }\n%s\nexists (x=1)\n' "$threads"
wrong 4 "the condition is missing" 'C a\n{ x=0; }\n%s\n' "$threads"
wrong 4 "exists, ~exists or forall is expected, here is 'exist'" 'C a\n{ x=0; }\n%s\nexist (x=1)\n' "$threads"
wrong 4 "y is no location" 'C a\n{ x=0; }\n%s\nexists (y=1)\n' "$threads"
wrong 4 "there is no thread P2" 'C a\n{ x=0; }\n%s\nexists (2:r0=1)\n' "$threads"
wrong 4 "a number is expected, here is 'one'" 'C a\n{ x=0; }\n%s\nexists (x=one)\n' "$threads"
wrong 5 "')' is expected, here is the end of the file" 'C a\n{ x=0; }\n%s\nexists (x=1\n' "$threads"
wrong 4 "the condition ends here, but the file does not" 'C a\n{ x=0; }\n%s\nexists (x=1) x\n' "$threads"
wrong 2 "this comment has no end" 'C a\n(* { x=0; }\n'
wrong 4 "the instruction 'HLT' is not known" 'X86 a\n{ x=0; }\n P0 ;\n HLT ;\nexists (x=1)\n'
wrong 4 "'RAX' is no register" 'X86 a\n{ x=0; }\n P0 ;\n MOV RAX,[x] ;\nexists (x=1)\n'
wrong 4 "MOV: a number cannot be written" 'X86 a\n{ x=0; }\n P0 ;\n MOV $1,[x] ;\nexists (x=1)\n'
wrong 4 "MOV: one location at most" 'X86 a\n{ x=0; }\n P0 ;\n MOV [x],[x] ;\nexists (x=1)\n'
wrong 4 "MOV: it has no LOCK" 'X86 a\n{ x=0; }\n P0 ;\n LOCK MOV [x],$1 ;\nexists (x=1)\n'
wrong 4 "XADD: with LOCK" 'X86 a\n{ x=0; }\n P0 ;\n XADD [x],EAX ;\nexists (x=1)\n'
wrong 4 "'|' is expected, here is ';'" 'X86 a\n{ x=0; }\n P0 | P1 ;\n MFENCE ;\nexists (x=1)\n'
wrong 4 "use of undeclared label" 'X86 a\n{ x=0; }\n P0 ;\n JMP L ;\nexists (x=1)\n'
wrong 5 "'RAX' is no register" 'X86 a\n{ x=0; }\n P0 ;\n MFENCE ;\nexists (0:RAX=1)\n'
expect 65 "a test of x86 has no memory orders" "$heddle" litmus --memory rc11 "$files/SB-x86.litmus"
expect 65 "missing.litmus: No such file" "$heddle" litmus missing.litmus
expect 64 "no file was given" "$heddle" litmus
expect 64 "one of auto|sc|tso|pso" "$heddle" litmus --memory arm "$files/SB.litmus"

# One that is not understood does not keep the others from being judged.
expect 65 "Observation SB Sometimes 1 3" "$heddle" litmus wrong.litmus "$files/SB.litmus"

# The page of an execution that the condition speaks of, or of the proof that there is none.
cp "$root/examples/mp.litmus" "$root/examples/sb.litmus" .
expect 0 "Observation MP Sometimes" "$heddle" litmus mp.litmus --html mp.html
check_that "an old value is read" grep -q 'data = 1.*(written by T1 at 2).*an old value' mp.html
check_that "at the condition" grep -q '"file": "mp.litmus", "line": 14, "message": "assertion failed' mp.html
check_that "the command" grep -q '"command": "heddle litmus mp.litmus"' mp.html
expect 0 "Observation SB Sometimes" "$heddle" litmus "$root/examples/sb.litmus" --html sb.html
check_that "an empty cell moves no line" sh -c "grep -q '\"line\": 6,' sb.html && ! grep -q '\"line\": 8,' sb.html"
expect 1 "Observation MP Never" "$heddle" litmus mp.litmus --memory tso --html none.html
check_that "a proof" grep -q '"verdict": "VERIFIED"' none.html
expect 0 "Observation SB Sometimes" "$heddle" litmus sb.litmus --html sb.html
check_that "store buffers" grep -q 'reaches memory' sb.html
expect 64 "--html is for one file" "$heddle" litmus mp.litmus sb.litmus --html two.html
