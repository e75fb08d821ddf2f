import type { Line, Series } from '../../api/types.ts';

/**
 * The series with one more reading, and without those that are now before the moving range. A reading that is older than the
 * last one waits for the next load.
 */
export function appended(series: Series, at: number, values: Record<string, number>, from: number): Series {
  const fields: Record<string, Line> = {};
  for (const [field, column] of Object.entries(series.fields)) {
    const first = column.t.findIndex(t => t >= from);
    const kept = first === 0 ? column : behind(column, first < 0 ? column.t.length : first);
    const value = values[field];
    fields[field] =
      value === undefined || at <= (column.t.at(-1) ?? 0)
        ? kept
        : { ...kept, t: [...kept.t, at], avg: [...kept.avg, value] };
  }
  return { ...series, fields };
}

function behind(column: Line, first: number): Line {
  return {
    t: column.t.slice(first),
    avg: column.avg.slice(first),
    ...(column.min ? { min: column.min.slice(first) } : {}),
    ...(column.max ? { max: column.max.slice(first) } : {}),
    ...(column.count ? { count: column.count.slice(first) } : {}),
  };
}
