#!/usr/bin/env node
/**
 * Looks at every page, wide and narrow, light and dark, and fails on errors, refused styles or scripts, and pages wider
 * than the screen.
 *
 *   node dev/screenshots.mjs [URL of a server] [--out shots] [--only fleet,table] [--token T] [--device ID] [--site ID]
 *
 * Without a URL it starts the generated data and also looks at the empty, loading and failing states.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from './chromium.mjs';
import { serve } from './fixtures.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    only: { type: 'string' },
    token: { type: 'string' },
    device: { type: 'string' },
    site: { type: 'string' },
  },
});
const out = values.out ?? 'shots';
mkdirSync(out, { recursive: true });

const own = positionals[0] ? null : await serve({ port: 0 });
const base = positionals[0] ?? own.url;
// A device with something to see, or any.
const device =
  values.device ??
  (await firstOf('anomalies', 'deviceId', 'from=-20h')) ??
  (await firstOf('devices', 'deviceId')) ??
  'none';
const site = values.site ?? (await firstOf('sites', 'siteId')) ?? 'none';
const PAGES = {
  fleet: '/',
  'fleet-filtered': '/?q=hall&sort=temperature',
  device: `/devices/${device}`,
  'device-week': `/devices/${device}?range=7d&fields=temperature,humidity,battery`,
  'device-quarter': `/devices/${device}?range=90d&fields=temperature`,
  'device-table': `/devices/${device}?range=7d&view=table`,
  sites: '/sites',
  site: `/sites/${site}`,
  'site-today': `/sites/${site}?period=today&metric=pageViews&filters=country:is:DE%7CUS;source:is:Google`,
  'site-realtime': `/sites/${site}?view=realtime`,
  shared: `/shared/${site}#public`,
  'shared-locked': `/shared/${site}#locked`,
  'shared-gone': `/shared/${site}#gone`,
  alerts: '/alerts',
  'alerts-history': '/alerts?status=resolved',
  table: '/table',
  'table-site': `/table?partition=SITE%23${site}&from=STATS%23&view=items`,
  nowhere: '/nowhere',
};
const STATES = {
  empty: { empty: true, devices: 0 },
  failing: { fail: true },
  loading: { slow: 20_000 },
  token: { token: 'secret' },
};
const STATE_PAGES = ['fleet', 'device', 'sites', 'site', 'alerts', 'table'];
const SCREENS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

async function firstOf(list, id, more = '') {
  const headers = values.token ? { Authorization: 'Bearer ' + values.token } : {};
  const answer = await (await fetch(`${base}/api/v1/${list}?limit=1&${more}`, { headers })).json();
  const first = answer[list]?.[0]?.[id];
  return first && encodeURIComponent(first);
}

const browser = await launch();
const problems = [];

async function shoot(base, name, address, { screen, scheme, quiet = false, wait = 900 }) {
  const context = await browser.newContext({
    viewport: SCREENS[screen],
    colorScheme: scheme,
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  if (values.token) await context.addInitScript(token => sessionStorage.setItem('varve.token', token), values.token);
  const page = await context.newPage();
  const label = `${name}-${screen}-${scheme}`;
  page.on('pageerror', error => problems.push(`${label}: ${error.message}`));
  page.on('console', message => !quiet && message.type() === 'error' && problems.push(`${label}: ${message.text()}`));
  page.on(
    'request',
    request =>
      new URL(request.url()).origin !== new URL(base).origin &&
      !request.url().startsWith('blob:') &&
      problems.push(`${label}: asks ${request.url()}`),
  );
  await page.goto(base + address);
  await page.waitForSelector('main');
  if (wait > 500)
    await page
      .waitForFunction(() => !document.querySelector('[aria-busy="true"]'), null, { timeout: 15_000 })
      .catch(() => quiet || problems.push(`${label}: still loading`));
  await page.waitForTimeout(wait);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) problems.push(`${label}: ${wider} pixels wider than the screen`);
  await page.screenshot({ path: join(out, label + '.png'), fullPage: true });
  await context.close();
}

const only = values.only?.split(',');
const wanted = name => !only || only.includes(name);
for (const [name, address] of Object.entries(PAGES)) {
  if (!wanted(name)) continue;
  for (const screen of Object.keys(SCREENS))
    for (const scheme of ['light', 'dark']) await shoot(base, name, address, { screen, scheme });
}
await own?.close();
if (own) {
  for (const [state, options] of Object.entries(STATES)) {
    if (!wanted(state)) continue;
    const server = await serve({ port: 0, ...options });
    for (const name of STATE_PAGES)
      await shoot(server.url, `${state}-${name}`, PAGES[name], {
        screen: name === 'fleet' ? 'phone' : 'wide',
        scheme: 'light',
        quiet: true,
        wait: state === 'loading' ? 400 : 600,
      });
    await server.close();
  }
}
await browser.close();
for (const problem of new Set(problems)) console.error(problem);
console.log(`${problems.length ? problems.length + ' problems' : 'no problems'}; pictures in ${out}`);
process.exit(problems.length ? 1 : 0);
