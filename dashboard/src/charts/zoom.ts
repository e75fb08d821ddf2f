/** Ranges of time for zooming. All are half-open, in epoch milliseconds. */
export interface Range {
  from: number;
  to: number;
}

export const SHORTEST = 60_000;
export const LONGEST = 20 * 365 * 86_400_000;

/** A range around the point under the pointer: `at` stays at its place on the screen. */
export function zoomed(range: Range, at: number, factor: number): Range {
  const size = Math.min(LONGEST, Math.max(SHORTEST, (range.to - range.from) * factor));
  const share = (at - range.from) / (range.to - range.from);
  const from = Math.round(at - size * share);
  return { from, to: from + Math.round(size) };
}

/** Moved by a share of its length, but not beyond now. */
export function panned(range: Range, share: number, now: number): Range {
  const by = Math.min(Math.round((range.to - range.from) * share), Math.max(0, now - range.to));
  return { from: range.from + by, to: range.to + by };
}

/** A range selected with the mouse, at least as long as the shortest one. */
export function drawn(a: number, b: number): Range {
  const from = Math.round(Math.min(a, b));
  return { from, to: Math.max(Math.round(Math.max(a, b)), from + SHORTEST) };
}
