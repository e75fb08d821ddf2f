/** The period of a site's statistics, in the syntax of the address and the API. Custom periods are half-open: `to` is excluded. */

export const PERIODS = [
  { value: 'today', label: 'Today', key: 'd' },
  { value: 'yesterday', label: 'Yesterday', key: 'e' },
  { value: '7d', label: 'Last 7 days', key: 'w' },
  { value: '30d', label: 'Last 30 days', key: 't' },
  { value: 'month', label: 'Month to date', key: 'm' },
  { value: '12mo', label: 'Last 12 months', key: 'y' },
] as const;

export type Period = (typeof PERIODS)[number]['value'] | 'custom';
export const USUAL: Period = '30d';

export interface ChosenPeriod {
  period: Period;
  from: string | null;
  to: string | null;
}

const DATE = /^\d{4}-\d\d-\d\d$/;

export function periodOf(search: URLSearchParams): ChosenPeriod {
  const from = search.get('from');
  const to = search.get('to');
  if (search.get('period') === 'custom' && from && to && DATE.test(from) && DATE.test(to) && from < to)
    return { period: 'custom', from, to };
  const known = PERIODS.find(entry => entry.value === search.get('period'));
  return { period: known?.value ?? USUAL, from: null, to: null };
}

export function choosing(period: Period): Record<string, string | null> {
  return { period: period === USUAL ? null : period, from: null, to: null, view: null };
}

export function custom(from: string, to: string): Record<string, string | null> {
  return { period: 'custom', from, to, view: null };
}

export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(date + 'T00:00:00Z') + days * 86_400_000).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The period moved by a number of its lengths; whole months stay whole months. */
export function shifted(from: string, to: string, steps: number): { from: string; to: string } {
  if (from.endsWith('-01') && to.endsWith('-01')) {
    const months = monthsBetween(from, to) * steps;
    return { from: plusMonths(from, months), to: plusMonths(to, months) };
  }
  const days = daysBetween(from, to) * steps;
  return { from: plusDays(from, days), to: plusDays(to, days) };
}

function monthsBetween(from: string, to: string): number {
  const [fromYear, fromMonth] = from.split('-').map(Number) as [number, number];
  const [toYear, toMonth] = to.split('-').map(Number) as [number, number];
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

function plusMonths(date: string, months: number): string {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "1 – 7 Nov 2026", abbreviated in the user's language. */
export function periodLabel(from: string, to: string): string {
  const first = new Date(from + 'T00:00:00Z');
  const last = new Date(plusDays(to, -1) + 'T00:00:00Z');
  return first >= last ? day.format(first) : day.formatRange(first, last);
}
