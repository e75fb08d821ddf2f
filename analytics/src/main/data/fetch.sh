#!/bin/sh
# Fetches the data files that the lock file names, and leaves what the module needs of them in TO/resources.
# Does nothing where the last run is newer than what it was made from.
set -eu

from=$1
to=$2

if [ -f "$to/done" ] && [ -z "$(find "$from" -newer "$to/done" -print)" ]; then
  exit 0
fi
if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
  echo "please install npm, or build with -Dexec.skip: no country is known then, and no bot" >&2
  exit 1
fi
rm -rf "$to"
mkdir -p "$to"
cp "$from/package.json" "$from/package-lock.json" "$to"
(cd "$to" && npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error)
node "$from/pack.mjs" "$to/node_modules" "$to/resources/dev/varve/analytics/enrich"
rm -rf "$to/node_modules"
touch "$to/done"
