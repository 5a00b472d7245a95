# Finds and installs Debian packages. Sourced by setup.sh and test.sh.

# What building needs. libgit2-dev brings the last two along; they are named because docmerge uses
# them itself.
build_packages=(git libgit2-dev libsqlite3-dev zlib1g-dev libmbedtls-dev libncurses-dev
  libcurl4-openssl-dev libtree-sitter-dev libminizip-dev
  libexpat1-dev)
# What the tests need besides.
test_packages=(diffutils groff-base mercurial fossil unison strace openssl openssh-client
  curl tmux zsh fish exfat-fuse exfatprogs git-remote-gcrypt gpg gpg-agent chromium
  chromium-driver python3-selenium libreoffice-writer libreoffice-calc libreoffice-impress python3-uno fonts-liberation2
  vim neovim emacs-nox nodejs pre-commit gettext python3)
# Servers of repositories, for the tests of syncing over ssh, http and https. They start serving when they
# are installed on a computer that boots, so only the tests in a container install them.
server_packages=(openssh-server lighttpd lighttpd-mod-openssl)

# Prints those of the packages that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      echo "$package"
    fi
  done
}

# Installs those of the packages that are missing, or says how to and fails.
install_packages() {
  local missing prefix=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "This is not Debian: make sure that you have $* (or what your system calls them)." >&2
    return 0
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [ ${#missing[@]} -eq 0 ]; then return 0; fi
  if [ "$(id -u)" -ne 0 ]; then
    prefix=(sudo)
    # No person is there to type a password.
    if [ ! -t 0 ]; then prefix+=(-n); fi
  fi
  echo "Installing ${missing[*]}" >&2
  if ! {
    "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q &&
      "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"
  } </dev/null >&2; then
    echo "Could not install them. As root: apt-get install ${missing[*]}" >&2
    return 1
  fi
}

# Whether nothing starts here when a package of a server is installed, as in a container.
installing_starts_nothing() {
  [ ! -d /run/systemd/system ] && [ ! -e /run/openrc/softlevel ] && [ "$(cat /proc/1/comm)" != init ]
}

# Prints the transports that the tests leave out, as GitServer.swift does, with commas between.
missing_transports() {
  local missing=()
  [ -x /usr/sbin/sshd ] || missing+=(ssh)
  [ -x /usr/sbin/lighttpd ] || missing+=(http)
  [ -x /usr/sbin/lighttpd ] && [ -e /usr/lib/lighttpd/mod_openssl.so ] || missing+=(https)
  local IFS=,
  echo "${missing[*]}"
}

# Stops with a hint where there is no Swift compiler.
need_swift() {
  if ! command -v swift >/dev/null; then
    echo "Swift 6.2 or later is missing: see https://www.swift.org/install/linux/" >&2
    return 1
  fi
}
