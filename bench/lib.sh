# What bench/run, bench/growth and bench/papers/run share.  $work is a folder of the caller's, $page the file
# of docs that gets its tables.

now() { date +%s.%N; }

calc() { awk "BEGIN {printf \"%.$1f\", $2}"; }

member() { # NAME: of the JSON report
    sed -n "s/^ *\"$1\": *\([0-9.]*\).*/\1/p" "$work/json" | head -n 1
}

# The least wall-clock time of so many runs, in seconds.
least() { # RUNS COMMAND...
    runs=$1 best=
    shift
    while [ "$runs" -gt 0 ]; do
        start=$(now)
        "$@" >/dev/null 2>&1
        best=$(echo "$(now) $start ${best:-1000000}" | awk '{t = $1 - $2; print t < $3 ? t : $3}')
        runs=$((runs - 1))
    done
    echo "$best"
}

# The processor's seconds that a command takes, with what it starts: clang's are among them.
cpu() { # COMMAND...
    # shellcheck disable=SC2016
    sh -c '"$@" >/dev/null 2>&1; times' sh "$@" | tail -n 1 | tr 'ms' '  ' | awk '{print $1 * 60 + $2 + $3 * 60 + $4}'
}

# Numbers of more than three digits get commas.
commas() {
    sed ':again
        s/\([0-9]\)\([0-9]\{3\}\)\([^0-9]\|$\)/\1,\2\3/
        t again'
}

# Puts a table between the markers of its name.
into() { # PAGE NAME <TABLE
    cat >"$work/table"
    awk -v name="$2" -v table="$work/table" '
        index($0, "<!-- begin " name " -->") {
            print
            print ""
            while ((getline row < table) > 0) print row
            print ""
            skipping = found = 1
        }
        index($0, "<!-- end " name " -->") { skipping = 0 }
        !skipping { print }
        END { exit !found }' "$1" >"$work/page" || {
        echo "bench: $1 has no place for $2" >&2
        exit 70
    }
    cp "$work/page" "$1"
}

# A picture of rows SERIES, X and Y with tabs between them.
picture() { # FILE.svg TITLE XLABEL YLABEL <DATA
    awk -v title="$2" -v xlabel="$3" -v ylabel="$4" -f bench/chart.awk >"$1"
}
