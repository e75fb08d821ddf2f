import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Device } from '../src/api/types.ts';
import { fieldsOf } from '../src/pages/device/fields.ts';

test('a device offers the fields of all its measurements, those of the newest reading first', () => {
  const device = {
    latest: { at: '', fields: { volts: 2 } },
    fields: ['amps', 'temperature', 'volts'],
  } as unknown as Device;
  assert.deepEqual(fieldsOf(device), ['volts', 'amps', 'temperature']);
  assert.deepEqual(fieldsOf({ latest: null } as Device), []);
  assert.deepEqual(fieldsOf(null), []);
});
