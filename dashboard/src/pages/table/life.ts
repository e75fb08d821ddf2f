/** The retention of items: how much of it is left, and the position of ages on a logarithmic line from minutes to years. */

import type { Kind } from '../../api/types.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** The end of the line. */
const END = 20 * YEAR;

export const TICKS = [
  { age: 10 * MINUTE, label: '10 min', minor: false },
  { age: HOUR, label: '1 hour', minor: true },
  { age: 6 * HOUR, label: '6 h', minor: true },
  { age: DAY, label: '1 day', minor: false },
  { age: 7 * DAY, label: '7 days', minor: true },
  { age: 30 * DAY, label: '30 days', minor: false },
  { age: 90 * DAY, label: '90 days', minor: true },
  { age: YEAR, label: '1 year', minor: true },
  { age: 2 * YEAR, label: '2 years', minor: false },
] as const;

/** The position of an age, from 0 (now) to 1 (years ago), on a logarithmic scale. */
export function place(ageSeconds: number): number {
  const first = 2 * MINUTE;
  return Math.min(1, Math.log1p(ageSeconds / first) / Math.log1p(END / first));
}

/** The remaining share of an item's retention, from 1 (just written) to 0 (expired). It is 1 for items without expiry. */
export function remaining(ttl: number | null, keepSeconds: number | null, nowSeconds: number): number {
  if (ttl === null) return 1;
  const left = ttl - nowSeconds;
  if (left <= 0) return 0;
  return keepSeconds === null || keepSeconds <= 0 ? 1 : Math.min(1, left / keepSeconds);
}

/** The palest colour of an item that has not expired, so that it stays visible. */
export function opacity(left: number): number {
  return 0.14 + 0.86 * left;
}

const STOPS = 12;

/** The colours of a layer along the line of ages: it pales as its items expire. */
export function layerGradient(color: string, keepSeconds: number | null): string {
  if (keepSeconds === null)
    return `linear-gradient(90deg, ${color} 0 88%, color-mix(in srgb, ${color} 80%, transparent) 100%)`;
  const end = place(keepSeconds);
  const stops = Array.from({ length: STOPS + 1 }, (_, i) => {
    const at = (end * i) / STOPS;
    const share = opacity(Math.max(0, 1 - ageAt(at) / keepSeconds));
    return `color-mix(in srgb, ${color} ${Math.round(share * 100)}%, transparent) ${((at / end) * 100).toFixed(1)}%`;
  });
  return `linear-gradient(90deg, ${stops.join(', ')})`;
}

/** The age at a position: the inverse of `place`. */
export function ageAt(at: number): number {
  const first = 2 * MINUTE;
  return Math.expm1(at * Math.log1p(END / first)) * first;
}

export interface Group {
  partition: string;
  kinds: Kind[];
}

/** Kinds grouped by the partition that they share. */
export function groups(kinds: Kind[]): Group[] {
  const out = new Map<string, Group>();
  for (const kind of kinds) {
    const group = out.get(kind.partition) ?? { partition: kind.partition, kinds: [] };
    group.kinds.push(kind);
    out.set(kind.partition, group);
  }
  return [...out.values()];
}

const COLOURS = 14;

/** Each kind has its own colour, by its position in the declarations of the table. */
export function kindColour(kinds: Kind[], kind: string | null): string {
  const at = kinds.findIndex(entry => entry.kind === kind);
  return at < 0 ? 'var(--faint)' : `var(--kind-${at % COLOURS})`;
}
