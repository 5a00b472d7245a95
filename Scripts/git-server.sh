# A server of git repositories for one script, which reads this file after setting `top` and defines `fail`.
# `work` is a temporary folder with a home of its own, `binary` the program; `prepare_ssh` sets `command`,
# which serves $work/srv/notes.git, and `url`.
. "$top/Scripts/binary.sh"
work=$(mktemp -d)
export HOME=$work/home GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
mkdir -p "$HOME" "$work/srv"
server=
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')

prepare_ssh() {
  [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
  ssh-keygen -q -t ed25519 -N '' -f "$work/hostkey"
  ssh-keygen -q -t ed25519 -N '' -f "$work/key"
  cp "$work/key.pub" "$work/authorized"
  echo "[127.0.0.1]:$port $(cat "$work/hostkey.pub")" > "$work/known"
  cat > "$work/settings" <<END
ListenAddress 127.0.0.1
Port $port
HostKey $work/hostkey
AuthorizedKeysFile $work/authorized
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
MaxStartups 100
SetEnv GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
END
  printf '%s\n' "IdentityFile $work/key" "IdentitiesOnly yes" "UserKnownHostsFile $work/known" > "$work/client"
  export GIT_SSH_COMMAND="ssh -F $work/client"
  url=ssh://127.0.0.1:$port$work/srv/notes.git
  command=(/usr/sbin/sshd -D -f "$work/settings" -E "$work/log")
}

start_server() {
  # A session of its own, so that it is killed with all that it started.
  setsid "${command[@]}" &
  server=$!
  for ((wait = 0; wait < 1000; wait++)); do
    if (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then return; fi
    sleep 0.01
  done
  fail "the server does not start: $(cat "$work/log")"
}

stop_server() {
  if [ -n "$server" ]; then kill -9 -- "-$server" 2> /dev/null || true; fi
  if [ -n "$server" ]; then wait "$server" 2> /dev/null || true; fi
  server=
}
