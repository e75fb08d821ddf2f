#!/usr/bin/env node
/**
 * The demo from its start to a live chart, in Chromium: `npm run demo`. Screenshots are in
 * ../target/shots.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './chromium.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const SHOTS = join(ROOT, 'target', 'shots');
const DEVICES = 24;
const PATIENCE = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'varve-demo-'));

let browser;
let demo;
before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await launch();
  demo = await start();
});
after(async () => {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the demo in the folder; resolves when it has printed its address. */
async function start() {
  const child = spawn(join(ROOT, 'varve'), ['demo', '--port', '0', '--days', '2', '--data', folder, ...world()], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise(resolve => child.on('exit', (code, signal) => resolve(code ?? signal)));
  const url = await new Promise((resolve, reject) => {
    const read = data => {
      text += data;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(code => reject(new Error(`the demo ended with ${code}:\n${text}`)));
  });
  return {
    url,
    said: () => text,
    stop: async () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** The number of devices is printed at the first start only. */
let isNew = true;
function world() {
  const options = isNew ? ['--devices', String(DEVICES)] : [];
  isNew = false;
  return options;
}

/** Opens a page, which must not log errors, and takes a screenshot. */
async function on(address, name, act) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  try {
    await page.goto(demo.url + address);
    await act(page);
    await page.screenshot({ path: join(SHOTS, name + '.png'), fullPage: true });
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

const settled = page => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
const ask = async path => (await fetch(demo.url + '/api/v1' + path)).json();
async function until(condition, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await condition();
    if (value) return value;
    assert.ok(Date.now() < end, 'in vain: ' + what);
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

test('the fleet is there within seconds, and alive', () =>
  on('/', 'demo-fleet', async page => {
    await page.waitForFunction(count => document.querySelectorAll('.devices tbody tr').length === count, DEVICES);
    await settled(page);
    await page.waitForFunction(() => /Online\s+[1-9]/.test(document.querySelector('.summary').innerText));
    assert.doesNotMatch(await page.locator('.summary').innerText(), /NaN|undefined/);
    const before = await page.locator('.devices tbody').innerText();
    await page.waitForFunction(text => document.querySelector('.devices tbody').innerText !== text, before);
  }));

test('history comes in behind it, newest first, and is complete', async () => {
  const device = await until(
    async () => (await ask('/devices?online=true&limit=1')).devices[0],
    'a device that is online',
  );
  await until(async () => {
    const { readings } = await ask(`/devices/${device.deviceId}/readings?from=-2d&limit=1`);
    return readings[0] && Date.now() - Date.parse(readings[0].at) > 40 * 3_600_000;
  }, 'readings of two days ago');
  await until(() => /complete/.test(demo.said()), 'the word that history is complete');
});

test('the chart of a device goes on by itself', async () => {
  const { devices } = await ask('/devices?online=true&sort=lastSeenAt&order=desc&limit=1');
  await on('/devices/' + encodeURIComponent(devices[0].deviceId), 'demo-device', async page => {
    await page.locator('.u-over').first().waitFor();
    await settled(page);
    const tiles = page.locator('.field-tile').first();
    const before = await page.locator('.page-head').innerText();
    assert.ok((await tiles.innerText()).length > 0);
    await page.waitForFunction(text => document.querySelector('.page-head').innerText !== text, before);
    await page.getByRole('button', { name: '7 d', exact: true }).click();
    await settled(page);
  });
});

test('a site has visitors, sources and pages', async () => {
  const { sites } = await ask('/sites');
  assert.equal(sites.length, 2);
  await until(
    async () => (await ask(`/sites/${sites[0].siteId}/stats?period=7d`)).metrics.visitors.value > 10,
    'visitors',
  );
  await on('/sites/' + sites[0].siteId + '?period=7d', 'demo-site', async page => {
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await settled(page);
    assert.doesNotMatch(await page.locator('main').innerText(), /NaN|undefined/);
    await page.locator('.u-over').first().waitFor();
  });
  await on('/sites/' + sites[0].siteId + '?view=realtime', 'demo-realtime', settled);
});

test('alerts and the table are shown', async () => {
  await on('/alerts', 'demo-alerts', settled);
  await on('/alerts?status=resolved', 'demo-alerts-history', settled);
  await on('/table', 'demo-table', async page => {
    await page.getByText('The life of the data').waitFor();
    await settled(page);
    assert.match(await page.locator('main').innerText(), /READING#/);
  });
});

test('rollups are what the readings come to', async () => {
  const answer = await fetch(demo.url + '/api/v1/rollups/verify', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"to":"-3h"}',
  });
  const report = await answer.json();
  assert.ok(report.checked > 100, JSON.stringify(report));
  // Rows of groups follow within minutes.
  assert.deepEqual(
    report.wrong.filter(row => !/group/.test(row.tier)),
    [],
  );
});

test('it stops on Ctrl-C and goes on where it was', async () => {
  const before = (await ask('/fleet')).devices.total;
  await demo.stop();
  demo = await start();
  assert.equal((await ask('/fleet')).devices.total, before);
});
