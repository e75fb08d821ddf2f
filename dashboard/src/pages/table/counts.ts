import type { Partition } from '../../api/types.ts';
import { compact } from '../../format/numbers.ts';

/** The server counts so many items of a kind and says that there are more. */
const COUNTED = 200;

/** How many items a partition holds: "37", or "412+" where not all were counted. */
export function totalOf(partition: Partition): string {
  const total = Object.values(partition.kinds).reduce((sum, count) => sum + count, 0);
  return total ? compact(total) + (partition.more ? '+' : '') : '';
}

/** How many of each kind: "devices: 1, readings: 200+". Names of kinds are declared by the application. */
export function kindsOf(partition: Partition): string {
  return Object.entries(partition.kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind}: ${count}${partition.more && count >= COUNTED ? '+' : ''}`)
    .join(', ');
}
