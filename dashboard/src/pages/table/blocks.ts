import type { BlockRow } from '../../api/types.ts';

/** The columns of events whose fields may differ, in the order of their names. */
export function blockColumns(rows: BlockRow[]): string[] {
  return [...new Set(rows.flatMap(row => Object.keys(row.values)))].sort();
}

/** The entry of a map, such as `fields.temperature`, has the name of the entry; the whole name is its tooltip. */
export function columnTitle(column: string): string {
  const dot = column.indexOf('.');
  return dot < 0 || dot === column.length - 1 ? column : column.slice(dot + 1);
}
