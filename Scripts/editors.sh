#!/usr/bin/env bash
# Tests the editor integrations and hooks of Editors/ in the editors themselves.
#
# Usage: Scripts/editors.sh [vim | nvim | emacs | vscode | hooks ...]        (all by default)
#
# Each editor opens the same files with conflicts, and keeps ours, theirs, the base and both; its results must
# equal those of `docmerge resolve`, byte for byte. In real git repositories it asks docmerge for suggestions
# and marks files as resolved. Needs git and the program (DOCMERGE, or .build/debug/docmerge), and vim, nvim,
# emacs (emacs-nox), node (nodejs) and pre-commit. The script names a missing one and
# fails. Ends with 0 when none was missing and all tests passed.
set -uo pipefail

top=$(cd "$(dirname "$0")/.." && pwd)
DOCMERGE=$(realpath "${DOCMERGE:-$top/.build/debug/docmerge}")
[ -x "$DOCMERGE" ] || { echo "build first: swift build" >&2; exit 2; }
export DOCMERGE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 HOME=$work/home GIT_CONFIG_NOSYSTEM=1 XDG_CONFIG_HOME=$work/home/.config GIT_EDITOR=true
unset GIT_CONFIG_GLOBAL GIT_DIR GIT_INDEX_FILE VIMINIT NODE_OPTIONS
mkdir -p "$HOME"
git config --global user.name Test
git config --global user.email test@example.org
git config --global init.defaultBranch main
git config --global advice.detachedHead false

# MARK: Files with conflicts

# printf writes them, because some have no newline at the end.
cases() { # FOLDER
  mkdir -p "$1"
  printf 'a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\nb\n' >"$1/merge.txt"
  printf 'a\n<<<<<<< HEAD\nx\n||||||| 1234567\no\n=======\ny\nz\n>>>>>>> topic\nb\n' >"$1/diff3.txt"
  printf '<<<<<<< HEAD\nx\n||||||| base\n=======\ny\n>>>>>>> topic\nb\n' >"$1/start.txt"
  printf 'a\n<<<<<<< HEAD\nx\n||||||| base\no\n=======\n>>>>>>> topic' >"$1/end.txt"
  printf 'a\n<<<<<<< HEAD\nx\n||||||| base\no\n=======\ny\n>>>>>>> topic\nlast' >"$1/last.txt"
  printf '<<<<<<< HEAD\n=======\ny\n>>>>>>> topic\n' >"$1/whole.txt"
  printf '<<<<<<<\nx\n|||||||\no\n=======\ny\n>>>>>>>\n' >"$1/bare.txt"
  printf 'a\r\n<<<<<<< HEAD\r\nx\r\n||||||| base\r\no\r\n=======\r\ny\r\n>>>>>>> topic\r\nb\r\n' >"$1/crlf.txt"
  printf 'a\r\n<<<<<<< HEAD\nx\r\n||||||| base\no\r\n=======\ny\r\n>>>>>>> topic\nb\n' >"$1/mixed.txt"
  printf '<<<<<<< A\nx\n=======\ny\n>>>>>>> B\n<<<<<<< A\nv\n||||||| O\no\n=======\nw\n>>>>>>> B\n' >"$1/two.txt"
  printf '<<<<<<<<< A\nx\n<<<<<<< no marker\n========= \n>>>>>>> nor this\n=========\ny\n>>>>>>>>> B\n' >"$1/long.txt"
  printf '<<<<<<< A\nTitle\n=======\nx\n||||||| O\no\n=======\ny\n>>>>>>> B\n' >"$1/heading.txt"
  printf 'Title\n=======\n\n<<<<<<< A\nx\n=======\ny\n>>>>>>> B\n' >"$1/outside.txt"
  printf '<<<<<<< A\nx\n<<<<<<< B\nv\n=======\nw\n>>>>>>> B\n=======\ny\n>>>>>>> A\n' >"$1/nested.txt"
  printf '<<<<<<< A\nx\n\n<<<<<<< A\nx\n=======\ny\n>>>>>>> B\n' >"$1/unfinished.txt"
  printf '<<<<<<< A\nx\n=======\ny\n=======\nz\n>>>>>>> B\nb\n' >"$1/doubled.txt"
  printf 'no conflict\n' >"$1/none.txt"
  printf '<<<<<<< A\n\xc3\xa4\xf0\x9f\x98\x80\n||||||| O\n\xe2\x82\xac\n=======\n\xc3\xb6\n>>>>>>> B\n' >"$1/utf-8.txt"
  local file side
  for file in "$1"/*.txt; do
    for side in ours theirs base both; do
      cp "$file" "$file.$side"
      # Without a base, or with broken markers, the file stays as it is and the status is 1.
      (cd "$1" && "$DOCMERGE" resolve "$file.$side" "--$side") >/dev/null 2>&1
    done
  done
}

# MARK: Repositories in which git stopped

plan() { printf '# Trip\n\nWe meet on %s in the %s.\n\nmiddle\n\n- tent\n%s' "$@"; }
package() { printf '{\n  "name": "x",\n  "scripts": {\n    "build": "make"%s\n  }\n}\n' "$1"; }
write() { # DAY PLACE ITEM SCRIPT
  plan "$1" "$2" "$3" >plan.md
  plan "$1" "$2" "$3" | sed 's/$/\r/' >crlf.md
  plan "$1" "café and $2" "$3" | iconv -f utf-8 -t latin1 >latin1.md
  package "$4" >package.json
}
repository() { # FOLDER STYLE
  git init -q "$1"
  cd "$1" || exit 2
  write Monday hall '' '' && git add . && git commit -qm base
  git checkout -qb topic
  write Monday 'small hall' $'- lamp\n' $',\n    "lint": "l"' && git commit -qam theirs
  git checkout -q main
  write Friday hall $'- stove\n' $',\n    "test": "t"' && git commit -qam ours
  git -c merge.conflictStyle="$2" merge -q topic >/dev/null && { echo "git merged" >&2; exit 2; }
  cd "$top" || exit 2
}

# Writes the files for one editor into a folder of its own, because the editor changes them.
prepare() { # FOLDER
  cases "$1/cases"
  mkdir "$1/expected"
  (cd "$1/expected" && write Friday 'small hall' $'- stove\n- lamp\n' $',\n    "test": "t",\n    "lint": "l"')
  local style
  for style in merge diff3 zdiff3; do (repository "$1/$style" $style) || exit 2; done
}

# MARK: Running

failed=0
missing=()
run() { # NAME PROGRAM COMMAND…
  local name=$1 program=$2
  shift 2
  if ! command -v "$program" >/dev/null; then
    echo "MISSING  $name: $program is not installed"
    missing+=("$program")
    return
  fi
  export DOCMERGE_TESTS=$work/$name
  prepare "$DOCMERGE_TESTS"
  local status=0
  (cd "$DOCMERGE_TESTS" && "$@") >"$work/$name.log" 2>&1 </dev/null || status=$?
  if [ "$status" -eq 0 ]; then
    echo "ok       $name: $(tail -n 1 "$work/$name.log") ($(version "$program"))"
  else
    echo "FAILED   $name, status $status"
    sed 's/^/         /' "$work/$name.log"
    failed=1
  fi
}
version() { "$1" --version | head -n 1; }

vim_tests() {
  local log=$DOCMERGE_TESTS/log status=0
  DOCMERGE_LOG=$log timeout 120 "$@" -S "$top/Editors/tests/vim.vim" || status=$?
  cat "$log"
  return "$status"
}
emacs_tests() {
  cp "$top/Editors/emacs/docmerge.el" "$DOCMERGE_TESTS"
  emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' \
    -f batch-byte-compile "$DOCMERGE_TESTS/docmerge.el" &&
    timeout 120 emacs -Q --batch -L "$DOCMERGE_TESTS" -l "$top/Editors/tests/emacs.el" \
      -f ert-run-tests-batch-and-exit && grep -c ert-deftest "$top/Editors/tests/emacs.el" |
    sed 's/$/ tests/'
}
vscode_tests() {
  local file
  for file in conflicts extension; do
    # Each test changes the files.
    cp -r "$DOCMERGE_TESTS" "$work/vscode-$file"
    DOCMERGE_TESTS=$work/vscode-$file timeout 120 node --test --test-reporter=tap \
      "$top/Editors/tests/vscode/$file.test.js" || return
  done
  echo 'both parts'
}

[ $# -gt 0 ] || set -- vim nvim emacs vscode hooks
for name in "$@"; do
  case $name in
    vim) run vim vim vim_tests vim -Nu NONE -i NONE -es ;;
    nvim) run nvim nvim vim_tests nvim --headless -u NONE -i NONE -es ;;
    emacs) run emacs emacs emacs_tests ;;
    vscode) run vscode node vscode_tests ;;
    hooks) run hooks pre-commit "$top/Editors/tests/hooks.sh" ;;
    *) echo "no such editor: $name" >&2; exit 2 ;;
  esac
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "Not tested without ${missing[*]}."
  exit 1
fi
exit "$failed"
