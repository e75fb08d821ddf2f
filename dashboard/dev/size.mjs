#!/usr/bin/env node
/** What the built dashboard weighs on the wire, and whether that is still little. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DASHBOARD_LIMIT = 150_000;
const SCRIPT_LIMIT = 2_000;

const sizes = readdirSync('dist', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath ?? entry.path, entry.name))
  .map(file => ({ file, raw: readFileSync(file).length, gzip: gzipSync(readFileSync(file), { level: 9 }).length }));
for (const { file, raw, gzip } of sizes)
  console.log(`${file.padEnd(44)} ${String(raw).padStart(8)} B ${String(gzip).padStart(8)} B gzip`);

const script = sizes.find(({ file }) => file.endsWith(join('js', 'script.js')));
const dashboard = sizes
  .filter(({ file }) => /\.(html|js|css|svg)$/.test(file) && file !== script?.file)
  .reduce((sum, { gzip }) => sum + gzip, 0);
console.log(
  `dashboard ${dashboard} B gzip (limit ${DASHBOARD_LIMIT}), tracking script ${script?.gzip} B gzip (limit ${SCRIPT_LIMIT})`,
);

const html = readFileSync('dist/index.html', 'utf8');
const inline = /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|(?:src|href)="https?:/i.test(html);
if (inline)
  console.error('index.html holds inline code, inline style or an address of another server; the policy forbids them');
if (inline || !script || dashboard > DASHBOARD_LIMIT || script.gzip > SCRIPT_LIMIT) process.exit(1);
