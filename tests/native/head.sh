# The head of the scripts of this folder, which source it: where things are, an empty folder to work in, and counts.
# shellcheck shell=sh disable=SC2034
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mode=${1:-test}
[ $# = 0 ] || shift
heddle=${HEDDLE:-$root/build/heddle}
work=$(mktemp -d "${TMPDIR:-/tmp}/heddle-$(basename "$0" .sh).XXXXXX") || exit 70
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 70
passed=0 failed=0

pass() { passed=$((passed + 1)); }
miss() { # WHAT
    failed=$((failed + 1))
    echo "FAIL $1"
}

# The first two words of a verdict: `FAILED deadlock`.
short() {
    sed -nE 's/^(VERIFIED|UNKNOWN):.*/\1/p; s/^FAILED: ([a-z-]+).*/FAILED \1/p' | tail -n 1
}

same() { # WHAT GOT WANTED
    if [ "$2" = "$3" ]; then pass; else miss "$1: $2, not $3"; fi
}

# The exit status and a pattern that the output must have.
expect() { # STATUS PATTERN WHAT COMMAND...
    status=$1 pattern=$2 what=$3
    shift 3
    "$@" >out 2>&1
    got=$?
    if [ $got = "$status" ] && { [ -z "$pattern" ] || grep -qE -e "$pattern" out; }; then
        pass
    else
        miss "$what: status $got, output:"
        sed 's/^/    /' out | head -n 20
    fi
}

# The last line of a script.
finish() {
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}
