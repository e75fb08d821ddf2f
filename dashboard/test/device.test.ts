import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '../src/api/types.ts';
import { fieldsOf } from '../src/pages/device/fields.ts';
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
