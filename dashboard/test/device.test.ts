import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '../src/api/types.ts';
import { fieldsOf } from '../src/pages/device/fields.ts';
import { chosenSeries, narrowed, received, seriesName } from '../src/pages/device/series.ts';
import { textNames, withTexts } from '../src/pages/device/texts.ts';

test('a device offers the fields of all its measurements, those of the newest reading first', () => {
  const device = {
    latest: { at: '', fields: { volts: 2 } },
    fields: ['amps', 'temperature', 'volts'],
  } as unknown as Device;
  assert.deepEqual(fieldsOf(device), ['volts', 'amps', 'temperature']);
  assert.deepEqual(fieldsOf({ latest: null } as Device), []);
  assert.deepEqual(fieldsOf(null), []);
});

test('texts join the rows of their readings', () => {
  const values = { v: { avg: 1, min: null, max: null } };
  const rows = withTexts(
    [{ at: Date.parse('2026-04-20T14:01:00Z'), values }],
    [
      { at: '2026-04-20T14:02:00Z', fields: {}, texts: { note: 'x' } },
      { at: '2026-04-20T14:01:00Z', fields: { v: 1 }, texts: { state: 'on' } },
      { at: '2026-04-20T14:00:00Z', fields: { v: 1 } },
    ],
  );
  assert.deepEqual(
    rows.map(row => row.texts),
    [{ state: 'on' }, { note: 'x' }],
  );
  assert.deepEqual(rows[0]!.values, values);
  assert.deepEqual(textNames(rows), ['note', 'state']);
});

const lines = [
  { series: 'a', measurement: null, tags: {}, latest: null, fields: ['volts'], alerts: 0 },
  {
    series: 'disk,device=a,host=h',
    measurement: 'disk',
    tags: { host: 'h' },
    latest: { at: '2026-04-20T14:00:00Z', fields: { used: 1 } },
    fields: ['used'],
    alerts: 0,
  },
];
const several = {
  deviceId: 'a',
  latest: { at: '2026-04-20T14:00:00Z', fields: { volts: 3, used: 1 } },
  fields: ['used', 'volts'],
  series: lines,
} as unknown as Device;

test('the address chooses a series of a device that has several', () => {
  assert.equal(chosenSeries(several, new URLSearchParams())?.series, 'a');
  const search = new URLSearchParams({ series: 'disk,device=a,host=h' });
  const chosen = chosenSeries(several, search);
  assert.equal(chosen?.measurement, 'disk');
  assert.deepEqual(fieldsOf(narrowed(several, chosen)), ['used']);
  assert.equal(chosenSeries({ ...several, series: lines.slice(1) } as unknown as Device, search), null);
  assert.equal(narrowed(several, null), several);
  assert.equal(chosenSeries(null, search), null);
});

test('a series is named by its measurement and its tags', () => {
  assert.deepEqual(several.series!.map(seriesName), ['readings', 'disk host=h']);
});

test('a reading changes its series and the device', () => {
  const at = '2026-04-20T14:01:00Z';
  const after = received(several, { deviceId: 'a', series: 'disk,device=a,host=h', at, fields: { used: 2 } });
  assert.deepEqual(after.latest?.fields, { volts: 3, used: 2 });
  assert.deepEqual(after.series![1]!.latest?.fields, { used: 2 });
  assert.equal(after.series![1]!.lastSeenAt, at);
  assert.equal(after.series![0], several.series![0]);
  const plain = received(several, { deviceId: 'a', at, fields: { volts: 4 } });
  assert.deepEqual(plain.series![0]!.latest?.fields, { volts: 4 });
});
