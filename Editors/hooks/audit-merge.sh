#!/usr/bin/env bash
# Checks with `docmerge audit-merge` that merges have the changes of both sides.
#
# Usage: audit-merge.sh                 the merge that is about to be committed; nothing outside of a merge
#        audit-merge.sh COMMIT…         merge commits, such as $(git rev-list --merges main..)
#
# The script checks files that both sides changed and the result contains. It does not check deletions, links,
# submodules, merges of more than two commits, and merges with several merge bases. Text that neither side has
# is a finding, too; to commit it on purpose, skip the check. Ends with 0 if nothing was found,
# 1 if something was, 2 if it could not run.
set -euo pipefail

docmerge=${DOCMERGE:-docmerge}
command -v "$docmerge" >/dev/null || { echo "docmerge is not installed" >&2; exit 2; }
cd "$(git rev-parse --show-toplevel)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Writes a version of a file, or fails if the version has no regular file at the path.
extract() { # TREE PATH FILE        (the tree '' is the index)
  local entry
  if [ -n "$1" ]; then
    entry=$(git --literal-pathspecs ls-tree --full-tree "$1" -- "$2")
  else
    entry=$(git --literal-pathspecs ls-files --stage -- "$2")
  fi
  [[ $entry == 100* ]] || return 1
  # `git cat-file` knows the name of the index as :PATH; filters are not applied on any side.
  git cat-file blob "$1:$2" >"$3"
}

audit_file() { # BASE OURS THEIRS RESULT PATH
  local name=${5##*/} side status=0
  mkdir -p "$work"/{base,ours,theirs,result}
  extract "$2" "$5" "$work/ours/$name" && extract "$3" "$5" "$work/theirs/$name" &&
    extract "$4" "$5" "$work/result/$name" || return 0
  extract "$1" "$5" "$work/base/$name" || : >"$work/base/$name"
  "$docmerge" audit-merge "$work"/{base,ours,theirs,result}/"$name" >"$work/receipt" 2>&1 || status=$?
  # A file that is not text has to be that of one side.
  if [ "$status" -eq 2 ] && is_of_one_side "$name"; then status=0; fi
  if [ "$status" -ne 0 ]; then
    printf '%s:\n' "$5"
    sed 's/^/  /' "$work/receipt"
  fi
  [ "$status" -le "$failed" ] || failed=$status
}

is_of_one_side() { # NAME
  cmp -s "$work/ours/$1" "$work/result/$1" || cmp -s "$work/theirs/$1" "$work/result/$1"
}

changed() { # OLD NEW
  git diff --name-only --no-renames -z "$1" "$2" | sort -z
}

audit() { # OURS THEIRS RESULT
  local bases path
  mapfile -t bases < <(git merge-base --all "$1" "$2")
  if [ ${#bases[@]} -ne 1 ]; then
    echo "Not checked: ${#bases[@]} merge bases of $1 and $2." >&2
    return
  fi
  while IFS= read -r -d '' path; do
    audit_file "${bases[0]}" "$1" "$2" "$3" "$path"
  done < <(comm -z -12 <(changed "${bases[0]}" "$1") <(changed "${bases[0]}" "$2"))
}

parents() { # NAME COMMIT…
  local name=$1
  shift
  if [ $# -gt 2 ]; then
    echo "Not checked: $name merges more than two commits." >&2
  elif [ $# -eq 2 ]; then
    audit "$@" "$result"
  fi
}

if [ $# -eq 0 ]; then
  result=
  heads=$(git rev-parse --git-path MERGE_HEAD)
  [ -f "$heads" ] || exit 0
  mapfile -t commits <"$heads"
  parents 'this merge' "$(git rev-parse HEAD)" "${commits[@]}"
fi
for commit in "$@"; do
  result=$(git rev-parse --verify "$commit^{commit}")
  mapfile -t commits < <(git rev-parse "$commit^@")
  parents "$commit" "${commits[@]}"
done
exit "$failed"
