#!/usr/bin/env node
/** What a person does, done in Chromium on generated data: `npm run build && npm run browser`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch } from './chromium.mjs';
import { serve } from './fixtures.mjs';

let browser;
let server;
before(async () => {
  browser = await launch();
  server = await serve({ port: 0 });
});
after(async () => {
  await browser.close();
  await server.close();
});

/** Opens a page that must not log errors, and closes it afterwards. */
async function on(address, act, { base = server.url, forgiving = false, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', error => errors.push(error.message));
  page.on(
    'console',
    message => message.type() === 'error' && !/401/.test(message.text()) && errors.push(message.text()),
  );
  try {
    await page.goto(base + address);
    await act(page, context);
    if (!forgiving) assert.deepEqual(errors, []);
  } finally {
    // A handler may still be reading the response of a request that the page no longer needs.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

const settled = page => page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
const parameter = (page, name) => new URL(page.url()).searchParams.get(name);

test('the list of devices is searched, sorted and paged, and the back button works', () =>
  on('/', async page => {
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('gateway');
    await page.waitForURL(/q=gateway/);
    await settled(page);
    for (const id of await page.locator('.device-link .mono').allTextContents()) assert.match(id, /gateway/);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Temperature' }).click();
    await page.waitForURL(/sort=temperature/);
    await settled(page);
    const shown = (await page.locator('.devices tbody td:nth-child(5)').allTextContents()).map(Number);
    assert.deepEqual(
      shown,
      [...shown].sort((a, b) => b - a),
    );
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('51–100 of 200').waitFor();
    await page.goBack();
    await page.getByText('1–50 of 200').waitFor();
  }));

test('a location filters the list, and a link opens the device', () =>
  on('/', async page => {
    await page.locator('.location').first().click();
    await page.waitForURL(/location=/);
    await settled(page);
    await page.locator('.device-link').first().click();
    await page.waitForURL(/\/devices\//);
    await page.locator('.u-over').first().waitFor();
    await page.goBack();
    await page.waitForURL(/location=/);
  }));

test('a device is deleted after a confirmation', () =>
  on('/', async page => {
    const deleted = [];
    await page.route('**/api/v1/devices/*', async route => {
      if (route.request().method() !== 'DELETE') return route.continue();
      deleted.push(decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1)));
      await route.fulfill({ json: { deviceId: deleted[0], readings: 7 } });
    });
    const { devices } = await (await fetch(server.url + '/api/v1/devices?limit=1')).json();
    const id = devices[0].deviceId;
    await page.goto(server.url + '/devices/' + encodeURIComponent(id));
    await page.getByRole('button', { name: 'Delete device' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(deleted, []);
    await page.getByRole('button', { name: 'Delete device' }).click();
    await page.getByRole('button', { name: `Delete ${id} and all its data` }).click();
    await page.waitForURL(url => url.pathname === '/');
    assert.deepEqual(deleted, [id]);
  }));

test('of many locations the most important are shown, and all on request', () =>
  on('/', async page => {
    await page.route('**/api/v1/fleet', async route => {
      const response = await route.fetch();
      const fleet = await response.json();
      const locations = Array.from({ length: 120 }, (_, i) => ({
        ...{ location: `hall-${i + 1}`, devices: 80, online: 80, alerts: 0, worst: null },
        ...(i === 99 && { alerts: 2, worst: 'critical' }),
      })).sort((a, b) => (a.location < b.location ? -1 : 1));
      await route.fulfill({ json: { ...fleet, locations } });
    });
    await page.goto(server.url + '/');
    await page.getByRole('button', { name: 'Show all 120 locations' }).waitFor();
    const names = () => page.locator('.location-name').allTextContents();
    const few = await names();
    assert.equal(few.length, 16);
    assert.deepEqual([...few.slice(0, 3), few.at(-1)], ['hall-1', 'hall-2', 'hall-3', 'hall-100']);
    await page.getByRole('button', { name: 'Show all 120 locations' }).click();
    assert.equal((await names()).length, 120);
    await page.getByRole('button', { name: 'Show fewer' }).click();
    assert.equal((await names()).length, 16);
  }));

test('a hidden tab has no stream, and loads what it missed', () =>
  on('/', async page => {
    const see = hidden =>
      page.evaluate(value => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await page.locator('.live.is-live').waitFor();
    await settled(page);
    const closed = page.waitForEvent('requestfailed', request => request.url().includes('/live'));
    await see(true);
    await closed;
    const opened = page.waitForResponse(response => response.url().includes('/live'));
    const asked = page.waitForResponse(response => new URL(response.url()).pathname === '/api/v1/devices');
    await see(false);
    await opened;
    await asked;
  }));

test('numbers are updated live', () =>
  on('/', async page => {
    await page.locator('.live.is-live').waitFor();
    const cells = () => page.locator('.devices tbody td:nth-child(5)').allTextContents();
    await settled(page);
    const first = (await cells()).join();
    await page.waitForFunction(
      text =>
        [...document.querySelectorAll('.devices tbody td:nth-child(5)')].map(cell => cell.textContent).join() !== text,
      first,
    );
  }));

test('the chart zooms by drag, keys and wheel, and names its tier', () =>
  on('/devices/sensor-0001?range=30d', async page => {
    const chart = page.locator('.u-over').first();
    await chart.waitFor();
    assert.equal(await page.locator('.tier').textContent(), 'Hours: average, lowest to highest');
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + box.width * 0.9, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.92, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=\d+/);
    await page.getByText('Raw readings').waitFor();
    const length = () => parameter(page, 'to') - parameter(page, 'from');
    const drawn = length();
    assert.ok(drawn > 10 * 3_600_000 && drawn < 20 * 3_600_000, `about fourteen hours, not ${drawn}`);
    await page.locator('.charts').focus();
    await page.keyboard.press('-');
    await page.waitForFunction(
      before =>
        new URLSearchParams(location.search).get('to') - new URLSearchParams(location.search).get('from') > before,
      drawn,
    );
    assert.ok(Math.abs(length() / drawn - 2) < 0.01);
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(
      before =>
        new URLSearchParams(location.search).get('to') - new URLSearchParams(location.search).get('from') < before,
      drawn * 1.9,
    );
    await page.goBack();
    await page.waitForURL(/range=30d/);
    await page.getByText('Hours: average').waitFor();
    await page.getByRole('button', { name: '1 y' }).click();
    await page.getByText('Days: average').waitFor();
  }));

test('the table has the data of the chart, and both can be downloaded', () =>
  on('/devices/sensor-0001?range=7d&view=table&fields=temperature', async page => {
    await page.locator('.shown-table tbody tr').first().waitFor();
    for (const [name, pattern] of [
      ['All readings of this range', /^deviceId,at,temperature/],
      ['The data shown', /^at,temperature\.avg/],
    ]) {
      await page.getByRole('button', { name: 'Download' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      assert.match(Buffer.concat(chunks).toString(), pattern);
    }
  }));

test('texts of readings are among the latest values and in the table', () =>
  on('/devices/sensor-0001?range=1h&view=table&fields=temperature', async page => {
    await page
      .locator('.text-tile')
      .getByText(/^(heating|idle)$/)
      .waitFor();
    await page.locator('.shown-table th').getByText('Mode').waitFor();
    const cells = await page.locator('.shown-table tbody td:last-child').allTextContents();
    assert.ok(cells.some(text => /^(heating|idle)$/.test(text)));
    assert.ok(cells.some(text => text === ''));
  }));

test('alerts that name no field are on the chart of every field, and in the list', async () => {
  const to = Date.now() - 3_600_000;
  const address = `/devices/sensor-0001?from=${to - 6 * 3_600_000}&to=${to}&fields=temperature&baseline=off`;
  const opened = new Date(to - 3 * 3_600_000).toISOString();
  const alert = {
    alertId: 'a1',
    deviceId: 'sensor-0001',
    rule: 'quiet',
    severity: 'critical',
    status: 'open',
    message: 'nothing was heard',
    openedAt: opened,
  };
  const drawn = [];
  for (const alerts of [[], [alert]]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.route('**/api/v1/alerts*', route => route.fulfill({ json: { alerts, next: null } }));
    await page.route('**/api/v1/live*', route => route.abort());
    await page.goto(server.url + address);
    await page.locator('.u-over').first().waitFor();
    await settled(page);
    if (alerts.length) await page.getByText('nothing was heard').waitFor();
    await page.waitForTimeout(200);
    drawn.push(
      await page
        .locator('.field-chart canvas')
        .first()
        .evaluate(canvas => canvas.toDataURL()),
    );
    await context.close();
  }
  assert.notEqual(drawn[0], drawn[1], 'the alert is drawn');
});

test('days are those of UTC for every user', () =>
  on(
    '/devices/sensor-0001?range=1y&view=table&fields=temperature',
    async page => {
      await page.getByText('Days: average').waitFor();
      const [newest] = await page.locator('.shown-table tbody tr td:first-child').allTextContents();
      const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
      assert.equal(newest, today);
    },
    { timezoneId: 'America/Los_Angeles', locale: 'en-US' },
  ));

test('the baseline and anomalies are loaded again every minute', () =>
  on(
    'about:blank',
    async page => {
      await page.clock.install();
      const asked = { series: 0, baseline: 0, anomalies: 0 };
      page.on('request', request => {
        for (const name of Object.keys(asked)) if (new URL(request.url()).pathname.endsWith('/' + name)) asked[name]++;
      });
      await page.goto(server.url + '/devices/sensor-0001?range=7d&fields=temperature');
      await page.locator('.u-over').first().waitFor();
      await settled(page);
      const first = { ...asked };
      await page.clock.runFor(61_000);
      for (const name of Object.keys(asked)) {
        for (let i = 0; i < 50 && asked[name] === first[name]; i++) await page.waitForTimeout(50);
        assert.ok(asked[name] > first[name], name);
      }
    },
    { base: '' },
  ));

test('a page that arrives after the list was left is dropped, a failure is shown', () =>
  on(
    '/alerts?status=resolved',
    async page => {
      const alert = (alertId, status) => ({
        alertId,
        deviceId: 'd',
        rule: 'r',
        severity: 'low',
        status,
        message: 'alert ' + alertId,
        openedAt: new Date().toISOString(),
        resolvedAt: status === 'resolved' ? new Date().toISOString() : null,
      });
      let answerLate = () => {};
      const late = new Promise(resolve => (answerLate = resolve));
      let failing = false;
      await page.route('**/api/v1/alerts*', async route => {
        const search = new URL(route.request().url()).searchParams;
        if (search.get('page') && failing) return route.fulfill({ status: 503, json: { message: 'not just now' } });
        if (search.get('page')) await late;
        const status = search.get('status');
        const json = { alerts: [alert(search.get('page') ?? status, status)], next: 'more-' + status };
        await route.fulfill({ json }).catch(() => {});
      });
      await page.reload();
      await page.getByText('alert resolved').waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await page.getByText('alert open').waitFor();
      answerLate();
      await page.waitForTimeout(300);
      assert.equal(await page.getByText('alert more-resolved').count(), 0);
      assert.equal(await page.locator('.alert-row').count(), 1);
      failing = true;
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('status').getByText('not just now').waitFor();
      await page.getByRole('button', { name: 'Show more' }).waitFor();
    },
    { forgiving: true },
  ));

test('a new rule does not replace one with the same name', () =>
  on('/devices/sensor-0001', async page => {
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Name').fill('too-hot');
    await page.getByLabel('Limit').fill('1');
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Rule too-hot already exists').waitFor();
    await page.goto(server.url + '/sites');
    await page.getByRole('button', { name: 'Add site' }).first().click();
    await page.getByLabel('Id').fill('shop');
    await page.getByRole('button', { name: 'Add site' }).last().click();
    await page.getByText('Site shop already exists').waitFor();
    await page.goto(server.url + '/sites/shop');
    await settled(page);
    await page.getByRole('button', { name: 'Manage' }).first().click();
    const names = ['お問い合わせ', 'Регистрация'];
    for (const name of names) {
      await page.getByLabel('Path').fill('/' + encodeURIComponent(name));
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('button', { name: 'Add goal' }).click();
      await page.locator('.goal-list').getByText(name, { exact: true }).waitFor();
    }
    for (const name of names) await page.locator('.goal-list').getByText(name, { exact: true }).waitFor();
  }));

test('the page of a device shows all its series, and the charts of the chosen one', () =>
  on('/', async page => {
    const line = (series, measurement, tags, fields) => {
      const at = new Date().toISOString();
      const latest = { at, fields: Object.fromEntries(fields.map((field, i) => [field, 20 + i])) };
      return { series, measurement, tags, location: null, lastSeenAt: at, latest, fields, alerts: 0 };
    };
    const series = [
      line('sensor-0001', null, {}, ['battery']),
      line('climate,device=sensor-0001', 'climate', {}, ['temperature', 'humidity']),
      line('climate,device=sensor-0001,room=attic', 'climate', { room: 'attic' }, ['temperature']),
    ];
    const asked = [];
    await page.route('**/api/v1/devices/sensor-0001', async route => {
      const device = await (await route.fetch()).json();
      await route.fulfill({ json: { ...device, seriesCount: 3, series } });
    });
    page.on('request', request => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/sensor-0001/series')) asked.push(url.searchParams.get('series'));
    });
    await page.goto(server.url + '/devices/sensor-0001');
    const rows = page.locator('.series-table tbody tr');
    await rows.nth(2).waitFor();
    await settled(page);
    assert.equal(await rows.count(), 3);
    assert.match(await rows.nth(1).textContent(), /climate.*Temperature 20.*Humidity 21/);
    assert.deepEqual([...new Set(asked)], ['sensor-0001']);
    await rows.nth(2).getByRole('button', { name: 'climate room=attic' }).click();
    await page.getByRole('heading', { name: 'climate room=attic' }).waitFor();
    await settled(page);
    assert.equal(parameter(page, 'series'), 'climate,device=sensor-0001,room=attic');
    assert.equal(asked.at(-1), 'climate,device=sensor-0001,room=attic');
    await rows.nth(1).getByRole('button', { name: 'Humidity' }).click();
    await page.getByRole('heading', { name: 'climate', exact: true }).waitFor();
    assert.equal(parameter(page, 'fields'), 'humidity');
    assert.equal(await page.locator('.field-tile[aria-pressed="true"]').count(), 1);
  }));

test('a device without a location has no link to one', () =>
  on('/', async page => {
    await page.route('**/api/v1/devices/sensor-0001', async route => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), location: null } });
    });
    await page.goto(server.url + '/devices/sensor-0001');
    await page.locator('.facts').getByText('State').waitFor();
    await settled(page);
    assert.deepEqual(await page.locator('.crumb a').allTextContents(), ['Fleet']);
  }));

test('a rule is tested on the history before it is saved', () =>
  on('/devices/sensor-0001', async page => {
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Give the rule a name.').waitFor();
    await page.getByLabel('Name').fill('warm');
    await page.getByLabel('Limit').fill('22');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/It would have fired/).waitFor();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Temperature is above 22.00').waitFor();
  }));

test('an alert is acknowledged under a name and then resolved', () =>
  on('/alerts?status=open', async page => {
    await page.locator('.alert-row').first().waitFor();
    const device = await page.locator('.alert-row').first().locator('.alert-device').textContent();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).first().click();
    await page.getByLabel('Name').fill('ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').getByText(`on ${device} is acknowledged`).waitFor();
    await page.goto(server.url + '/alerts?status=acknowledged&device=' + device);
    await page.getByText('acknowledged by ada').first().waitFor();
    await page.getByRole('button', { name: 'Resolve', exact: true }).first().click();
    await page.getByRole('status').getByText('is resolved').waitFor();
  }));

test('a click on a row filters the site, a chip removes the filter', () =>
  on('/sites/shop?period=7d', async page => {
    await settled(page);
    const visitors = () => page.locator('.metric .stat-value').first().getAttribute('title');
    const all = await visitors();
    await page.locator('.bar-row').filter({ hasText: 'Google' }).first().click();
    await page.waitForURL(/filters=source/);
    await page.locator('.chip').filter({ hasText: 'Source is Google' }).waitFor();
    await page.waitForFunction(before => document.querySelector('.metric .stat-value').title !== before, all);
    await page.getByRole('button', { name: 'Remove the filter on Source' }).click();
    await page.waitForFunction(before => document.querySelector('.metric .stat-value').title === before, all);
    await page.goBack();
    await page.locator('.chip').waitFor();
  }));

test('periods are chosen by letters and arrows', () =>
  on('/sites/shop', async page => {
    await settled(page);
    await page.keyboard.press('w');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/period=custom/);
    assert.equal((Date.parse(parameter(page, 'to')) - Date.parse(parameter(page, 'from'))) / 86_400_000, 7);
    const first = parameter(page, 'from');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      before => Date.parse(before) - Date.parse(new URLSearchParams(location.search).get('from')) === 14 * 86_400_000,
      first,
    );
    await page.keyboard.press('r');
    await page.getByText('page views per minute').waitFor();
    await page.keyboard.press('d');
    await page.waitForURL(/period=today/);
  }));

test('metrics, tabs and funnel steps are in the address', () =>
  on('/sites/shop', async page => {
    await settled(page);
    await page.getByRole('button', { name: /Bounce rate/ }).click();
    await page.waitForURL(/metric=bounceRate/);
    await page.getByRole('tab', { name: 'Browser' }).click();
    await page.waitForURL(/devices=browser/);
    await page.getByText('Firefox').waitFor();
    await page.getByLabel('Add a step').selectOption('signup');
    await page.waitForURL(/funnel=.*signup/);
    await page.reload();
    await page.getByText('4. Signup').waitFor();
  }));

test('a funnel is put into another order, saved, chosen and deleted', () =>
  on('/sites/shop?period=7d&funnel=products,cart', async page => {
    const panel = page.getByRole('region', { name: 'Funnel' });
    await panel.getByRole('button', { name: 'Move Visit cart up' }).click();
    await page.waitForURL(url => url.searchParams.get('funnel') === 'cart,products');
    await panel.getByText('1. Visit cart').waitFor();
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Backwards');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Funnel Backwards is saved').waitFor();
    // It is the one that is shown without a choice.
    await page.goto(server.url + '/sites/shop?period=7d');
    await panel.getByText('1. Visit cart').waitFor();
    await panel.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Delete funnel' }).click();
    await page.getByText('Funnel Backwards is deleted').waitFor();
    await panel.getByText('1. Visit products').waitFor();
  }));

test('dropped hits are shown by reason, and the settings of a site are changed', () =>
  on('/sites/docs', async page => {
    const panel = page.getByRole('region', { name: 'Not counted' });
    await panel.getByText('Do Not Track').waitFor();
    await page.getByRole('region', { name: 'Time on page' }).getByText('/guide/start').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings of Handbook' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Manual');
    await dialog.getByLabel('Visitors who send').selectOption('ignored');
    await dialog.getByText('data-signals="server"').first().waitFor();
    const sent = page.waitForRequest(request => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    assert.deepEqual((await sent).postDataJSON(), { name: 'Manual', privacySignals: 'ignored' });
    await page.getByText('The settings are saved').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog', { name: 'Settings of Manual' }).waitFor();
  }));

test('a link to a site is created, opened and revoked', () =>
  on('/sites/docs', async (page, context) => {
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this page' });
    await dialog.getByText('No link yet.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByRole('textbox', { name: 'New link' }).inputValue();
    assert.match(link, /\/shared\/docs#/);

    const shared = await context.newPage();
    const requests = [];
    shared.on('request', request => requests.push(new URL(request.url()).pathname));
    await shared.goto(link);
    await shared.locator('.u-over').first().waitFor();
    await settled(shared);
    await shared.locator('.live.is-live').waitFor();
    assert.deepEqual(
      requests.filter(
        path => path.startsWith('/api/') && !path.startsWith('/api/v1/sites/docs') && path !== '/api/v1/live',
      ),
      [],
    );
    for (const name of ['Share', 'Manage', 'Manage goals', 'Use another token'])
      assert.equal(await shared.getByRole('button', { name, exact: true }).count(), 0, name);
    assert.equal(await shared.getByRole('navigation').count(), 0);
    // A filter keeps the secret in the address, so that the page can be loaded again.
    await shared.getByRole('button', { name: 'Page views' }).first().click();
    await shared.waitForURL(/metric=/);
    assert.equal(new URL(shared.url()).hash, new URL(link).hash);
    await shared.reload();
    await shared.locator('.u-over').first().waitFor();

    // A session that has ended is replaced without a question.
    let ended = true;
    await shared.route('**/sites/docs/stats?*', route => {
      if (!ended) return route.continue();
      ended = false;
      return route.fulfill({ status: 401, json: { code: 'access.denied', message: 'the session has ended' } });
    });
    const opened = shared.waitForRequest(request => request.url().endsWith('/sites/docs/shared'));
    await shared.keyboard.press('w');
    await opened;
    await settled(shared);
    assert.equal(await shared.getByRole('alert').count(), 0);
    assert.equal(await shared.getByRole('dialog').count(), 0);

    await dialog.getByRole('button', { name: 'Revoke Ada' }).click();
    await dialog.getByText('No link yet.').waitFor();
    await shared.reload();
    await shared.getByText('This link does not exist').waitFor();
  }));

test('a link with a password asks for it, on a server that needs tokens', async () => {
  const guarded = await serve({ port: 0, token: 'secret', devices: 10 });
  try {
    await on(
      '/shared/shop#locked',
      async page => {
        await page.getByLabel('Password of this link').fill('wrong horse');
        await page.getByRole('button', { name: 'Show the page' }).click();
        await page.getByText('the password is wrong').waitFor();
        await page.getByLabel('Password of this link').fill('correct horse');
        await page.keyboard.press('Enter');
        await page.locator('.u-over').first().waitFor();
        await page.locator('.live.is-live').waitFor();
        // Another link in the same tab.
        await page.evaluate(() => (location.hash = '#unknown'));
        await page.getByText('This link does not exist').waitFor();
      },
      // The browser itself logs answers of 400 and 404.
      { base: guarded.url, forgiving: true },
    );
  } finally {
    await guarded.close();
  }
});

test('a token for one site leads to that site, and shows no other page', () =>
  on(
    '/nowhere',
    async page => {
      await page.locator('.live.is-live').waitFor();
      await settled(page);
      await page.route('**/api/v1/access', route =>
        route.fulfill({ json: { name: 'customer', scopes: ['read'], only: 'site:shop' } }),
      );
      const refused = [];
      await page.route(/api\/v1\/(fleet|sites(\?|$))/, route => {
        refused.push(route.request().url());
        return route.fulfill({ status: 403, json: { code: 'access.denied', message: 'only site:shop' } });
      });
      await page.goto(server.url + '/alerts');
      await page.waitForURL(/\/sites\/shop$/);
      await page.locator('.u-over').first().waitFor();
      await page.locator('.live.is-live').waitFor();
      assert.deepEqual(refused, []);
      assert.equal(await page.getByRole('link', { name: 'Fleet', exact: true }).count(), 0);
      assert.equal(await page.getByRole('button', { name: 'Share' }).count(), 0);
    },
    { forgiving: true },
  ));

test('a partition shows its core, its items and their content', () =>
  on('/table', async page => {
    await page.locator('.partition').filter({ hasText: 'DEVICE#' }).first().click();
    await page.getByText('expires after 30 days').waitFor();
    const opacity = await page
      .locator('.item')
      .filter({ hasText: 'READING#' })
      .locator('.core')
      .evaluateAll(marks => marks.map(mark => Number(getComputedStyle(mark).opacity)));
    assert.deepEqual(
      opacity,
      [...opacity].sort((a, b) => a - b),
      'the older, the paler',
    );
    assert.ok(opacity.at(-1) > 0.9 && opacity[0] < 0.3);
    await page.locator('.jump').filter({ hasText: 'readings' }).click();
    await page.waitForURL(/from=READING%23/);
    await page.locator('.item-row').first().click();
    await page.getByText('{deviceId}').last().waitFor();
    // A block shows the readings in it, page by page.
    const rows = page.locator('.block-table tbody tr');
    await rows.first().waitFor();
    const first = await rows.count();
    assert.ok((await page.locator('.block-table th').allTextContents()).includes('temperature'));
    await page.locator('.block-rows').getByRole('button', { name: 'Show more' }).click();
    await page.locator('.block-rows').getByText('180 events').waitFor();
    assert.ok((await rows.count()) > first);
  }));

test('colours are remembered', () =>
  on('/', async page => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /Colours: system/ }).click();
    await page.getByRole('button', { name: /Colours: light/ }).click();
    assert.notEqual(await background(), light);
    await page.reload();
    await page.waitForSelector('main');
    assert.notEqual(await background(), light);
  }));

test('a token is asked for once, and again when it is wrong', async () => {
  const guarded = await serve({ port: 0, token: 'secret', devices: 10 });
  try {
    await on(
      '/',
      async page => {
        await page.getByRole('textbox', { name: 'Token' }).fill('wrong');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('did not accept that token').waitFor();
        await page.getByRole('textbox', { name: 'Token' }).fill('secret');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('1–10 of 10').waitFor();
        await page.locator('.live.is-live').waitFor();
        await page.goto(guarded.url + '/alerts');
        await page.locator('.severity-tile').first().waitFor();
        assert.equal(await page.locator('dialog').count(), 0);
      },
      { base: guarded.url },
    );
  } finally {
    await guarded.close();
  }
});

test('a token without the scope for a page is replaced by another one', async () => {
  const guarded = await serve({ port: 0, token: 'secret', narrow: 'ingest-only', devices: 10 });
  try {
    await on(
      '/',
      async page => {
        await page.getByRole('textbox', { name: 'Token' }).fill('ingest-only');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('This token has the scopes ingest').first().waitFor();
        const another = page.locator('.failure').getByRole('button', { name: 'Use another token' }).first();
        await another.click();
        await page.getByRole('button', { name: 'Cancel' }).click();
        assert.equal(await page.locator('dialog').count(), 0);
        await another.click();
        await page.getByRole('textbox', { name: 'Token' }).fill('secret');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('1–10 of 10').waitFor();
        await page.locator('.live.is-live').waitFor();
        // For an action that is refused, the frame of each page offers the same.
        await page.getByRole('button', { name: 'Use another token' }).click();
        await page.getByRole('dialog', { name: 'Use another token' }).waitFor();
      },
      // The browser itself logs each answer of 403.
      { base: guarded.url, forgiving: true },
    );
  } finally {
    await guarded.close();
  }
});

test('small counts use the singular and an axis of whole numbers', () =>
  on('/sites', async (page, context) => {
    await context.addInitScript(() => {
      const write = CanvasRenderingContext2D.prototype.fillText;
      window.written = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        window.written.push(text);
        return write.call(this, text, ...rest);
      };
    });
    const { sites } = await (await fetch(server.url + '/api/v1/sites')).json();
    await page.route('**/api/v1/sites?*', route =>
      route.fulfill({ json: { sites: sites.map(site => ({ ...site, visitors24h: 1 })) } }),
    );
    for (const most of [1, 2, 3]) {
      await page.unroute('**/timeseries?*');
      await page.route('**/timeseries?*', async route => {
        const series = await (await route.fetch()).json();
        const values = series.t.map((_, i) => (i === series.t.length - 1 ? 1 : i % (most + 1)));
        await route.fulfill({ json: { ...series, values, before: null } });
      });
      await page.goto(`${server.url}/sites/${encodeURIComponent(sites[0].siteId)}`);
      await page.locator('.u-over').first().waitFor();
      await settled(page);
      await page.locator('.readout', { hasText: /\b1 visitor$/ }).waitFor();
      const labels = await page.evaluate(() => window.written.filter(text => /^\d+(\.\d+)?$/.test(text)));
      assert.deepEqual(
        [...new Set(labels)],
        Array.from({ length: most + 1 }, (_, i) => String(i)),
      );
    }
    await page.goto(server.url + '/sites');
    await settled(page);
    for (const text of await page.locator('main').allTextContents()) assert.doesNotMatch(text, /\b1 visitors/);
  }));

test('ten thousand devices are as fast as fifty', async () => {
  const large = await serve({ port: 0, devices: 10_000 });
  try {
    await on(
      '/',
      async page => {
        await page.getByText('of 10,000').first().waitFor();
        assert.equal(await page.locator('.devices tbody tr').count(), 50);
      },
      { base: large.url },
    );
  } finally {
    await large.close();
  }
});

test('every page is reached and left by keyboard alone', () =>
  on('/', async page => {
    await settled(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
    await page.getByRole('link', { name: 'Sites' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sites$/);
  }));

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAGES = [
  '/',
  '/devices/sensor-0001',
  '/devices/sensor-0001?view=table',
  '/sites',
  '/sites/shop?filters=source:is:Google',
  '/sites/shop?view=realtime',
  '/shared/shop#public',
  '/shared/shop#locked',
  '/alerts',
  '/table',
];

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing to complain about, ${colorScheme}`, async () => {
    for (const address of PAGES) {
      await on(
        address,
        async page => {
          await page.waitForSelector('main');
          await settled(page);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
          assert.deepEqual(found, [], address);
        },
        { colorScheme, bypassCSP: true },
      );
    }
  });
}

for (const [screen, viewport] of Object.entries({
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test(`nothing jumps when data comes late, ${screen}`, async () => {
    const late = await serve({ port: 0, slow: 400 });
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    await context.addInitScript(() => {
      window.jumps = [];
      new PerformanceObserver(list => list.getEntries().forEach(entry => window.jumps.push(entry.value))).observe({
        type: 'layout-shift',
        buffered: true,
      });
      // On a slow machine the data may have come before the page counts as loaded.
      new MutationObserver(() => (window.wasBusy ||= document.querySelector('[aria-busy="true"]') !== null)).observe(
        document,
        { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] },
      );
    });
    try {
      for (const address of PAGES.filter(page => !page.includes('view='))) {
        const page = await context.newPage();
        await page.goto(late.url + address);
        await page.waitForFunction(() => window.wasBusy);
        await settled(page);
        await page.waitForTimeout(700);
        await settled(page);
        const total = await page.evaluate(() => window.jumps.reduce((sum, jump) => sum + jump, 0));
        // Web Vitals call 0.1 good.
        assert.ok(total < 0.05, `${address} shifts by ${total.toFixed(3)}`);
        await page.close();
      }
    } finally {
      await context.close();
      await late.close();
    }
  });
}

test('a lost stream is connected again', async () => {
  const first = await serve({ port: 0, devices: 5 });
  const port = Number(new URL(first.url).port);
  await on(
    '/',
    async page => {
      await page.locator('.live.is-live').waitFor();
      await first.close();
      await page.locator('.live.is-lost').waitFor();
      const second = await serve({ port, devices: 7 });
      await page.getByText('of 7').first().waitFor();
      await page.locator('.live.is-live').waitFor();
      await second.close();
    },
    { base: first.url, forgiving: true },
  );
});

/** A page of another origin that embeds the tracking script; resolves to the hits that arrived. */
async function tracked(act, { attributes = '', head = '', init } = {}) {
  const collector = await serve({ port: 0, devices: 1 });
  const context = await browser.newContext();
  if (init) await context.addInitScript(init);
  const page = await context.newPage();
  const body = `<!doctype html><title>t</title>${head}<script defer data-site="shop" ${attributes} src="${collector.url}/js/script.js"></script><a id="out" href="https://elsewhere.test/x">out</a><a id="in" href="#here">in</a>`;
  const site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(body));
  await new Promise(resolve => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${site.address().port}`;
  await page.route('https://elsewhere.test/**', route =>
    route.fulfill({ contentType: 'text/html', body: 'elsewhere' }),
  );
  try {
    await page.goto(origin + '/start?utm_source=news');
    const hits = async (count, name) => {
      for (let i = 0; i < 60; i++) {
        const list = (await (await fetch(collector.url + '/api/event')).json()).filter(hit => !name || hit.n === name);
        if (list.length >= count) return list;
        await new Promise(resolve => setTimeout(resolve, 100));
      }
      assert.fail(`fewer than ${count} hits: ${await (await fetch(collector.url + '/api/event')).text()}`);
    };
    await act(page, hits, origin);
  } finally {
    await context.close();
    await collector.close();
    site.closeAllConnections();
    site.close();
  }
}

test('script: page views, also without loading a page', () =>
  tracked(async (page, hits, origin) => {
    const [first] = await hits(1);
    assert.deepEqual([first.n, first.u, first.d], ['pageview', origin + '/start?utm_source=news', 'shop']);
    assert.match(first.id, /^[0-9A-HJKMNP-TV-Z]{26}$/);
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await page.evaluate(() => history.replaceState({}, '', '/next#top'));
    await page.evaluate(() => history.back());
    const views = (await hits(3, 'pageview')).map(hit => new URL(hit.u).pathname);
    assert.deepEqual(views, ['/start', '/next', '/start']);
  }));

test('script: events, events before the script has loaded, and outbound links', () =>
  tracked(
    async (page, hits) => {
      await page.evaluate(() =>
        window.varve('Signup', {
          props: { plan: 'team' },
          revenue: { amount: 9, currency: 'EUR' },
          interactive: false,
        }),
      );
      await page.click('#in');
      await page.click('#out');
      const list = await hits(4);
      const named = name => list.find(hit => hit.n === name);
      assert.deepEqual(named('Early').p, { a: 1 });
      assert.deepEqual(
        [named('Signup').p, named('Signup').$, named('Signup').i],
        [{ plan: 'team' }, { amount: 9, currency: 'EUR' }, false],
      );
      assert.deepEqual(named('Outbound Link: Click').p, { url: 'https://elsewhere.test/x' });
      assert.equal(list.filter(hit => hit.n.startsWith('Outbound')).length, 1);
    },
    {
      head: '<script>window.varve=window.varve||function(){(window.varve.q=window.varve.q||[]).push(arguments)};varve("Early",{props:{a:1}})</script>',
    },
  ));

test('script: sends the time on a page when it is left', () =>
  tracked(async (page, hits) => {
    await hits(1);
    await page.waitForTimeout(1200);
    await page.goto('https://elsewhere.test/');
    const hit = (await hits(2)).find(entry => entry.n === 'engagement');
    assert.deepEqual([hit.i, hit.p.seconds >= 1, new URL(hit.u).pathname], [false, true, '/start']);
  }));

test('script: a lost hit is sent once more with the same id', () =>
  tracked(async (page, hits) => {
    await page.evaluate(() => history.pushState({}, '', '/retry'));
    const [lost, again] = (await hits(3)).filter(hit => hit.u.endsWith('/retry'));
    assert.equal(lost.lost, true);
    assert.equal(again.id, lost.id);
  }));

test('script: a visitor with a wrong clock is counted once, at the time of the server', () =>
  tracked(
    async (page, hits) => {
      const [refused, counted] = await hits(2, 'pageview');
      assert.equal(refused.refused, true);
      assert.equal(counted.id, undefined);
      assert.deepEqual([counted.u, counted.d], [refused.u, refused.d]);
      await page.waitForTimeout(300);
      assert.equal((await hits(2)).length, 2);
    },
    { init: 'const now = Date.now; Date.now = () => now() - 3 * 86_400_000;' },
  ));

test('script: the middle button follows a link, the right one does not', () =>
  tracked(async (page, hits) => {
    await hits(1);
    await page.click('#out', { button: 'right' });
    await page.click('#out', { button: 'middle' });
    await hits(1, 'Outbound Link: Click');
    await page.waitForTimeout(300);
    assert.equal((await hits(1, 'Outbound Link: Click')).length, 1);
  }));

test('script: leaves Do Not Track to the server where the page says so', () =>
  tracked(
    async (_page, hits) => {
      const [hit] = await hits(1);
      assert.equal(hit.n, 'pageview');
    },
    {
      attributes: 'data-signals="server"',
      init: `Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })`,
    },
  ));

for (const wish of ['doNotTrack', 'globalPrivacyControl']) {
  test(`script: sends nothing under ${wish}`, () =>
    tracked(
      async (page, hits) => {
        await page.waitForFunction(() => typeof window.varve === 'function');
        assert.ok(
          await page.evaluate(() => new Promise(done => window.varve('Signup', { callback: () => done(true) }))),
        );
        await page.waitForTimeout(300);
        assert.deepEqual(await hits(0), []);
      },
      {
        init: `Object.defineProperty(Navigator.prototype, '${wish}', { get: () => ${wish === 'doNotTrack' ? "'1'" : true} })`,
      },
    ));
}

test('a channel is added, tested, edited without its secret, and deleted', () =>
  on(
    '/alerts',
    async page => {
      await page.getByRole('button', { name: 'New channel' }).click();
      await page.getByLabel('Name', { exact: true }).fill('pager');
      await page.getByLabel('Address', { exact: true }).fill('https://example.org/secret-path');
      await page.getByLabel('Signing secret').fill('short');
      await page.getByRole('button', { name: 'Save channel' }).click();
      await page.getByText('at least 16 characters to sign').waitFor();
      await page.getByLabel('Signing secret').fill('0123456789abcdef');
      await page.getByLabel('Least severity').selectOption('critical');
      await page.getByRole('button', { name: 'Save channel' }).click();
      await page.getByText('pager gets critical alerts').waitFor();
      await page.getByRole('button', { name: 'Test channel pager' }).click();
      await page.getByText('Channel pager delivered a test notice').waitFor();
      await page.getByRole('button', { name: 'Edit channel pager' }).click();
      assert.equal(await page.getByLabel('Address', { exact: true }).inputValue(), '');
      assert.equal(await page.getByLabel('Address', { exact: true }).getAttribute('placeholder'), 'unchanged');
      assert.equal(await page.getByLabel('Signing secret').inputValue(), '');
      await page.getByRole('button', { name: 'Delete channel' }).click();
      await page.getByText('Channel pager is deleted').waitFor();
      await page.getByText('pager gets critical alerts').waitFor({ state: 'detached' });
    },
    { forgiving: true },
  ));

test('an alert shows which channels were notified', () =>
  on('/alerts', async page => {
    await page
      .getByRole('button', { name: /^Notices of/ })
      .first()
      .click();
    await page.getByText('the receiver answered 503').waitFor();
    await page.getByText('3 attempts').waitFor();
    await page.getByText('the mail server refused the user or the password').waitFor();
  }));
