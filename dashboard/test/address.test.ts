import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Location } from '../src/api/types.ts';
import { addressWith, placeOf } from '../src/app/router.ts';
import { chosenOf, drawnRange, tierLabel } from '../src/pages/device/range.ts';
import { byName, mostTelling } from '../src/pages/fleet/places.ts';
import { listing, pageAfter, pageBefore, queryOf, sorting } from '../src/pages/fleet/query.ts';
import { draftOf, ruleOf, sentence } from '../src/pages/device/rule.ts';
import { added, formatFilters, isFiltered, parseFilters, toggled } from '../src/pages/sites/filters.ts';
import { freeId } from '../src/pages/sites/ids.ts';
import { periodOf, shifted } from '../src/pages/sites/period.ts';

test('a path is split into decoded segments', () => {
  const place = placeOf('/devices/a%2Fb%23c', '?range=7d');
  assert.deepEqual(place.segments, ['devices', 'a/b#c']);
  assert.equal(place.search.get('range'), '7d');
  assert.deepEqual(placeOf('/devices/100%', '').segments, ['devices', '100%']);
});

test('a change of the address keeps other parameters', () => {
  const search = new URLSearchParams('q=x&page=2');
  assert.equal(addressWith('/', search, { page: null, status: 'active' }), '/?q=x&status=active');
  assert.equal(addressWith('/', search, { q: '', page: '' }), '/');
});

test('a range is a preset or two instants', () => {
  assert.deepEqual(chosenOf(new URLSearchParams('')), { preset: '24h' });
  assert.deepEqual(chosenOf(new URLSearchParams('range=7d')), { preset: '7d' });
  assert.deepEqual(chosenOf(new URLSearchParams('from=1000&to=2000')), { range: { from: 1000, to: 2000 } });
  assert.deepEqual(chosenOf(new URLSearchParams('from=2000&to=1000')), { preset: '24h' });
  assert.deepEqual(chosenOf(new URLSearchParams({ range: '7d', ...drawnRange({ from: 1, to: 2 }) })), {
    range: { from: 1, to: 2 },
  });
});

test('the tier describes what the chart shows', () => {
  assert.equal(tierLabel('raw', false), 'Raw readings');
  assert.equal(tierLabel('raw', true), 'Raw readings, thinned for the screen');
  assert.equal(tierLabel('hour', false), 'Hours: average, lowest to highest');
});

test('a changed list of devices starts at its first page', () => {
  const query = queryOf(new URLSearchParams('sort=temperature&page=abc&offset=50'));
  assert.equal(query.order, 'desc');
  assert.deepEqual(listing({ q: 'x' }), { page: null, offset: null, q: 'x' });
  assert.equal(sorting(query, 'temperature').order, 'asc');
  assert.equal(sorting(query, 'name').order, 'asc');
  assert.equal(sorting(query, 'name').page, null);
});

test('of many locations the most important are shown, sorted by name', () => {
  const place = (location: string, worst: Location['worst'], online = 1) => ({
    location,
    devices: 1,
    online,
    alerts: worst ? 1 : 0,
    worst,
  });
  const places = byName([
    place('hall 10', 'low'),
    place('hall 9', null),
    place('hall 2', 'high'),
    place('hall 1', null, 0),
  ]);
  const names = (some: Location[]) => some.map(one => one.location);
  assert.deepEqual(names(places), ['hall 1', 'hall 2', 'hall 9', 'hall 10']);
  assert.deepEqual(mostTelling(places, 4, ''), places);
  assert.deepEqual(names(mostTelling(places, 3, '')), ['hall 1', 'hall 2', 'hall 10']);
  assert.deepEqual(names(mostTelling(places, 2, 'hall 9')), ['hall 2', 'hall 9']);
});

test('page tokens lead forwards, remembered pages lead back', () => {
  const at = (page: string, offset: number) => queryOf(new URLSearchParams({ page, offset: String(offset) }));
  assert.deepEqual(pageAfter(at('', 0), 'a', 50), { page: 'a', offset: '50' });
  assert.deepEqual(pageAfter(at('a', 50), 'b', 100), { page: 'b', offset: '100' });
  assert.deepEqual(pageBefore(at('b', 100)), { page: 'a', offset: '50' });
  assert.deepEqual(pageBefore(at('a', 50)), { page: null, offset: null });
  assert.deepEqual(pageBefore(at('from-a-link', 500)), { page: null, offset: null });
});

test('filters with any characters survive the address', () => {
  const filters = [
    { by: 'page', operator: 'is' as const, values: ['/a;b|c%3B:d', '/x'] },
    { by: 'source', operator: 'is_not' as const, values: ['Google'] },
  ];
  assert.deepEqual(parseFilters(formatFilters(filters)), filters);
  assert.equal(formatFilters([{ by: 'page', operator: 'is', values: ['/pricing'] }]), 'page:is:/pricing');
});

test('invalid filters are left out', () => {
  assert.deepEqual(parseFilters('nonsense;page:is:;page:near:/x;who:is:me'), []);
  assert.deepEqual(parseFilters(null), []);
});

test('a click adds a filter, a second click removes it', () => {
  const one = toggled([], 'page', '/a');
  assert.ok(isFiltered(one, 'page', '/a'));
  const two = toggled(one, 'page', '/b');
  assert.deepEqual(two[0]!.values, ['/a', '/b']);
  assert.deepEqual(toggled(toggled(two, 'page', '/a'), 'page', '/b'), []);
});

test('a repeated filter is kept once', () => {
  const filter = { by: 'os', operator: 'is' as const, values: ['Linux'] };
  assert.deepEqual(added([filter], filter), [filter]);
});

test('periods step by their own length, whole months by months', () => {
  assert.deepEqual(shifted('2026-11-10', '2026-11-17', -1), { from: '2026-11-03', to: '2026-11-10' });
  assert.deepEqual(shifted('2026-03-01', '2026-04-01', -1), { from: '2026-02-01', to: '2026-03-01' });
  assert.deepEqual(shifted('2026-01-01', '2026-02-01', 1), { from: '2026-02-01', to: '2026-03-01' });
});

test('a custom period needs two dates in order', () => {
  assert.equal(periodOf(new URLSearchParams('period=custom&from=2026-01-01&to=2026-02-01')).period, 'custom');
  assert.equal(periodOf(new URLSearchParams('period=custom&from=2026-02-01&to=2026-01-01')).period, '30d');
  assert.equal(periodOf(new URLSearchParams('period=bogus')).period, '30d');
});

test('an id is made from a title and is unique', () => {
  assert.equal(freeId('Signed up!', [], 'goal'), 'signed-up');
  assert.equal(freeId('Über uns', [], 'goal'), 'uber-uns');
  assert.equal(freeId('お問い合わせ', [], 'goal'), 'goal');
  assert.equal(freeId('Регистрация', ['goal', 'goal-2'], 'goal'), 'goal-3');
  assert.equal(freeId('Signed up', ['signed-up'], 'goal'), 'signed-up-2');
});

test('a rule on silence states its duration', () => {
  const silent = { name: 's', kind: 'silent', severity: 'low' } as const;
  assert.equal(sentence({ ...silent, for: 'PT30M' }), 'The device is silent for 30 min');
  assert.equal(sentence({ ...silent, per: 'PT10M' }), 'The device is silent for 10 min');
  const kept = ruleOf(draftOf({ ...silent, per: 'PT10M' }));
  assert.ok(typeof kept !== 'string');
  assert.deepEqual([kept.for, kept.per], ['PT600S', null]);
});
