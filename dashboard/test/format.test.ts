import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NOTHING,
  bytes,
  change,
  compact,
  counted,
  fieldName,
  measure,
  noun,
  percent,
  whole,
} from '../src/format/numbers.ts';
import { metricOf, unitOf } from '../src/pages/sites/metrics.ts';
import { ago, DAY, HOUR, isoDuration, keep, MINUTE, sessionLength, slotOf, span } from '../src/format/times.ts';

test('a missing value is a dash, zero is a number', () => {
  assert.equal(whole(null), NOTHING);
  assert.equal(whole(0), '0');
  assert.equal(measure(undefined), NOTHING);
  assert.equal(percent(null), NOTHING);
});

test('the digits of measured values depend on their size', () => {
  assert.equal(measure(21.4), '21.40');
  assert.equal(measure(0.1234), '0.123');
  assert.equal(measure(421.26), '421.3');
  assert.equal(measure(12345.6), '12,346');
  assert.equal(measure(-3.5), '-3.50');
});

test('large counts are compact, small ones exact', () => {
  assert.equal(compact(9999), '9,999');
  assert.equal(compact(12_345), '12.3K');
});

test('changes carry their sign', () => {
  assert.equal(change(0.12), '+12%');
  assert.equal(change(-0.034), '−3%');
  assert.equal(change(0.001), '0%');
  assert.equal(change(null), NOTHING);
});

test('small shares keep one digit', () => {
  assert.equal(percent(0.034), '3.4%');
  assert.equal(percent(0.34), '34%');
  assert.equal(percent(0), '0%');
});

test('bytes use units of a thousand', () => {
  assert.equal(bytes(999), '999 B');
  assert.equal(bytes(1_500), '1.5 kB');
  assert.equal(bytes(1_098_816_000), '1.1 GB');
});

test('field names become words', () => {
  assert.equal(fieldName('batteryLevel'), 'Battery level');
  assert.equal(fieldName('co2'), 'CO2');
  assert.equal(fieldName('air_pressure'), 'Air pressure');
});

test('ago uses the largest unit that fits', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  assert.equal(ago(now - 2000, now), 'now');
  assert.equal(ago(now - 90_000, now), '1m ago');
  assert.equal(ago(now - 26 * HOUR, now), 'yesterday');
  assert.equal(ago(null, now), 'never');
});

test('days and months are those of UTC in every zone', () => {
  assert.equal(slotOf('2026-11-16T00:00:00Z', 'day'), 'Nov 16, 2026');
  assert.equal(slotOf('2026-11-01T00:00:00Z', 'month'), 'Nov 2026');
});

test('durations have at most two units', () => {
  assert.equal(span(2 * DAY + 4 * HOUR + 3 * MINUTE), '2 d 4 h');
  assert.equal(span(90_000), '1 min 30 s');
  assert.equal(span(HOUR + 1000), '1 h');
  assert.equal(span(0), '0 s');
});

test('retention is one whole unit', () => {
  assert.equal(keep(30 * 86400), '30 days');
  assert.equal(keep(730 * 86400), '2 years');
  assert.equal(keep(600), '10 minutes');
  assert.equal(keep(null), 'kept');
});

test('ISO durations are read, other texts are not', () => {
  assert.equal(isoDuration('PT2M'), 2 * MINUTE);
  assert.equal(isoDuration('P1DT1H'), DAY + HOUR);
  assert.equal(isoDuration('PT'), null);
  assert.equal(isoDuration('2 minutes'), null);
});

test('sessions are minutes and seconds', () => {
  assert.equal(sessionLength(65.2), '1m 05s');
  assert.equal(sessionLength(42), '42s');
});

test('one is singular, any other number is plural', () => {
  assert.equal(counted(1, 'visitor'), '1 visitor');
  assert.equal(counted(0, 'visitor'), '0 visitors');
  assert.equal(counted(1200, 'visitor'), '1,200 visitors');
  assert.equal(counted(1, 'entry', 'entries'), '1 entry');
  assert.equal(counted(2, 'entry', 'entries'), '2 entries');
  assert.equal(counted(null, 'reading'), '– readings');
  assert.equal(noun(1, 'page view'), 'page view');
  assert.equal(keep(1), '1 second');
});

test('the name of a metric agrees with its value in number', () => {
  assert.equal(unitOf(metricOf('visitors'), 1), 'visitor');
  assert.equal(unitOf(metricOf('pageViews'), 2), 'page views');
  assert.equal(unitOf(metricOf('bounceRate'), 1), 'bounce rate');
});
