#!/bin/sh
# runtime/functions.def lists exactly what the runtime defines for programs: no name is missing, none is
# there in the table alone.  Names with two leading underscores are the headers' and the compiler's own.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

sed -n 's/^\(FUNCTION\|OPERATION\)(\([A-Za-z0-9_]*\), "[^"]*", \([0-9], \)*"\(.*\)")$/\2 \4/p' runtime/functions.def |
    grep -v -e ' computed by the machine$' -e '^[a-z_]* a macro' | cut -d' ' -f1 | sort >"$here/table"
for runtime in runtime64.bc runtime32.bc; do
    llvm-nm-19 --defined-only "$build/$runtime" | sed -n 's/.* [TW] //p' |
        grep -E -v '^__($|[^VEC]|[VEC][^ESP])' | sort >"$here/runtime"
    if ! diff "$here/table" "$here/runtime" >"$here/difference"; then
        echo "runtime/functions.def and $runtime differ (< table only, > runtime only):"
        cat "$here/difference"
        exit 1
    fi
done
echo "functions: $(wc -l <"$here/table") listed, all defined"
