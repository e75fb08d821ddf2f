import type { Partition } from '../../api/types.ts';
import { compact } from '../../format/numbers.ts';

/** The server counts this many items of a kind, and then says that there are more. */
const COUNTED = 200;

/** The number of items in a partition: "37", or "412+" if not all were counted. */
export function totalOf(partition: Partition): string {
  const total = Object.values(partition.kinds).reduce((sum, count) => sum + count, 0);
  return total ? compact(total) + (partition.more ? '+' : '') : '';
}

/** The number of each kind: "devices: 1, readings: 200+". The application declares the names of kinds. */
export function kindsOf(partition: Partition): string {
  return Object.entries(partition.kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind}: ${count}${partition.more && count >= COUNTED ? '+' : ''}`)
    .join(', ');
}
