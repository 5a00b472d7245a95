# What the benchmarks in shell share; they read this file after setting `work`, a temporary folder: the program,
# a home of its own, the time, and medians.
top=$(cd "$(dirname "$0")/.." && pwd)
docmerge=${DOCMERGE_BINARY:-$top/.build/release/docmerge}
[ -x "$docmerge" ] || { echo "build first: swift build -c release --static-swift-stdlib" >&2; exit 2; }
export HOME=$work/home GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME"
git config --global user.name Bench
git config --global user.email bench@example.org
git config --global init.defaultBranch main
git config --global gc.auto 0

now() { date +%s%N; }
median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
