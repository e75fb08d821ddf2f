import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concerns } from '../src/charts/alerts.ts';
import { extent, highest, lowest, withGaps } from '../src/charts/gaps.ts';
import { axisLabels } from '../src/charts/labels.ts';
import { distinct, SECONDS, steps, tickValue, WHOLE } from '../src/charts/ticks.ts';
import { drawn, panned, SHORTEST, zoomed } from '../src/charts/zoom.ts';
import { appended } from '../src/pages/device/append.ts';
import { csvOf, rowsOf } from '../src/pages/device/export.ts';
import { inProgress, METRICS, slotLabel } from '../src/pages/sites/metrics.ts';
import type { Alert, Series } from '../src/api/types.ts';

const HOUR = 3_600_000;

test('a line breaks where an hour is missing', () => {
  const shown = withGaps({ t: [0, HOUR, 3 * HOUR], avg: [1, 2, 3], min: [0, 1, 2], max: [2, 3, 4] }, 'hour');
  assert.deepEqual(shown.avg, [1, 2, null, 3]);
  assert.deepEqual(shown.min, [0, 1, null, 2]);
  assert.ok(shown.t[2]! > HOUR && shown.t[2]! < 3 * HOUR);
});

test('raw readings break where they are silent for longer than usual', () => {
  const t = [0, 60, 120, 180, 240, 3000, 3060].map(s => s * 1000);
  const shown = withGaps({ t, avg: t.map(() => 1) }, 'raw');
  assert.equal(shown.avg.filter(value => value === null).length, 1);
  assert.equal(shown.min, null);
});

test('an extent has a margin, also for one value and for none', () => {
  const [low, high] = extent([[10, 20, null]]);
  assert.ok(low < 10 && high > 20);
  assert.deepEqual(extent([[5]]), [4.75, 5.25]);
  assert.deepEqual(extent([[], null]), [0, 1]);
});

test('minimum and maximum of very many values are found', () => {
  const many = Array.from({ length: 300_000 }, (_, i) => (i % 7 ? i : null));
  assert.deepEqual([lowest(many), highest(many)], [1, 299_998]);
  assert.deepEqual([lowest([null]), highest([])], [null, null]);
});

test('an alert without a field applies to every field', () => {
  const alert = { alertId: 'a', rule: 'silent' } as Alert;
  assert.ok(concerns(alert, 'temperature'));
  assert.ok(concerns({ ...alert, field: null }, 'temperature'));
  assert.ok(concerns({ ...alert, field: 'temperature' }, 'temperature'));
  assert.ok(!concerns({ ...alert, field: 'humidity' }, 'temperature'));
});

test('a reading is appended, and those before the range are dropped', () => {
  const raw: Series = {
    ...series,
    tier: 'raw',
    fields: { a: { t: [10, 20, 30], avg: [1, 2, 3] }, b: { t: [5], avg: [9] }, c: { t: [], avg: [] } },
  };
  const next = appended(raw, 40, { a: 4, c: 7 }, 20);
  assert.deepEqual(next.fields, {
    a: { t: [20, 30, 40], avg: [2, 3, 4] },
    b: { t: [], avg: [] },
    c: { t: [40], avg: [7] },
  });
  assert.deepEqual(appended(raw, 25, { a: 4 }, 0).fields.a, raw.fields.a, 'what is late is left to the next load');
});

test('ticks of daily rows are days of UTC', () => {
  const day = Date.parse('2026-11-16T00:00:00Z');
  assert.deepEqual(axisLabels([day], 24 * HOUR, true), ['Nov 16']);
  assert.deepEqual(axisLabels([day], 30 * 24 * HOUR, true), ['Nov 2026']);
  assert.deepEqual(axisLabels([day], 6 * HOUR, true), ['Nov 16']);
});

test('zooming keeps the point under the pointer', () => {
  const next = zoomed({ from: 0, to: 100 * HOUR }, 25 * HOUR, 0.5);
  assert.deepEqual(next, { from: 12.5 * HOUR, to: 62.5 * HOUR });
});

test('zooming stops at a minute', () => {
  const next = zoomed({ from: 0, to: SHORTEST }, 0, 0.1);
  assert.equal(next.to - next.from, SHORTEST);
  assert.deepEqual(drawn(500, 400), { from: 400, to: 400 + SHORTEST });
});

test('a range cannot be moved beyond now', () => {
  assert.deepEqual(panned({ from: 0, to: 100 }, 0.5, 120), { from: 20, to: 120 });
  assert.deepEqual(panned({ from: 0, to: 100 }, 0.5, 100), { from: 0, to: 100 });
  assert.deepEqual(panned({ from: 0, to: 100 }, -0.5, 100), { from: -50, to: 50 });
});

const series: Series = {
  deviceId: 'd',
  from: '',
  to: '',
  tier: 'hour',
  thinned: false,
  fields: {
    a: { t: [0, HOUR], avg: [1, 2], min: [0, 1], max: [2, 3] },
    b: { t: [HOUR], avg: [9], min: [8], max: [10] },
  },
};

test('rows contain the values of all fields, in order', () => {
  assert.deepEqual(
    rowsOf(series).map(row => [row.at, row.values.a?.avg, row.values.b?.avg]),
    [
      [0, 1, undefined],
      [HOUR, 2, 9],
    ],
  );
});

test('CSV has a column for each measure, and empty cells for missing values', () => {
  assert.deepEqual(csvOf(series).split('\r\n').slice(0, 3), [
    'at,a.avg,a.min,a.max,b.avg,b.min,b.max',
    '1970-01-01T00:00:00.000Z,1,0,2,,,',
    '1970-01-01T01:00:00.000Z,2,1,3,9,8,10',
  ]);
});

test('slots are shown in the time of the site', () => {
  assert.equal(slotLabel('2026-11-16', 'day'), 'Nov 16');
  assert.match(slotLabel('2026-11-16T14:00:00+01:00', 'hour'), /^(14:00|02:00\sPM)$/);
  assert.equal(slotLabel('2026-11', 'month'), 'Nov 2026');
});

test('the current slot depends on the zone of the site, not of the user', () => {
  const now = Date.parse('2026-11-16T23:30:00Z');
  assert.ok(inProgress('2026-11-17', 'day', 'Europe/Berlin', now));
  assert.ok(inProgress('2026-11-17T00:00:00', 'hour', 'Europe/Berlin', now));
  assert.ok(!inProgress('2026-11-16', 'day', 'Europe/Berlin', now));
  assert.ok(inProgress('2026-11', 'month', 'UTC', now));
});

/** The ticks of an axis from zero, with at most seven of the given steps. */
const ticksTo = (high: number, all: number[]) => {
  const step = all.find(size => high / size <= 7)!;
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
};

test('no two ticks of an axis have the same label', () => {
  for (const metric of METRICS) {
    for (const high of [1, 1.08, 2, 3, 4, 5, 7, 9, 12, 99, 1234, 56_789, 400_000]) {
      const value = metric.name === 'bounceRate' ? Math.min(1, high / 1000) : high;
      const labels = distinct(ticksTo(value, metric.steps), metric.short);
      assert.equal(new Set(labels).size, labels.length, `${metric.name} to ${value}: ${labels.join(' ')}`);
    }
  }
});

test('counts have ticks at whole numbers', () => {
  assert.ok([...WHOLE, ...SECONDS].every(Number.isInteger));
  assert.deepEqual(ticksTo(2.16, WHOLE), [0, 1, 2]);
  assert.deepEqual(steps(0.01).slice(0, 7), [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]);
});

test('ticks that a short format would make equal get more digits', () => {
  assert.deepEqual(
    distinct([0, 0.5, 1, 1.5, 2], value => String(Math.round(value))),
    ['0', '0.5', '1', '1.5', '2'],
  );
  assert.deepEqual(distinct([20_000, 20_500, 21_000], tickValue), ['20,000', '20,500', '21,000']);
  assert.deepEqual(distinct([0, 0.0002, 0.0004], tickValue), ['0', '0.0002', '0.0004']);
  assert.deepEqual(distinct([1, 2, null, 3], tickValue), ['1', '2', '', '3']);
});
