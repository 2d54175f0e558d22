# Help, lists and mistakes of usage.
. "$(dirname "$0")/lib"

golden help.txt 0 "$heddle" help
golden help-check.txt 0 "$heddle" help check
golden help-replay.txt 0 "$heddle" help replay
golden list-errors.txt 0 "$heddle" list errors
expect 0 "pthread_mutex_lock" "$heddle" list functions
expect 0 "--reduction" "$heddle" list options
expect 0 "ADD" "$heddle" list opcodes
expect 0 "heddle" "$heddle" version
expect 0 "heddle check program.c" "$heddle" --help

expect 64 "" "$heddle"
expect 64 "chekc" "$heddle" chekc
expect 64 "check" "$heddle" chekc
expect 64 "" "$heddle" check
expect 64 "--reductoin" "$heddle" check --reductoin none x.c
expect 64 "--reduction" "$heddle" check --reductoin none x.c
expect 64 "--engine" "$heddle" check --engine zfs x.c
expect 64 "--max-states" "$heddle" check --max-states lots x.c
expect 64 "--nondet-range" "$heddle" check --nondet-range 9..1 x.c
expect 64 "" "$heddle" list nothing
expect 64 "" "$heddle" replay

# Output that cannot be written is an error too.
echo 'int main(void) { return 0; }' >fine.c
expect 0 "VERIFIED" "$heddle" check fine.c
expect 64 "nowhere/x.json" "$heddle" check --json nowhere/x.json fine.c
