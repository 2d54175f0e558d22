# What grows in one measure costs as much more and no more: the processor's time and memory have limits here
# that quadratic work, or events that are kept, would pass many times over.
. "$(dirname "$0")/lib"

cat >seconds <<'END'
ulimit -t "$1" # of the processor
shift
exec "$@"
END
cat >kilobytes <<'END'
ulimit -v "$1" # of addresses
shift
exec "$@"
END

ends() { # PROGRAM OPTIONS...: in 10 s of the processor
    program=$1
    shift
    expect 0 "VERIFIED" sh seconds 10 "$heddle" check --no-trace --engine dfs --races off "$@" "$root/tests/scalable/$program"
}

# The end of a call looks at the variables of that call.
ends recursion.c -DN=60000 --max-stack 70000
ends calls.c -DN=100000
ends lengths.c -DN=100000

# A list that everybody can reach is walked by the program, and by nobody else.
ends list_walk.c -DN=4000

# Of a thread that is alone no events are kept.
expect 0 "VERIFIED" sh kilobytes 1000000 "$heddle" check --engine dfs -DN=10000000 "$root/tests/scalable/prefix.c"
