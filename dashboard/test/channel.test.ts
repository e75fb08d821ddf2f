import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '../src/api/types.ts';
import { bodyOf, draftOf, route } from '../src/pages/alerts/channel.ts';

const MAIL: Channel = {
  name: 'ops',
  kind: 'email',
  target: 'ops@example.org',
  minSeverity: 'high',
  rules: ['too-hot', 'silent'],
  locations: [],
  mail: {
    host: 'mail.example.org',
    port: 587,
    security: 'starttls',
    user: 'varve',
    from: 'a@example.org',
    to: ['b@example.org'],
  },
  createdAt: '2026-04-20T14:00:00Z',
  updatedAt: '2026-04-20T14:00:00Z',
};

test('an edited channel keeps its settings and sends no empty secret', () => {
  assert.deepEqual(bodyOf(draftOf(MAIL)), {
    kind: 'email',
    minSeverity: 'high',
    rules: ['too-hot', 'silent'],
    locations: [],
    host: 'mail.example.org',
    port: 587,
    security: 'starttls',
    user: 'varve',
    from: 'a@example.org',
    to: ['b@example.org'],
  });
});

test('fields of another kind are left out', () => {
  const draft = { ...draftOf(MAIL), kind: 'slack' as const, url: ' https://example.org/x ' };
  assert.deepEqual(Object.keys(bodyOf(draft)), ['kind', 'minSeverity', 'rules', 'locations', 'url']);
  assert.equal(bodyOf(draft)['url'], 'https://example.org/x');
});

test('a route is a sentence', () => {
  assert.equal(route(MAIL), 'high alerts and above; rules too-hot, silent');
  assert.equal(route({ ...MAIL, minSeverity: null, rules: [] }), 'all alerts');
  assert.equal(
    route({ ...MAIL, minSeverity: 'critical', rules: [], locations: ['hall-1'] }),
    'critical alerts; locations hall-1',
  );
});
