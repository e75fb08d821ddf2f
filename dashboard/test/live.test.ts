import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SseParser } from '../src/live/sse.ts';
import { merged, visible } from '../src/pages/alerts/view.ts';
import { draftOf, ruleOf, sentence, type RuleEdit } from '../src/pages/device/rule.ts';
import type { Alert } from '../src/api/types.ts';
import { ulid } from '../script/ulid.ts';

test('events do not depend on how the stream is split', () => {
  const text = 'retry: 500\n\n: beat\n\nevent: fleet\ndata: {"a":\ndata: 1}\n\nevent: site\r\ndata: x\r\n\r\n';
  for (let size = 1; size <= text.length; size++) {
    const parser = new SseParser();
    const out = [];
    for (let i = 0; i < text.length; i += size) out.push(...parser.push(text.slice(i, i + size)));
    assert.deepEqual(
      out,
      [
        { event: 'fleet', data: '{"a":\n1}' },
        { event: 'site', data: 'x' },
      ],
      `pieces of ${size}`,
    );
    assert.equal(parser.retry, 500);
  }
});

const alert = (id: string, openedAt: string, part: Partial<Alert> = {}): Alert => ({
  alertId: id,
  deviceId: 'd',
  rule: 'r',
  severity: 'high',
  status: 'open',
  message: '',
  field: null,
  value: null,
  readingAt: openedAt,
  openedAt,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  resolvedBy: null,
  ...part,
});

test('a live alert replaces its old version or is added on top', () => {
  const list = [alert('1', 'a'), alert('2', 'b')];
  assert.deepEqual(
    merged(list, alert('2', 'b', { status: 'resolved' })).map(entry => entry.status),
    ['open', 'resolved'],
  );
  assert.deepEqual(
    merged(list, alert('3', 'c')).map(entry => entry.alertId),
    ['3', '1', '2'],
  );
});

test('unresolved alerts are sorted by severity, then newest first', () => {
  const list = [
    alert('1', '2026-01'),
    alert('2', '2026-02'),
    alert('3', '2025-01', { severity: 'critical' }),
    alert('4', '2026-03', { status: 'resolved' }),
  ];
  assert.deepEqual(
    visible(list, 'unresolved', null).map(entry => entry.alertId),
    ['3', '2', '1'],
  );
  assert.deepEqual(
    visible(list, 'resolved', null).map(entry => entry.alertId),
    ['4'],
  );
  assert.deepEqual(
    visible(list, 'unresolved', 'critical').map(entry => entry.alertId),
    ['3'],
  );
});

const hot: RuleEdit = {
  name: 'hot',
  kind: 'above',
  field: 'temperature',
  limit: 27,
  low: null,
  high: null,
  clearAt: 26,
  per: null,
  for: 'PT300S',
  severity: 'critical',
  message: null,
};

test('a rule passes through the form unchanged', () => {
  assert.deepEqual(ruleOf(draftOf(hot)), hot);
  assert.equal(sentence(hot), 'Temperature is above 27.00 for 5 min');
});

test('the form says what is missing', () => {
  assert.equal(ruleOf({ ...draftOf(hot), limit: 'warm' }), 'The limit must be a number.');
  assert.equal(ruleOf({ ...draftOf(hot), kind: 'outside', low: '5', high: '3' }), 'Lowest must be below highest.');
  assert.equal(ruleOf({ ...draftOf(hot), kind: 'silent', forMinutes: '' }), 'Say for how many minutes it is silent.');
});

test('ULIDs sort by time and are 26 digits', () => {
  const zero = (bytes: Uint8Array) => bytes;
  assert.equal(ulid(0, zero), '0'.repeat(26));
  assert.equal(ulid(1469918176385, zero).slice(0, 10), '01ARYZ6S41');
});
