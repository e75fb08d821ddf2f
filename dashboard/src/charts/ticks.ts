/** Ticks of a value axis: their distances and distinct labels. */

const LARGEST = 1e15;

/** Steps of 1, 2 and 5 times a power of ten, from a smallest one on. */
export function steps(least: number): number[] {
  const all: number[] = [];
  for (let power = Math.round(Math.log10(least)); 10 ** power <= LARGEST; power++) {
    for (const digit of [1, 2, 5]) all.push(Number(`${digit}e${power}`));
  }
  return all;
}

/** For counts, which have no fractions. */
export const WHOLE = steps(1);

/** For seconds that are shown as minutes. */
export const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

/** A measured value beside a tick, short. */
export function tickValue(value: number): string {
  return Math.abs(value) >= 10_000
    ? Intl.NumberFormat(undefined, { notation: 'compact' }).format(value)
    : String(Math.round(value * 1000) / 1000);
}

/**
 * The labels of ticks. If the format gives two ticks the same label, all get enough digits to differ. uPlot passes null
 * for a tick that has no room.
 */
export function distinct(ticks: (number | null)[], format: (value: number) => string): string[] {
  const write = (as: (value: number) => string) => ticks.map(tick => (tick === null ? '' : as(tick)));
  const many = ticks.filter(tick => tick !== null).length;
  const differ = (labels: string[]) => new Set(labels.filter(label => label !== '')).size === many;
  const labels = write(format);
  if (differ(labels)) return labels;
  for (let digits = 3; digits < 21; digits++) {
    const precise = write(new Intl.NumberFormat(undefined, { maximumSignificantDigits: digits }).format);
    if (differ(precise)) return precise;
  }
  return labels;
}
