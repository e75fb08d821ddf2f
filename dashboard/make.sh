#!/bin/sh
# Builds the pages into dist. Does nothing where the last build is newer than what it was made from.
set -eu
cd "$(dirname "$0")"

sources='src script index.html package.json package-lock.json tsconfig.json vite.config.ts vite.script.config.ts make.sh'
if [ -f dist/index.html ] && [ -z "$(find $sources -newer dist/index.html -print)" ]; then
  exit 0
fi
if ! command -v npm >/dev/null; then
  echo "please install npm, or build with -Dexec.skip: the server then has no dashboard" >&2
  exit 1
fi
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules ]; then
  npm ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error
  touch node_modules
fi
npm run --silent build -- --logLevel error
touch dist/index.html
