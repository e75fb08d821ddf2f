# Sourced by ./varve: writes the distribution, a tarball that needs nothing but Java on the server.

# Prints the path of the tarball. The same commit gives the same bytes, with the same Java, tar and gzip.
package() { # [-o DIR]
  local run out=$root/target usage='usage: ./varve package [-o DIR]' version name work home java date
  while (($#)); do
    case $1 in
      -o) (($# > 1)) || { echo "$usage" >&2 && return 2; } && out=$2 && shift 2 ;;
      -h | --help)
        printf '%s\n' "$usage" '' 'Writes varve-VERSION.tar.gz into target/ or DIR: jars, start script, example of a config file, systemd' \
          'unit, Dockerfile and alert rules for Prometheus. A server needs nothing else but Java 17 or newer.'
        return
        ;;
      *) echo "$usage" >&2 && return 2 ;;
    esac
  done
  need_build cli
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  version=$("$java" "@$root/.build/command.jvm" -cp "$(<"$run/classpath")" dev.varve.cli.Main --version)
  name=varve-${version#varve }
  work=$(mktemp -d)
  # The folder as it is now: at the end of the script the variable is gone.
  trap "rm -rf $(printf %q "$work")" EXIT
  home=$work/$name
  mkdir -p "$home/bin" "$home/lib" "$home/conf" "$out"
  "$java" "@$root/.build/command.jvm" "$root/.build/Libraries.java" "$root" "$(<"$run/classpath")" "$home/lib" "$(commit)"
  cp "$root/.build/options.sh" "$root/.build/server.jvm" "$root/.build/command.jvm" "$home/lib"
  cp "$root/.build/distribution/varve" "$home/bin"
  chmod 755 "$home/bin/varve"
  cp "$root/.build/distribution/varve.service" "$root/docs/prometheus-alerts.yml" "$home/conf"
  cp "$root/.build/distribution/Dockerfile" "$root/.build/distribution/README.md" "$root/LICENSE" "$home"
  # The folder of the unit and of the image; all other options are comments.
  "$home/bin/varve" config | sed 's|^#data = .*|data = /var/lib/varve/data|' >"$home/conf/varve.properties"
  grep -q '^data = ' "$home/conf/varve.properties"
  date=$(git -C "$root" log -1 --format=%ct 2>/dev/null) || date=0
  chmod -R u=rwX,go=rX "$home"
  tar -C "$work" --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" |
    gzip --no-name --fast >"$out/$name.tar.gz.new"
  mv "$out/$name.tar.gz.new" "$out/$name.tar.gz"
  echo "$out/$name.tar.gz"
}
