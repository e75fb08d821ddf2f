import type { Range } from '../../charts/zoom.ts';
import type { Tier } from '../../api/types.ts';
import { DAY, HOUR } from '../../format/times.ts';

/** Ranges that end now and move with the time. */
export const PRESETS = [
  { value: '1h', label: '1 h', span: HOUR },
  { value: '6h', label: '6 h', span: 6 * HOUR },
  { value: '24h', label: '24 h', span: DAY },
  { value: '7d', label: '7 d', span: 7 * DAY },
  { value: '30d', label: '30 d', span: 30 * DAY },
  { value: '90d', label: '90 d', span: 90 * DAY },
  { value: '1y', label: '1 y', span: 365 * DAY },
] as const;

export type Preset = (typeof PRESETS)[number]['value'];
export const USUAL: Preset = '24h';

/** The range in the address: a preset, or two instants in epoch milliseconds. */
export type Chosen = { preset: Preset } | { range: Range };

export function chosenOf(search: URLSearchParams): Chosen {
  const from = Number(search.get('from'));
  const to = Number(search.get('to'));
  if (from > 0 && to > from) return { range: { from, to } };
  const preset = PRESETS.find(entry => entry.value === search.get('range'));
  return { preset: preset?.value ?? USUAL };
}

export function spanOf(preset: Preset): number {
  return PRESETS.find(entry => entry.value === preset)!.span;
}

/** Address parameters of a selected range; the preset stays, so that the zoom can be reset. */
export function drawnRange(range: Range): { from: string; to: string } {
  return { from: String(range.from), to: String(range.to) };
}

const TIER: Record<Tier, string> = {
  raw: 'Raw readings',
  minute: 'Minutes',
  hour: 'Hours',
  day: 'Days',
  month: 'Months',
};

/** A short description of the chart: "Hours: average, lowest to highest". */
export function tierLabel(tier: Tier, thinned: boolean): string {
  if (tier === 'raw') return thinned ? TIER.raw + ', thinned for the screen' : TIER.raw;
  return `${TIER[tier]}: average, lowest to highest`;
}
