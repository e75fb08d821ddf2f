/** Instants, durations and calendar days in the user's language. */

import type { Tier } from '../api/types.ts';
import { counted, NOTHING } from './numbers.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const withoutSeconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const utcMonth = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });

export function instant(at: string | number | null): string {
  return at === null ? NOTHING : full.format(new Date(at));
}

export function minuteOf(at: string | number): string {
  return withoutSeconds.format(new Date(at));
}

export function dayOf(at: string | number): string {
  return date.format(new Date(at));
}

/** Whether the rows of a tier are days and months of UTC, whatever the user's zone is. */
export function inUtc(tier: Tier): boolean {
  return tier === 'day' || tier === 'month';
}

/** The time of a row of a tier. */
export function slotOf(at: string | number, tier: Tier): string {
  if (tier === 'raw') return instant(at);
  if (!inUtc(tier)) return minuteOf(at);
  return (tier === 'day' ? utcDate : utcMonth).format(new Date(at));
}

export function timeOf(at: string | number): string {
  return clock.format(new Date(at));
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', SECOND],
  ['minute', MINUTE],
  ['hour', HOUR],
  ['day', DAY],
  ['month', 30 * DAY],
  ['year', 365 * DAY],
];

/** How long ago, or how far ahead: "5 min. ago". */
export function ago(at: string | number | null, now: number): string {
  if (at === null) return 'never';
  const distance = new Date(at).getTime() - now;
  const size = Math.abs(distance);
  if (size < 5 * SECOND) return 'now';
  let [unit, length] = STEPS[0]!;
  for (const [nextUnit, nextLength] of STEPS) if (size >= nextLength) [unit, length] = [nextUnit, nextLength];
  return relative.format(Math.trunc(distance / length), unit);
}

const SPAN: [string, number][] = [
  ['y', 365 * DAY],
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
  ['s', SECOND],
];

/** A duration in its two largest units: "2 d 4 h". */
export function span(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds / SECOND) * SECOND);
  const parts: string[] = [];
  for (const [unit, length] of SPAN) {
    const count = Math.floor(rest / length);
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length) break;
    rest -= count * length;
    if (parts.length === 2) break;
  }
  return parts.length ? parts.join(' ') : '0 s';
}

/** A duration in its largest whole unit, for retention: "30 days", "2 years". */
export function keep(seconds: number | null): string {
  if (seconds === null) return 'kept';
  const units: [string, number][] = [
    ['year', 365 * 86400],
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ];
  const [unit, length] =
    units.find(([name, size]) => seconds >= size && (name !== 'year' || seconds % size === 0)) ?? units[4]!;
  const count = Math.round(seconds / length);
  return counted(count, unit);
}

const ISO = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO duration such as PT2M, or null if the text is none. */
export function isoDuration(text: string): number | null {
  const match = ISO.exec(text);
  if (!match || text === 'P' || text.endsWith('T')) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(part => Number(part ?? 0));
  return days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND;
}

/** Minutes and seconds of a session: "2m 05s". */
export function sessionLength(seconds: number): string {
  const rounded = Math.round(seconds);
  const minutes = Math.floor(rounded / 60);
  return minutes ? `${minutes}m ${String(rounded % 60).padStart(2, '0')}s` : `${rounded}s`;
}
