# heddle swarm: many searches, the first error counts.
. "$(dirname "$0")/lib"
cp "$root/tests/scalable/philosophers.c" "$root/examples/peterson.c" "$root/examples/peterson_right.c" . || exit 70

expect 1 "FAILED: assertion" "$heddle" swarm --members 6 --max-time 30s peterson.c
check_that "the table has each member" test "$(grep -cE '^ +[1-6]  (FAILED|UNKNOWN|stopped|-) ' .out)" = 6
"$heddle" swarm -q --members 6 --max-time 30s peterson.c >line 2>&1
check_that "one line with -q" test "$(wc -l <line)" = 1
file=$(sed -n 's/.*trace in //p' line)
expect 1 "FAILED: assertion" "$heddle" replay "$file"
check_that "no trace of another member is left" test "$(ls *.trace | grep -vc "$file")" = 0

"$heddle" swarm -q --members 6 --max-time 30s --html page.html --sarif log.sarif --junit cases.xml peterson.c >line 2>&1
check_that "the page of the first error" grep -q '"kind": "assertion"' page.html
check_that "its log" grep -q '"ruleId": "assertion"' log.sarif
check_that "its case" grep -q '<failure type="assertion"' cases.xml
expect 2 UNKNOWN "$heddle" swarm --members 1 --max-time 5s --html unknown.html peterson_right.c
check_that "the page of a swarm that found none" grep -q '"verdict": "UNKNOWN"' unknown.html
expect 64 "--html needs a file that can be written" "$heddle" swarm --html no/where.html peterson.c

# A single member is a heddle check; each kind finds the deadlock.
for member in 1 2 4 5; do
    expect 1 "FAILED: deadlock" "$heddle" swarm --members 6 --member $member --max-time 30s -DN=3 -DDEADLOCK philosophers.c
done
expect 2 "UNKNOWN" "$heddle" swarm --members 6 --member 3 -DN=3 philosophers.c

# None is exhaustive.
expect 2 "UNKNOWN: no error was found by 3 of 3 searches, none of which is exhaustive" "$heddle" swarm --members 3 --max-time 1s peterson_right.c
expect 2 "--store=bitstate --store-size=67108864 --store-seed=8" "$heddle" swarm --members 1 --seed 7 peterson_right.c

# What is wrong with the program or the options is said once.
echo 'int main(void) { return x; }' >broken.c
expect 65 "undeclared" "$heddle" swarm --members 3 -q broken.c
expect 64 "no file was given" "$heddle" swarm
expect 64 "--member 4 of 3" "$heddle" swarm --members 3 --member 4 peterson.c
expect 64 "--reduction" "$heddle" swarm --reduction none peterson.c
expect 64 "rc11" "$heddle" swarm --memory rc11 peterson.c

# A job array: a script that a shell takes, each task a member.
"$heddle" swarm --slurm --members 4 --max-time 20s -DN=3 -DDEADLOCK philosophers.c -- "it's" >array.sh
cp array.sh .out
check_that "the script is one" sh -n array.sh
check_that "an array of four" grep -qx '#SBATCH --array=1-4' array.sh
mkdir bin
printf '#!/bin/sh\necho "cancelled $1"\n' >bin/scancel
chmod +x bin/scancel
PATH=$PWD/bin:$PATH SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_JOB_ID=77 sh array.sh >.out 2>&1
status=$?
check=$(grep -c 'FAILED: deadlock\|cancelled 77' .out)
[ $status = 1 ] && [ "$check" = 2 ] && passed=$((passed + 1)) || bad "a task of the array: $status" "sh array.sh"
