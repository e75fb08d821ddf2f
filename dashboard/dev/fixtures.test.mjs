/** Validates the answers of the fixture server against the server's openapi.yaml, so that the two cannot drift apart. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { serve } from './fixtures.mjs';

const api = parse(
  readFileSync(new URL('../../server/src/main/resources/dev/varve/server/openapi.yaml', import.meta.url), 'utf8'),
);
// Clients accept properties that are not described; the fixtures must have none.
for (const schema of Object.values(api.components.schemas))
  if (schema.type === 'object') schema.additionalProperties ??= false;

const ajv = formats.default(new Ajv.default({ strict: false, allErrors: true }));
ajv.addSchema({ $id: 'api', ...api });

const rule = { kind: 'above', field: 'temperature', limit: 21, severity: 'high', message: null };
const mail = { kind: 'email', host: 'mail.example.org', from: 'a@example.org', to: ['b@example.org'] };
const ASKED = [
  ['GET', '/fleet'],
  ['GET', '/devices'],
  ['GET', '/devices/{id}', { id: 'sensor-0001' }],
  ['GET', '/devices/{id}/series', { id: 'sensor-0001' }],
  ['GET', '/devices/{id}/series', { id: 'sensor-0001' }, { from: '-20d' }],
  ['GET', '/devices/{id}/baseline', { id: 'sensor-0001' }, { field: 'temperature' }],
  ['GET', '/devices/{id}/latest', { id: 'sensor-0001' }],
  ['GET', '/devices/{id}/readings', { id: 'sensor-0001' }],
  ['GET', '/alerts', {}, { status: 'unresolved' }],
  ['GET', '/alerts', {}, { status: 'resolved' }],
  ['GET', '/rules'],
  ['POST', '/rules/backtest', {}, {}, { rule, device: 'sensor-0001', from: '-7d', to: 'now' }],
  ['PUT', '/rules/{name}', { name: 'new' }, {}, rule],
  ['DELETE', '/rules/{name}', { name: 'new' }],
  ['GET', '/channels'],
  ['PUT', '/channels/{name}', { name: 'new' }, {}, { kind: 'slack', url: 'https://example.org/x', minSeverity: null }],
  ['PUT', '/channels/{name}', { name: 'mail' }, {}, mail],
  ['POST', '/channels/{name}/test', { name: 'new' }],
  ['DELETE', '/channels/{name}', { name: 'new' }],
  ['GET', '/anomalies', {}, { from: '-20d' }],
  ['GET', '/sites'],
  ['GET', '/sites/{id}', { id: 'shop' }],
  ['PUT', '/sites/{id}', { id: 'new' }, {}, { name: 'New', domains: ['new.example'] }],
  ['GET', '/sites/{id}/stats', { id: 'shop' }],
  ['GET', '/sites/{id}/timeseries', { id: 'shop' }, { metric: 'sessions' }],
  ['GET', '/sites/{id}/breakdown', { id: 'shop' }, { by: 'page' }],
  ['GET', '/sites/{id}/breakdown', { id: 'shop' }, { by: 'goal' }],
  ['GET', '/sites/{id}/realtime', { id: 'shop' }],
  ['GET', '/sites/{id}/goals', { id: 'shop' }],
  ['PUT', '/sites/{id}/goals/{goal}', { id: 'docs', goal: 'new' }, {}, { name: 'New', kind: 'page', pattern: '/' }],
  ['GET', '/sites/{id}/funnels', { id: 'shop' }, { steps: 'products,cart' }],
  ['GET', '/access'],
  [
    'PUT',
    '/sites/{id}/saved-funnels/{funnel}',
    { id: 'docs', funnel: 'new' },
    {},
    { name: 'New', goalIds: ['start', 'other'] },
  ],
  ['GET', '/sites/{id}/saved-funnels', { id: 'docs' }],
  ['GET', '/sites/{id}/page-times', { id: 'shop' }, { limit: 5 }],
  ['GET', '/sites/{id}/dropped', { id: 'shop' }],
  ['GET', '/sites/{id}/links', { id: 'shop' }],
  ['POST', '/sites/{id}/shared', { id: 'shop' }, {}, { secret: 'public' }],
  ['POST', '/sites/{id}/shared', { id: 'shop' }, {}, { secret: 'locked' }],
  ['GET', '/table'],
  ['GET', '/table/{name}/partitions', { name: 'varve' }],
  ['GET', '/table/{name}/items', { name: 'varve' }, { partition: 'DEVICE#sensor-0001' }],
];

let server;
before(async () => (server = await serve({ port: 0, devices: 40 })));
after(() => server.close());

function pointer(...steps) {
  return 'api#/' + steps.map(step => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
}

function assertValid(schema, value, what) {
  const validate = ajv.getSchema(schema);
  assert.ok(validate, schema);
  assert.ok(validate(value), what + ' ' + ajv.errorsText(validate.errors) + ' ' + JSON.stringify(value).slice(0, 500));
}

for (const [method, path, parts = {}, parameters = {}, body] of ASKED) {
  test(`${method} ${path} ${new URLSearchParams(parameters)}`, async () => {
    const operation = ['paths', '/api/v1' + path, method.toLowerCase()];
    const target = path.replace(/\{(\w+)}/g, (_, name) => encodeURIComponent(parts[name]));
    const response = await fetch(`${server.url}/api/v1${target}?${new URLSearchParams(parameters)}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    const json = ['content', 'application/json', 'schema'];
    if (body) assertValid(pointer(...operation, 'requestBody', ...json), body, 'body');
    assertValid(pointer(...operation, 'responses', '200', ...json), answer, 'answer');
  });
}

test('GET /alerts/{device}/{alert}/deliveries', async () => {
  const { alerts } = await (await fetch(server.url + '/api/v1/alerts?status=unresolved')).json();
  const target = `/api/v1/alerts/${alerts[0].deviceId}/${alerts[0].alertId}/deliveries`;
  const answer = await (await fetch(server.url + target)).json();
  assert.ok(answer.deliveries.length > 0);
  assertValid(pointer('components', 'schemas', 'DeliveryList'), answer, 'answer');
});

test('GET /table/{name}/block', async () => {
  const partition = 'DEVICE#sensor-0001';
  const ask = async (path, params) =>
    (await fetch(`${server.url}/api/v1/table/varve/${path}?${new URLSearchParams({ partition, ...params })}`)).json();
  const { items } = await ask('items', { from: 'READING#', limit: 1 });
  const answer = await ask('block', { sort: items[0].sort });
  assert.equal(answer.rows[0].at, items[0].block.first);
  assertValid(pointer('components', 'schemas', 'BlockPage'), answer, 'answer');
});

test('errors match the description', async () => {
  const response = await fetch(server.url + '/api/v1/devices/nobody');
  assert.equal(response.status, 404);
  assertValid(pointer('components', 'schemas', 'Error'), await response.json(), 'error');
});
