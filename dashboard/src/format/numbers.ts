/** Numbers in the user's language. */

const plain = new Intl.NumberFormat();
const compactNumber = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percentage = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const precisePercentage = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const NOTHING = '–';

/** Keeps the height of a line whose text has not loaded yet. */
export const BLANK = '\u00a0';

export function whole(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : plain.format(value);
}

/** The noun for a number of things: "visitor" for one, "visitors" for any other number. */
export function noun(count: number | null | undefined, one: string, many = one + 's'): string {
  return count === 1 ? one : many;
}

/** A number of things: "1 visitor", "1,200 visitors". */
export function counted(count: number | null | undefined, one: string, many = one + 's'): string {
  return `${whole(count)} ${noun(count, one, many)}`;
}

/** 12,345 as 12.3K; small numbers stay as they are. */
export function compact(value: number): string {
  return Math.abs(value) < 10_000 ? plain.format(Math.round(value)) : compactNumber.format(value);
}

const measures = [0, 1, 2, 3].map(
  digits => new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** A measured value. The number of digits depends only on its size, so that columns align. */
export function measure(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
  return measures[digits]!.format(value);
}

export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined) return NOTHING;
  return (share !== 0 && Math.abs(share) < 0.1 ? precisePercentage : percentage).format(share);
}

/** A change against another period: +12%, −3%. */
export function change(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  if (Math.abs(value) >= 100) return value > 0 ? '>+9,999%' : NOTHING;
  const text = percentage.format(Math.abs(value));
  return value > 0.005 ? '+' + text : value < -0.005 ? '−' + text : text;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? plain.format(size) : measures[size >= 100 ? 0 : 1]!.format(size)} ${UNITS[unit]}`;
}

/** The name of a field for people: `batteryLevel` is "Battery level". */
export function fieldName(field: string): string {
  // Chemical and similar short names: co2, pm25.
  if (/^[a-z]{1,3}\d+$/.test(field)) return field.toUpperCase();
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
