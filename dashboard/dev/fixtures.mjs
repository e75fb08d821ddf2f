#!/usr/bin/env node
/**
 * The server's API on generated data, for developing and testing the dashboard without a server.
 *
 *   node dev/fixtures.mjs [--port 8480] [--devices 200] [--token SECRET] [--slow MILLIS] [--empty] [--fail]
 */
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { deliveriesOf, makeChannels, putChannel } from './fixtures/channels.mjs';
import { serveFile } from './fixtures/files.mjs';
import { makeFleet } from './fixtures/fleet.mjs';
import { stream } from './fixtures/live.mjs';
import { makeSites } from './fixtures/sites.mjs';
import { makeTable } from './fixtures/table.mjs';

const NO_RULE = { field: null, limit: null, low: null, high: null, clearAt: null, per: null, for: null };
const NO_GOAL = { match: null, pattern: null, seconds: null };

class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

/** Answers requests below /api; resolves to false for others. */
export function fixtures({ devices = 200, token = null, narrow = null, slow = 0, empty = false, fail = false } = {}) {
  const now = () => Date.now();
  const fleet = makeFleet({ count: empty ? 0 : devices, now });
  const channels = empty ? [] : makeChannels(now);
  const sites = makeSites({ now, empty });
  const table = makeTable({ fleet, sites, now });
  const hits = [];

  const device = id => fleet.byId.get(id) ?? refuse(404, 'device.unknown', `there is no device ${id}`);
  const site = id => sites.sites.get(id) ?? refuse(404, 'site.unknown', `there is no site ${id}`);
  const alert = (deviceId, alertId) =>
    fleet.alerts.find(a => a.deviceId === deviceId && a.alertId === alertId) ??
    refuse(404, 'alert.unknown', `there is no alert ${alertId}`);

  const routes = [
    ['GET', '/fleet', () => fleet.fleet()],
    ['GET', '/devices', ({ params }) => fleet.list(params)],
    [
      'GET',
      '/devices/:id',
      ({ id }) => ({ ...fleet.describe(device(id)), fields: device(id).fields, fieldsLeftOut: [] }),
    ],
    ['GET', '/devices/:id/series', ({ id, params }) => fleet.series(device(id), params)],
    ['GET', '/devices/:id/baseline', ({ id, params }) => fleet.baseline(device(id), params)],
    ['GET', '/devices/:id/latest', ({ id }) => fleet.describe(device(id)).latest],
    [
      'GET',
      '/devices/:id/readings',
      ({ id, params, csv }) => {
        const rows = fleet.readings(device(id), params);
        if (!csv) return { readings: rows.slice(0, Number(params.get('limit') ?? 100)), next: null };
        const { fields } = device(id);
        return (
          [
            'deviceId,at,' + fields.join(','),
            ...rows.map(row => [id, row.at, ...fields.map(field => row.fields[field])].join(',')),
          ].join('\n') + '\n'
        );
      },
    ],
    ['GET', '/alerts', ({ params }) => fleet.alertList(params)],
    [
      'POST',
      '/alerts/:device/:id/:verb',
      ({ device: deviceId, id, verb, body }) => fleet.act(alert(deviceId, id), verb, body.by),
    ],
    ['GET', '/alerts/:device/:id/deliveries', ({ device: deviceId, id }) => deliveriesOf(alert(deviceId, id))],
    ['GET', '/channels', () => ({ channels })],
    ['PUT', '/channels/:name', ({ name, body }) => putChannel(channels, name, body, { now, refuse })],
    [
      'DELETE',
      '/channels/:name',
      ({ name }) => {
        channels.splice(channels.findIndex(channel => channel.name === name) >>> 0, 1);
        return {};
      },
    ],
    ['POST', '/channels/:name/test', ({ name }) => ({ channel: name, status: 'delivered', reason: null })],
    ['GET', '/rules', () => ({ rules: fleet.rules })],
    [
      'POST',
      '/rules/backtest',
      ({ body }) =>
        fleet.backtest(device(body.device), body.rule, new URLSearchParams({ from: body.from, to: body.to })),
    ],
    [
      'PUT',
      '/rules/:name',
      ({ name, body }) => {
        if (body.kind !== 'silent' && !body.field)
          refuse(400, 'rule.field', 'the rule has no field; name the field that it watches');
        const at = fleet.rules.findIndex(rule => rule.name === name);
        const rule = { ...NO_RULE, ...body, name, message: body.message ?? name };
        fleet.rules.splice(at < 0 ? fleet.rules.length : at, at < 0 ? 0 : 1, rule);
        return rule;
      },
    ],
    [
      'DELETE',
      '/rules/:name',
      ({ name }) => {
        fleet.rules.splice(fleet.rules.findIndex(rule => rule.name === name) >>> 0, 1);
        return {};
      },
    ],
    ['GET', '/anomalies', ({ params }) => fleet.anomalies(params)],
    ['GET', '/sites', () => sites.list()],
    ['GET', '/sites/:id', ({ id }) => sites.describe(site(id))],
    [
      'PUT',
      '/sites/:id',
      ({ id, body }) => {
        const createdAt = new Date(now()).toISOString();
        sites.sites.set(id, {
          name: id,
          domains: [],
          timezone: 'UTC',
          privacySignals: 'honoured',
          ...sites.sites.get(id),
          ...body,
          siteId: id,
          createdAt,
        });
        return sites.describe(sites.sites.get(id));
      },
    ],
    ['GET', '/sites/:id/stats', ({ id, params }) => sites.stats(site(id), params)],
    ['GET', '/sites/:id/timeseries', ({ id, params }) => sites.timeseries(site(id), params)],
    ['GET', '/sites/:id/breakdown', ({ id, params }) => sites.breakdown(site(id), params)],
    ['GET', '/sites/:id/realtime', ({ id }) => sites.realtime(site(id))],
    ['GET', '/sites/:id/goals', ({ id }) => ({ goals: sites.goals.get(id) ?? [] })],
    [
      'PUT',
      '/sites/:id/goals/:goal',
      ({ id, goal, body }) => {
        const others = (sites.goals.get(id) ?? []).filter(entry => entry.goalId !== goal);
        sites.goals.set(id, [...others, { ...NO_GOAL, ...body, goalId: goal }]);
        return sites.goals.get(id).at(-1);
      },
    ],
    [
      'DELETE',
      '/sites/:id/goals/:goal',
      ({ id, goal }) =>
        void sites.goals.set(
          id,
          (sites.goals.get(id) ?? []).filter(entry => entry.goalId !== goal),
        ),
    ],
    ['GET', '/access', () => ({ name: null, scopes: ['write', 'read', 'admin'], only: null })],
    ['GET', '/sites/:id/saved-funnels', ({ id }) => ({ funnels: sites.funnels.get(id) ?? [] })],
    [
      'PUT',
      '/sites/:id/saved-funnels/:funnel',
      ({ id, funnel, body }) => {
        const others = (sites.funnels.get(id) ?? []).filter(entry => entry.funnelId !== funnel);
        const made = { funnelId: funnel, createdAt: new Date(now()).toISOString(), ...body };
        sites.funnels.set(id, [...others, made]);
        return made;
      },
    ],
    [
      'DELETE',
      '/sites/:id/saved-funnels/:funnel',
      ({ id, funnel }) =>
        void sites.funnels.set(
          id,
          (sites.funnels.get(id) ?? []).filter(entry => entry.funnelId !== funnel),
        ),
    ],
    ['GET', '/sites/:id/page-times', ({ id, params }) => sites.pageTimes(site(id), params)],
    ['GET', '/sites/:id/dropped', ({ id, params }) => sites.dropped(site(id), params)],
    ['GET', '/sites/:id/links', ({ id }) => ({ links: sites.links.list(id) })],
    ['POST', '/sites/:id/links', ({ id, body }) => sites.links.create(site(id).siteId, body)],
    ['DELETE', '/sites/:id/links/:link', ({ id, link }) => sites.links.revoke(id, link)],
    ['POST', '/sites/:id/shared', ({ id, body }) => sites.links.open(id, body, refuse)],
    ['GET', '/sites/:id/funnels', ({ id, params }) => sites.funnel(site(id), params)],
    ['GET', '/table', () => table.tables()],
    ['GET', '/table/:name/partitions', ({ params }) => table.partitions(params)],
    ['GET', '/table/:name/items', ({ params }) => table.itemPage(params)],
    [
      'GET',
      '/table/:name/block',
      ({ params }) => table.blockPage(params) ?? refuse(404, 'not-found', 'there is no block with this key'),
    ],
  ].map(([method, path, run]) => ({
    method,
    run,
    pattern: new RegExp('^/api/v1' + path.replace(/:(\w+)/g, '(?<$1>[^/]+)') + '$'),
  }));

  return async function answer(request, response) {
    const url = new URL(request.url, 'http://localhost');
    if (!url.pathname.startsWith('/api/')) return false;
    if (url.pathname === '/api/event') return (await collect(request, response, hits), true);
    if (slow && url.pathname !== '/api/v1/live') await new Promise(resolve => setTimeout(resolve, slow));
    try {
      const given = request.headers.authorization;
      if (narrow && given === 'Bearer ' + narrow)
        refuse(403, 'auth.scope', 'this token has the scopes ingest; this request needs read');
      const only = sites.links.siteOf(given?.replace('Bearer ', ''));
      const isOpening = request.method === 'POST' && url.pathname.endsWith('/shared');
      if (only) checkSite(only, url);
      else if (given?.startsWith('Bearer varve_link_')) refuse(401, 'access.denied', 'this shared link was revoked');
      else if (token && given !== 'Bearer ' + token && !isOpening) refuse(401, 'auth.required', 'a token is needed');
      if (fail) refuse(503, 'engine.unavailable', 'the table does not answer; try again in a moment');
      if (url.pathname === '/api/v1/live') {
        stream(response, (url.searchParams.get('topics') ?? '').split(',').map(decodeURIComponent), {
          fleet,
          sites,
          now,
          readings: fleet.readingAt,
        });
        return true;
      }
      const route = routes.find(entry => entry.method === request.method && entry.pattern.test(url.pathname));
      if (!route) refuse(404, 'http.not-found', 'nothing exists at ' + url.pathname);
      const parts = Object.fromEntries(
        Object.entries(route.pattern.exec(url.pathname).groups ?? {}).map(([key, value]) => [
          key,
          decodeURIComponent(value),
        ]),
      );
      const csv = url.searchParams.get('format') === 'csv' || request.headers.accept === 'text/csv';
      const result = route.run({
        ...parts,
        params: url.searchParams,
        body: request.method === 'GET' ? null : await bodyOf(request),
        csv,
      });
      if (typeof result === 'string')
        response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' }).end(result);
      else if (result === undefined) response.writeHead(204).end();
      else json(response, 200, result);
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      json(response, error.status ?? 500, { code: error.code ?? 'server.error', message: error.message });
    }
    return true;
  };
}

/** As the server: a session of a shared link reads its own site only. */
function checkSite(only, url) {
  const isOwn = (url.pathname + '/').startsWith(`/api/v1/sites/${only}/`) && !url.pathname.includes('/links');
  const isLive =
    url.pathname === '/api/v1/live' && url.searchParams.get('topics') === encodeURIComponent('site:' + only);
  if (!isOwn && !isLive) refuse(403, 'access.denied', `this token is limited to site:${only}`);
}

/**
 * Accepts the tracking script's hits; GET returns them to tests. The first hit to /retry is lost on purpose, and one whose id
 * is days away is refused, as by the server.
 */
async function collect(request, response, hits) {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  if (request.method === 'GET') return json(response, 200, hits);
  const hit = await bodyOf(request);
  const lost = String(hit.u).endsWith('/retry') && !hits.some(other => other.id === hit.id);
  const refused = hit.id !== undefined && Math.abs(timeOf(hit.id) - Date.now()) > 22 * 3_600_000;
  hits.push(lost ? { ...hit, lost } : refused ? { ...hit, refused } : hit);
  if (refused) json(response, 400, { code: 'hit.too-late', message: 'the id is of another day' });
  else response.writeHead(lost ? 503 : 202).end();
}

/** The time in a ULID. */
function timeOf(id) {
  return [...id.slice(0, 10)].reduce((time, digit) => time * 32 + '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(digit), 0);
}

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

function json(response, status, body) {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

function refuse(status, code, message) {
  throw new Refusal(status, code, message);
}

/** Serves API and built dashboard on the loopback address; port 0 uses any free port. */
export async function serve({ port = 8480, ...options } = {}) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
  const answer = fixtures(options);
  const server = createServer(async (request, response) => {
    if (!(await answer(request, response)))
      await serveFile(root, decodeURIComponent(new URL(request.url, 'http://localhost').pathname), response);
  });
  await new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      devices: { type: 'string' },
      token: { type: 'string' },
      slow: { type: 'string' },
      empty: { type: 'boolean' },
      fail: { type: 'boolean' },
    },
  });
  const { url } = await serve({
    ...values,
    port: Number(values.port ?? 8480),
    devices: Number(values.devices ?? 200),
    slow: Number(values.slow ?? 0),
  });
  console.log('dashboard on generated data: ' + url);
}
