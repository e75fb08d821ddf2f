# Sourced by ./varve and by bin/varve of the distribution, in any POSIX shell.

# Prints the name of the file with options of Java for a command.
options_file() { # ARGUMENT...
  for word in "$@"; do
    case $word in
      -*) continue ;;
      # These run for long: they need Java's slower and better compiler, and its collector for big heaps.
      serve | demo | import | export | rollup | db | backup | restore) echo server.jvm && return ;;
      *) break ;;
    esac
  done
  echo command.jvm
}
