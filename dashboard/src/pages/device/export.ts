import type { Series } from '../../api/types.ts';

/** Rows of the chart, one for each instant at which any field has a value. */
export interface ShownRow {
  at: number;
  values: Record<string, { avg: number | null; min: number | null; max: number | null }>;
}

export function rowsOf(series: Series): ShownRow[] {
  const rows = new Map<number, ShownRow>();
  for (const [field, column] of Object.entries(series.fields)) {
    column.t.forEach((at, i) => {
      const row = rows.get(at) ?? { at, values: {} };
      row.values[field] = { avg: column.avg[i] ?? null, min: column.min?.[i] ?? null, max: column.max?.[i] ?? null };
      rows.set(at, row);
    });
  }
  return [...rows.values()].sort((a, b) => a.at - b.at);
}

/** The chart's data as CSV, by RFC 4180. */
export function csvOf(series: Series): string {
  const fields = Object.keys(series.fields);
  const raw = series.tier === 'raw';
  const head = ['at', ...fields.flatMap(field => (raw ? [field] : [`${field}.avg`, `${field}.min`, `${field}.max`]))];
  const lines = rowsOf(series).map(row => [
    new Date(row.at).toISOString(),
    ...fields.flatMap(field => {
      const value = row.values[field];
      return raw ? [value?.avg] : [value?.avg, value?.min, value?.max];
    }),
  ]);
  return [head, ...lines].map(line => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

function cell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
