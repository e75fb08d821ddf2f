import type { Interval, Metric } from '../../api/types.ts';
import { SECONDS, steps, WHOLE } from '../../charts/ticks.ts';
import { compact, measure, noun, percent, whole } from '../../format/numbers.ts';
import { sessionLength } from '../../format/times.ts';

export interface MetricInfo {
  name: Metric;
  label: string;
  /** The noun for one of them, if the metric is a count. */
  one?: string;
  /** The allowed distances of axis ticks. */
  steps: number[];
  /** Short, for tiles and axes. */
  short: (value: number) => string;
  exact: (value: number) => string;
  /** Fewer is better: a falling bounce rate is good news. */
  lowIsGood?: true;
}

const twoDigits = (value: number) => measure(Math.round(value * 100) / 100);

export const METRICS: MetricInfo[] = [
  { name: 'visitors', label: 'Visitors', one: 'visitor', steps: WHOLE, short: compact, exact: whole },
  { name: 'sessions', label: 'Sessions', one: 'session', steps: WHOLE, short: compact, exact: whole },
  { name: 'pageViews', label: 'Page views', one: 'page view', steps: WHOLE, short: compact, exact: whole },
  { name: 'viewsPerSession', label: 'Views per session', steps: steps(0.01), short: twoDigits, exact: twoDigits },
  { name: 'bounceRate', label: 'Bounce rate', steps: steps(0.001), short: percent, exact: percent, lowIsGood: true },
  { name: 'sessionDuration', label: 'Session duration', steps: SECONDS, short: sessionLength, exact: sessionLength },
];

/** The metric's name beside a value: "1 visitor", "2 visitors". */
export function unitOf(metric: MetricInfo, value: number | null): string {
  const many = metric.label.toLowerCase();
  return metric.one ? noun(value, metric.one, many) : many;
}

export function metricOf(name: string | null): MetricInfo {
  return METRICS.find(metric => metric.name === name) ?? METRICS[0]!;
}

/** 'up' is good news, 'down' is bad news, '' is neither. */
export function mood(metric: MetricInfo, change: number | null): 'up' | 'down' | '' {
  if (change === null || Math.abs(change) < 0.005) return '';
  return change > 0 === !metric.lowIsGood ? 'up' : 'down';
}

/** The local time in a zone, in ISO format to the minute. */
export function localTime(now: number, zone: string): string {
  // The Swedish date format is that of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(now)
    .replace(' ', 'T');
}

/** Whether a slot is the current one of the site, whose value still grows. */
export function inProgress(slot: string, interval: Interval, zone: string, now: number): boolean {
  const local = localTime(now, zone);
  const digits = { month: 7, day: 10, hour: 13, minute: 16 }[interval];
  return slot.slice(0, digits) === local.slice(0, digits);
}

const formats: Record<Interval, Intl.DateTimeFormat> = {
  minute: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
  hour: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
};
const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** The label of a slot. Its text is the site's local time, which is shown as it is, whatever the user's zone is. */
export function slotLabel(local: string, interval: Interval, long = false): string {
  const text = local.length <= 10 ? (local.length === 7 ? local + '-01' : local) + 'T00:00:00' : local;
  const date = new Date(text.replace(/(Z|[+-]\d\d:?\d\d)$/, '') + 'Z');
  if (Number.isNaN(date.getTime())) return local;
  return (long && interval === 'day' ? weekday : formats[interval]).format(date);
}
