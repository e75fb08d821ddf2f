# Sourced by check, bench and varve, which set $root: finds the tools, builds a module when sources
# changed, starts it.

# Directories count as well as files: a deleted or renamed source changes only its directory.
is_stale() { # RUN
  [[ ! -f $1/java ]] || [[ -n $(cd "$root" && find . -mindepth 1 \( -name target -o -name node_modules -o -name dist -o -name '.*' \) -prune -o \
    \( -path '*/src/main*' -o -path './dashboard/src*' -o -path './dashboard/script*' -o -name pom.xml \) -newer "$1/classpath" -print -quit) ]]
}

apt_install() { # PACKAGE
  local sudo=()
  command -v apt-get >/dev/null || { echo "please install $1" >&2 && exit 1; }
  ((EUID == 0)) || sudo=(sudo)
  "${sudo[@]}" apt-get update -qq >&2
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >&2
}

need_tools() {
  local major
  major=$("${JAVA_HOME:+$JAVA_HOME/bin/}javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p') || major=0
  if ((${major:-0} < 17)); then
    apt_install openjdk-17-jdk-headless || apt_install default-jdk-headless
    JAVA_HOME=$(ls -d /usr/lib/jvm/java-17-openjdk-* /usr/lib/jvm/default-java 2>/dev/null | head -1)
    export JAVA_HOME
  fi
  command -v mvn >/dev/null || apt_install maven
  # Fetches data of others that the analytics module is built with, and builds the dashboard; brings node.
  command -v npm >/dev/null || apt_install npm
  need_node
}

# Debian's node may be older than the one that builds the dashboard: then one comes from npm, for this
# project alone.
need_node() {
  local own=$root/target/node/node_modules cpu
  if [[ -x $own/node/bin/node ]]; then
    PATH=$own/node/bin:$own/.bin:$PATH
  elif ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)'; then
    echo "fetching node 22: $(node --version) is too old to build the dashboard" >&2
    cpu=$(node -p process.arch)
    npm install --prefix "$root/target/node" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
      "node@npm:node-linux-$cpu@22" npm@11 >&2
    PATH=$own/node/bin:$own/.bin:$PATH
  fi
  export PATH
}

need_browser() {
  [[ -n ${CHROMIUM:-} ]] || [[ -x /usr/bin/chromium ]] || apt_install chromium
}

maven() {
  (cd "$root" && mvn -B -ntp -Dstyle.color=never "$@" </dev/null)
}

java_tool() { # TOOL ARGUMENT...
  "${JAVA_HOME:+$JAVA_HOME/bin/}$1" "${@:2}"
}

# Makes RUN a link to fresh copies of the classes of the module and of the modules it needs, with a class
# path over them and the libraries. Copies, because a long run must survive the next build. Jars, because
# Java archives no classes of directories.
build() { # MODULE RUN
  local target=$root/$1/target copy entry module path=() more
  need_tools
  mkdir -p "$target" && touch "$target/started"
  if ! maven -q -pl "$1" -am compile dependency:build-classpath \
    -DincludeScope=runtime -Dmdep.outputFile=target/libraries >"$target/build.log" 2>&1; then
    cat "$target/build.log" >&2
    exit 1
  fi
  remove_unused "$target"
  copy=$(mktemp -d "$target/run-XXXXXX")
  IFS=: read -ra path <<<"$target/classes:$(<"$target/libraries")"
  for entry in "${!path[@]}"; do
    if [[ ${path[entry]} == "$root"/*/target/classes ]]; then
      module=$(basename "${path[entry]%/target/classes}")
      more=()
      if [[ $module == cli ]]; then
        # Read by "varve version".
        mkdir -p "$copy/more/dev/varve/cli" && commit >"$copy/more/dev/varve/cli/commit.txt"
        more=(-C "$copy/more" dev/varve/cli/commit.txt)
      fi
      java_tool jar --create --no-compress --file "$copy/$module.jar" -C "${path[entry]}" . "${more[@]}"
      path[entry]=$copy/$module.jar
    fi
  done
  (IFS=: && echo "${path[*]}") >"$copy/classpath"
  if declare -F after_build >/dev/null; then after_build "$copy" >"$target/after-build.log" 2>&1 || true; fi
  echo "${JAVA_HOME:-}" >"$copy/java"
  # As old as the start of the build: what was edited meanwhile is newer.
  touch -r "$target/started" "$copy/classpath"
  ln -sfn "${copy##*/}" "$2"
}

# Removes copies of earlier builds. Who runs one holds a lock on it.
remove_unused() { # TARGET
  local copy
  command -v flock >/dev/null || return 0
  for copy in "$1"/run-*/; do
    if [[ -n $(find "$copy" -maxdepth 0 -mmin +5 2>/dev/null) ]] && flock -n "$copy/classpath" true; then
      rm -rf "$copy"
    fi
  done
}

# Builds the module if sources changed since its last build, and sets $run to the folder of the build. One process
# builds, the others wait for it. Locks the folder, so that nobody removes it.
need_build() { # MODULE
  local module=$1
  run=$root/$module/target/run
  if is_stale "$run"; then
    echo "building $module: first use, or sources changed" >&2
    exec 9<"$root/.mvn"
    if command -v flock >/dev/null; then flock 9; fi
    if is_stale "$run"; then build "$module" "$run"; fi
    exec 9<&-
  fi
  # The path itself: the link may lead elsewhere by the next line.
  run=$(readlink -f "$run")
  exec 8<"$run/classpath"
  if command -v flock >/dev/null; then flock -s 8; fi
  JAVA_HOME=$(<"$run/java")
}

# Replaces the shell by the module's main class. Scripts may define after_build COPY, which may fail, and java_options
# RUN, which prints options of the JVM, one in a line.
start() { # MODULE MAIN ARGUMENT...
  local module=$1 main=$2 run options=() given=()
  shift 2
  need_build "$module"
  if declare -F java_options >/dev/null; then mapfile -t options < <(java_options "$run" "$@"); fi
  read -ra given <<<"${VARVE_JAVA_OPTIONS:-}"
  options+=("${given[@]}")
  exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" "${options[@]}" -cp "$(<"$run/classpath")" "$main" "$@"
}

# Prints the commit of the checkout, and "modified" if files differ from it; nothing outside of a checkout.
commit() {
  local id
  id=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null) || return 0
  if [[ -n $(git -C "$root" status --porcelain 2>/dev/null) ]]; then id+=' modified'; fi
  echo "$id"
}
