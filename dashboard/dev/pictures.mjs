#!/usr/bin/env node
/**
 * Makes the pictures that the README shows, from a running demo:
 *
 *   npm run pictures -- http://127.0.0.1:8080 [--path /] [--out ../docs/images]
 *
 * Writes `dashboard-light.png` and `dashboard-dark.png`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from './chromium.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    path: { type: 'string', default: '/' },
    out: { type: 'string', default: join(import.meta.dirname, '..', '..', 'docs', 'images') },
  },
});
const base = positionals[0] ?? 'http://127.0.0.1:8080';
mkdirSync(values.out, { recursive: true });

const browser = await launch();
for (const scheme of ['light', 'dark']) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await page.goto(base + values.path);
  await page.waitForSelector('main');
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  // Charts draw themselves after their data has arrived.
  await page.waitForTimeout(1500);
  const path = join(values.out, `dashboard-${scheme}.png`);
  await page.screenshot({ path });
  console.log(path);
  await page.close();
}
await browser.close();
