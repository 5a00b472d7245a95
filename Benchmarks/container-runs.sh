# What the benchmarks of containers share; they read this file after setting `count`, `runs` and `work`, a
# temporary folder: documents, and medians of runs as ratios.
. "$(dirname "$0")/home.sh"

documents() { # FOLDER COUNT
  mkdir -p "$1"
  (cd "$1" && awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) {
      folder = sprintf("d%03d", i / 100)
      if (i % 100 == 0) system("mkdir -p " folder)
      file = folder "/note " i ".md"
      for (j = 0; j < 10; j++) printf "# Note %d\n\nSome text, %d times %d.\n", i, i * 7919, j > file
      close(file) } }')
}

time_of() { # COMMAND…: nanoseconds; exit status 1 (conflicts) is fine
  local start
  start=$(now)
  "$@" > "$work/output" 2>&1 || [ $? -eq 1 ] || { cat "$work/output" >&2; exit 2; }
  echo $(($(now) - start))
}

failed=0
row() { # TITLE LIMIT: the median of the array `ours` against that of `peer`
  awk -v t="$1" -v l="$2" -v a="$(printf '%s\n' "${ours[@]}" | median)" \
    -v b="$(printf '%s\n' "${peer[@]}" | median)" 'BEGIN {
    r = a / b; printf "%-62s %6.2f  (limit %s)  %s\n", t, r, l, r <= l ? "ok" : "OVER"; exit r > l }' \
    || failed=1
}
