#!/usr/bin/env bash
# Tests the hooks for pre-commit in real repositories. Scripts/editors.sh runs it.
set -euo pipefail

top=$(cd "$(dirname "$0")/../.." && pwd)
hooks=$DOCMERGE_TESTS/hooks
PATH=$(dirname "$DOCMERGE"):$PATH
export PRE_COMMIT_HOME=$DOCMERGE_TESTS/pre-commit PRE_COMMIT_COLOR=never
count=0

check() { # TITLE PATTERN STATUS COMMAND…
  local title=$1 pattern=$2 expected=$3 output status=0
  shift 3
  output=$("$@" 2>&1) || status=$?
  if [ "$status" -ne "$expected" ] || ! [[ $output =~ $pattern ]]; then
    printf '%s: status %s\n%s\n' "$title" "$status" "$output"
    exit 1
  fi
  count=$((count + 1))
}
try() { pre-commit try-repo "$hooks" "$@"; }

# pre-commit clones a repository with the hooks, so they have to be committed.
git init -q "$hooks"
mkdir -p "$hooks/Editors"
cp "$top/.pre-commit-hooks.yaml" "$hooks"
cp -r "$top/Editors/hooks" "$hooks/Editors"
git -C "$hooks" add .
git -C "$hooks" commit -qm hooks

check 'the manifest is valid' '' 0 pre-commit validate-manifest "$top/.pre-commit-hooks.yaml"

# Markers that were committed, in a file whose name is an option.
cd "$DOCMERGE_TESTS/diff3"
git merge --abort
check 'nothing to find' Passed 0 try docmerge-markers --all-files
cp "$DOCMERGE_TESTS/cases/diff3.txt" ./--staged
git add -- ./--staged
check 'markers' '--staged:2: conflict in diff3 style' 1 try docmerge-markers
git rm -q --cached -- ./--staged && rm ./--staged
check 'no merge' Passed 0 try docmerge-audit-merge

# A merge by hand that lost a line of theirs, and one that lost nothing.
cd "$DOCMERGE_TESTS/merge"
git add .
check 'markers in a merge' 'plan.md:3: conflict in merge style' 1 try docmerge-markers
git checkout -q HEAD -- .
check 'a lost line' $'plan.md:\n.*insertion lost: theirs, line 8: “lamp”' 1 try docmerge-audit-merge
check 'hooks are skipped' Skipped 0 env SKIP=docmerge-audit-merge pre-commit try-repo "$hooks" docmerge-audit-merge
cp "$DOCMERGE_TESTS"/expected/* .
git add .
check 'nothing lost' Passed 0 try docmerge-audit-merge

# The hook as git runs it, and merge commits as a server checks them.
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $hooks
    rev: $(git -C "$hooks" rev-parse HEAD)
    hooks:
      - id: docmerge-markers
      - id: docmerge-audit-merge
END
git add .pre-commit-config.yaml
check 'installed' 'installed at' 0 pre-commit install
check 'git commits' Passed 0 git commit -m merge
check 'a merge commit' '^$' 0 "$hooks/Editors/hooks/audit-merge.sh" HEAD
lossy=$(git commit-tree -p HEAD^1 -p HEAD^2 -m lossy 'HEAD^1^{tree}')
check 'a lossy merge commit' 'package.json:' 1 "$hooks/Editors/hooks/audit-merge.sh" HEAD "$lossy"
check 'no merge commit' '^$' 0 "$hooks/Editors/hooks/audit-merge.sh" HEAD^1

# Files without lines to compare: a deletion, a link, binary files; and an odd name.
git checkout -q -b odd HEAD
mkdir odd && printf 'a\0b' >odd/bytes && ln -s a odd/link && echo a >odd/gone && echo a >$'odd/\n"name*'
git add . && git commit -qm base
git checkout -q -b left && printf 'a\0c' >odd/bytes && ln -sf b odd/link && echo b >odd/gone && echo b >$'odd/\n"name*'
git commit -qam ours
git checkout -q -b right HEAD^ && printf 'a\0c' >odd/bytes && ln -sf c odd/link && git rm -q odd/gone && echo c >$'odd/\n"name*'
git commit -qam theirs
git merge -q left >/dev/null || true
git add . && echo c >$'odd/\n"name*' && git add .
check 'odd files' 'name\*:' 1 "$hooks/Editors/hooks/audit-merge.sh"
printf 'a\0d' >odd/bytes && git add .
check 'bytes of no side' 'not text' 2 "$hooks/Editors/hooks/audit-merge.sh"
echo "$count checks"
