#!/usr/bin/env node
/**
 * Writes src/api/contract.ts, the types of the server's API, from the server's openapi.yaml. With --check it compares
 * instead, and fails where the two differ.
 *
 *   node dev/contract.mjs [--check]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const API = new URL('../../server/src/main/resources/dev/varve/server/openapi.yaml', import.meta.url);
const TYPES = new URL('../src/api/contract.ts', import.meta.url);

// The generator lives in a workspace of its own, with the TypeScript that it needs.
const inWorkspace = createRequire(new URL('../contract/package.json', import.meta.url));
const generator = await import(pathToFileURL(inWorkspace.resolve('openapi-typescript')).href);
const { default: openapiTS, astToString } = generator.default?.default ? generator.default : generator;

const generated =
  '/** Generated from openapi.yaml by `npm run contract`. */\n\n' + astToString(await openapiTS(API, { silent: true }));
if (process.argv.includes('--check')) {
  const committed = await readFile(TYPES, 'utf8').catch(() => '');
  if (committed !== generated) {
    console.error(`${fileURLToPath(TYPES)} differs from openapi.yaml; run: npm run contract`);
    process.exit(1);
  }
} else {
  await writeFile(TYPES, generated);
}
