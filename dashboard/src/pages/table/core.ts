import { path, read } from '../../api/client.ts';
import type { Item, Kind, TableInfo } from '../../api/types.ts';
import { prefixOf, templateSegments } from './keys.ts';

/** A few items of one kind, from the oldest to the newest. */
export interface Layer {
  kind: Kind;
  items: Item[];
}

const DAY = 86_400;
const SHARES = [0.995, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1, 0.01];
const AGES = [365, 90, 30, 7, 1].map(days => days * DAY);
const FIRST = 3;

/**
 * Where to read items of a kind: spread over its retention if its keys are ordered by time, otherwise at its beginning. Each
 * is a sort key to start from.
 */
export function probes(kind: Kind, nowSeconds: number): { from: string; limit: number }[] {
  const prefix = prefixOf(kind.sort);
  const clock = templateSegments(kind.sort).find(segment => segment.part !== null)?.part;
  if (!clock || !/^at(:(minute|hour|day|month|year))?$/.test(clock)) return [{ from: prefix, limit: FIRST }];
  const ages = kind.keepSeconds === null ? AGES : SHARES.map(share => share * kind.keepSeconds!);
  return [
    { from: prefix, limit: 1 },
    ...ages.map(age => ({ from: prefix + new Date((nowSeconds - age) * 1000).toISOString(), limit: 1 })),
  ];
}

/** A sample of a partition: some items of each kind in it, in the order of their keys. */
export async function drill(table: TableInfo, kinds: Kind[], partition: string, signal: AbortSignal): Promise<Layer[]> {
  const target = path('table', table.name, 'items');
  const now = Date.now() / 1000;
  const layers = await Promise.all(
    kinds.map(async kind => {
      const pages = await Promise.all(
        probes(kind, now).map(probe =>
          read<{ items: Item[] }>(target, { partition, from: probe.from, limit: probe.limit }, signal),
        ),
      );
      const found = pages.flatMap(page => page.items).filter(item => item.kind === kind.kind);
      const items = [...new Map(found.map(item => [item.sort, item])).values()].sort((a, b) =>
        a.sort < b.sort ? -1 : 1,
      );
      return { kind, items };
    }),
  );
  return layers.filter(layer => layer.items.length).sort((a, b) => (a.items[0]!.sort < b.items[0]!.sort ? -1 : 1));
}
