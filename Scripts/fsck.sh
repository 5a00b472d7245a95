# Checks a repository that a program may be keeping, for the scripts that read this file after they set `work`
# and define `fail`.

check_fsck() { # GIT-DIR: what git says stays in $work/fsck
  # Housekeeping may replace packs while git reads them: then git looks again.
  local status=1 packs=none
  while [ "$status" -ne 0 ] && [ "$packs" != "$(ls "$1/objects/pack")" ]; do
    packs=$(ls "$1/objects/pack")
    status=0
    git --git-dir="$1" fsck --strict --no-dangling > "$work/fsck" 2>&1 || status=$?
  done
  [ "$status" -eq 0 ] || fail "git fsck in $1: $(cat "$work/fsck")"
}
