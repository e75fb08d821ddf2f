import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prefixOf, takeApart, templateSegments } from '../src/pages/table/keys.ts';
import { blockColumns, columnTitle } from '../src/pages/table/blocks.ts';
import { kindsOf, totalOf } from '../src/pages/table/counts.ts';
import { probes } from '../src/pages/table/core.ts';
import { ageAt, groups, layerGradient, place, remaining } from '../src/pages/table/life.ts';

test('an incomplete count has a plus sign', () => {
  const kinds = { devices: 1, readings: 200 };
  assert.equal(totalOf({ partition: 'p', kinds, more: true }), '201+');
  assert.equal(kindsOf({ partition: 'p', kinds, more: true }), 'devices: 1, readings: 200+');
  assert.equal(totalOf({ partition: 'p', kinds, more: false }), '201');
  assert.equal(kindsOf({ partition: 'p', kinds, more: false }), 'devices: 1, readings: 200');
  assert.equal(totalOf({ partition: 'p', kinds: {}, more: false }), '');
});

test('a template is text and placeholders', () => {
  assert.deepEqual(templateSegments('PV#{at}#{id}'), [
    { text: 'PV#', part: null },
    { text: '{at}', part: 'at' },
    { text: '#', part: null },
    { text: '{id}', part: 'id' },
  ]);
});

test('a key is split by its template', () => {
  assert.deepEqual(
    takeApart('PV#{at}#{id}', 'PV#2026-11-16T10:00:00Z#01ABC').map(segment => segment.text),
    ['PV#', '2026-11-16T10:00:00Z', '#', '01ABC'],
  );
  assert.deepEqual(
    takeApart('{location}#{at:day}', 'hall-a#2026-11-16').map(segment => segment.part),
    ['location', null, 'at:day'],
  );
});

test('a key of another template stays whole', () => {
  assert.deepEqual(takeApart('READING#{at}', 'ALERT#1'), [{ text: 'ALERT#1', part: null }]);
  assert.deepEqual(takeApart(null, 'x#y'), [{ text: 'x#y', part: null }]);
  assert.deepEqual(takeApart('A.B#{x}', 'AxB#1'), [{ text: 'AxB#1', part: null }]);
});

test('the keys of a kind start with the text before its first placeholder', () => {
  assert.equal(prefixOf('AGG#hourly#{at:hour}'), 'AGG#hourly#');
  assert.equal(prefixOf('#METADATA'), '#METADATA');
  assert.equal(prefixOf('{at}'), '');
});

test('the remaining share of the retention', () => {
  assert.equal(remaining(null, null, 1000), 1);
  assert.equal(remaining(1500, 1000, 1000), 0.5);
  assert.equal(remaining(900, 1000, 1000), 0);
  assert.equal(remaining(9000, 1000, 1000), 1);
  assert.equal(remaining(1500, null, 1000), 1);
});

test('positions on the line of ages grow with age and can be inverted', () => {
  assert.equal(place(0), 0);
  assert.ok(place(600) < place(86_400) && place(86_400) < place(30 * 86_400) && place(30 * 86_400) < 1);
  assert.ok(Math.abs(ageAt(place(86_400)) - 86_400) < 1);
});

test('a layer pales towards its expiry, one without expiry does not', () => {
  assert.match(layerGradient('red', 600), /red 100%.*red 14%, transparent\) 100\.0%\)$/);
  assert.doesNotMatch(layerGradient('red', null), /14%/);
});

test('kinds are grouped by the partition they share', () => {
  const kind = (name: string, partition: string) => ({
    kind: name,
    declaration: '',
    partition,
    sort: '',
    keepSeconds: null,
    source: null,
  });
  const found = groups([kind('a', 'X#{x}'), kind('b', 'Y#{y}'), kind('c', 'X#{x}')]);
  assert.deepEqual(
    found.map(group => group.kinds.map(entry => entry.kind)),
    [['a', 'c'], ['b']],
  );
});

test('a core samples items over the whole retention if keys are ordered by time', () => {
  const kind = (sort: string, keepSeconds: number | null) => ({
    kind: 'k',
    declaration: '',
    partition: 'P#{p}',
    sort,
    keepSeconds,
    source: null,
  });
  const now = Date.parse('2026-11-16T00:00:00Z') / 1000;
  const readings = probes(kind('READING#{at}', 100 * 86_400), now).map(probe => probe.from);
  assert.equal(readings[0], 'READING#');
  assert.ok(readings.includes('READING#2026-11-06T00:00:00.000Z'));
  assert.deepEqual([...readings].sort(), readings);
  assert.deepEqual(probes(kind('ALERT#{alertId}', null), now), [{ from: 'ALERT#', limit: 3 }]);
});

test('the columns of a block are those of all its events', () => {
  const rows = [
    { at: '2026-04-20T14:00:00Z', values: { 'fields.b': 1 } },
    { at: '2026-04-20T14:01:00Z', values: { 'fields.a': 2, location: 'hall' } },
  ];
  assert.deepEqual(blockColumns(rows), ['fields.a', 'fields.b', 'location']);
  assert.equal(columnTitle('fields.a'), 'a');
  assert.equal(columnTitle('location'), 'location');
  assert.equal(columnTitle('fields.'), 'fields.');
});
