# --checkpoint and heddle resume: killed at any moment, a search goes on and ends as without a break.
. "$(dirname "$0")/lib"
cp "$root/tests/scalable/philosophers.c" . || exit 70
[ -n "${SOAK-}" ] && : "${KILLS:=8}"
: "${KILLS:=3}" # of each kind

figures() { sed -nE 's/^(FAILED: [^;]*|VERIFIED|UNKNOWN).*; ([0-9,]* states?, [0-9,]* transitions?).*/\1 \2/p' "$1"; }

# Killed KILLS times, each time later in the search, the figures are those of a run in one piece.
resumes() { # OPTIONS...
    timeout "$LIMIT" "$heddle" check -q --races off --no-trace --no-shorten "$@" philosophers.c >whole 2>&1
    rm -f c
    "$heddle" check -q --races off --no-trace --no-shorten --checkpoint c --checkpoint-every 0.02s "$@" philosophers.c >parts 2>&1 &
    killed=0
    while :; do
        running=$!
        for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            sleep 0.0$((($(date +%N | sed 's/^0*//') + 0) / 1000 % 9 + 1))
            [ -s c ] && [ $killed -lt "$KILLS" ] && [ "$try" -gt 2 ] && break
            kill -0 $running 2>/dev/null || break
        done
        if [ $killed -lt "$KILLS" ] && [ -s c ] && kill -9 $running 2>/dev/null; then
            wait $running 2>/dev/null
            killed=$((killed + 1))
            "$heddle" resume c >parts 2>&1 &
            continue
        fi
        wait $running
        break
    done
    cp parts .out
    [ -n "${SHOW-}" ] && echo "$* killed $killed: $(figures whole)"
    [ -n "$(figures whole)" ] && [ "$(figures whole)" = "$(figures parts)" ] && passed=$((passed + 1)) ||
        bad "not as in one piece ($killed times killed): $(figures whole)" "$*"
    # Once more from the last checkpoint, which lies somewhere inside.
    run "$heddle" resume c
    [ "$(figures whole)" = "$(figures .out)" ] && passed=$((passed + 1)) || bad "another end: $(figures whole)" "resume, $*"
}
resumes --engine dfs -DN=4 -DR=3
resumes --engine bfs -DN=4 -DR=3
resumes --engine dfs --store compact --max-memory 1500k -DN=4 -DR=3
[ "$KILLS" -gt 3 ] && resumes --engine bfs --store bitstate --store-size 1m --max-memory 3m -DN=4 -DR=3
[ "$KILLS" -gt 3 ] && resumes --engine dfs --max-depth 60 -DN=4 -DR=3
[ "$KILLS" -gt 3 ] && resumes --engine dfs --reduction store-visibility,heap-symmetry,sleep,superstep -DN=4 -DR=3
[ "$KILLS" -gt 3 ] && resumes --engine bfs -DN=6 -DR=2 -DDEADLOCK

# A limit ends the search, and it goes on.
expect 2 "--max-states" "$heddle" check -q --races off --checkpoint s --checkpoint-every 0.001s --max-states 2000 -DN=4 -DR=2 philosophers.c
expect 2 "--max-states" "$heddle" resume s

# An error after a break has its trace.
expect 1 "FAILED: deadlock" "$heddle" check --races off --engine bfs --checkpoint d --checkpoint-every 0.000001s -DN=4 -DDEADLOCK philosophers.c
cp .out whole
rm philosophers.trace
expect 1 "FAILED: deadlock" "$heddle" resume d
check_that "the same figures" test "$(figures whole)" = "$(figures .out)"
expect 1 "FAILED: deadlock" "$heddle" replay philosophers.trace

# What is damaged, cut or foreign is refused by one line.
refused() { # WHY FILE
    expect 65 "$1" "$heddle" resume "$2"
    check_that "one line" test "$(wc -l <.out)" = 1
}
head -c 1000 s >cut
refused "cut off" cut
head -c 3 s >short
refused "no checkpoint" short
cp s damaged
printf '\377' | dd of=damaged bs=1 seek=3000 conv=notrunc 2>/dev/null
refused "damaged" damaged
cat s s >twice
refused "damaged" twice
cp philosophers.c foreign
refused "no checkpoint" foreign
refused "No such file" nothing
cp philosophers.c kept.c
echo 'int another = 7; int more(void) { return another; }' >>philosophers.c
sed -i 's/return 0;/return more() - 7;/; 1i int more(void);' philosophers.c
refused "not the one that the checkpoint is of" s
cp kept.c philosophers.c
expect 2 "--max-states" "$heddle" resume s

# No room: the search goes on, and says so once.
expect 0 "VERIFIED" "$heddle" check --races off --engine dfs --checkpoint full --checkpoint-every 0.01s -DN=4 -DR=2 philosophers.c
cp full before
# shellcheck disable=SC2016
expect 0 "no checkpoint can be written to full: File too large" sh -c 'ulimit -f 2; exec "$@"' sh \
    "$heddle" check --races off --engine dfs --checkpoint full --checkpoint-every 0.01s -DN=4 -DR=2 philosophers.c
check_that "nothing is left beside it" test ! -e full.new
check_that "the one before is as it was" cmp full before
expect 64 "none/x: No such file or directory; --checkpoint needs" "$heddle" check --engine dfs --checkpoint none/x philosophers.c

# Usage.
expect 64 "--checkpoint-every needs --checkpoint" "$heddle" check --checkpoint-every 1s philosophers.c
expect 64 "-j" "$heddle" check --engine bfs -j 2 --checkpoint c philosophers.c
expect 64 "--ltl" "$heddle" check --checkpoint c --ltl 'G F true' philosophers.c
expect 64 "one checkpoint" "$heddle" resume
expect 0 "go on with a check" "$heddle" resume --help
