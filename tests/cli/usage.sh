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

# What every command says of itself, of what it does not know, and of a file that is not there: one line, and the status.
one_line() { # STATUS COMMAND...
    wanted=$1
    shift
    "$@" >.words 2>.said </dev/null
    check_that "one line and status $wanted: $*" test "$? $(wc -l <.said) $(wc -c <.words)" = "$wanted 1 0"
}
for command in $("$heddle" help | sed -nE 's/^  ([a-z+]+) .*/\1/p'); do
    "$heddle" "$command" --help >.words 2>.said </dev/null
    check_that "heddle $command --help" test "$? $(wc -c <.said)" = "0 0"
    case $command in
    cc | c++ | version | list | help) continue ;; # the compiler says it itself; these take no file
    esac
    one_line 64 "$heddle" "$command" --nonsense
    case $command in
    native) one_line 65 "$heddle" native -- ./missing ;;
    *) one_line 65 "$heddle" "$command" missing.x ;;
    esac
done
one_line 65 "$heddle" asm missing.c
one_line 65 "$heddle" asm .
one_line 65 "$heddle" sim missing.casm
one_line 65 "$heddle" draw missing.casm
one_line 64 "$heddle" help nonsense
one_line 64 "$heddle" check --memory rc11 --keep-going 2 fine.c
for option in --trace --checkpoint --html --sarif --junit --witness; do
    one_line 64 "$heddle" check $option nowhere/x fine.c
done
"$heddle" check --no-trace --trace left.trace fine.c >/dev/null 2>&1
check_that "no empty trace is left" test ! -e left.trace
