import type { Line, Tier } from '../api/types.ts';

const STEP: Partial<Record<Tier, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 31 * 86_400_000,
};

/** Columns whose line breaks where readings are missing for longer than usual. */
export interface Drawn {
  t: number[];
  avg: (number | null)[];
  min: (number | null)[] | null;
  max: (number | null)[] | null;
}

/** How far apart neighbours may be before the line between them breaks. */
export function longestStep(t: number[], tier: Tier): number {
  const step = STEP[tier];
  if (step) return step * 1.5;
  if (t.length < 3) return Infinity;
  const steps = t
    .slice(1)
    .map((at, i) => at - t[i]!)
    .sort((a, b) => a - b);
  // Downsampled readings are spaced unevenly, so the larger distances decide.
  return Math.max(4 * steps[Math.floor(steps.length * 0.75)]!, 1000);
}

export function withGaps(column: Line, tier: Tier): Drawn {
  const limit = longestStep(column.t, tier);
  const out: Drawn = { t: [], avg: [], min: column.min ? [] : null, max: column.max ? [] : null };
  column.t.forEach((at, i) => {
    const before = column.t[i - 1];
    if (before !== undefined && at - before > limit) {
      out.t.push(before + 1);
      out.avg.push(null);
      out.min?.push(null);
      out.max?.push(null);
    }
    out.t.push(at);
    out.avg.push(column.avg[i] ?? null);
    out.min?.push(column.min?.[i] ?? null);
    out.max?.push(column.max?.[i] ?? null);
  });
  return out;
}

/** The minimum of a column, or null if it is empty. A loop, because a call is limited to some ten thousand arguments. */
export function lowest(column: readonly (number | null)[]): number | null {
  let low: number | null = null;
  for (const value of column) if (value !== null && (low === null || value < low)) low = value;
  return low;
}

export function highest(column: readonly (number | null)[]): number | null {
  let high: number | null = null;
  for (const value of column) if (value !== null && (high === null || value > high)) high = value;
  return high;
}

/** The minimum and maximum of several columns with a margin, or 0 to 1 if they are empty. */
export function extent(columns: (readonly (number | null)[] | null | undefined)[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (const value of column ?? []) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  const air = (high - low) * 0.08 || Math.abs(high) * 0.05 || 1;
  return [low - air, high + air];
}
