import type { Reading } from '../../api/types.ts';
import type { ShownRow } from './export.ts';

/** Rows of readings with their texts by name. */
export interface TextRow extends ShownRow {
  texts: Record<string, string>;
}

/** Adds the texts of readings to rows, oldest first; a reading that has only texts gets a row of its own. */
export function withTexts(rows: ShownRow[], readings: Reading[]): TextRow[] {
  const joined = new Map<number, TextRow>(rows.map(row => [row.at, { ...row, texts: {} }]));
  for (const { at, texts } of readings) {
    if (!texts) continue;
    const time = Date.parse(at);
    const row = joined.get(time) ?? { at: time, values: {}, texts: {} };
    joined.set(time, { ...row, texts: { ...row.texts, ...texts } });
  }
  return [...joined.values()].sort((a, b) => a.at - b.at);
}

/** The names of all texts, sorted. */
export function textNames(rows: TextRow[]): string[] {
  return [...new Set(rows.flatMap(row => Object.keys(row.texts)))].sort();
}
