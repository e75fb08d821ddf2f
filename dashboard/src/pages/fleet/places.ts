import type { Location } from '../../api/types.ts';
import { rankOf, SEVERITIES } from '../../parts/severity.ts';

const collator = new Intl.Collator(undefined, { numeric: true });

/** Places by name, as people count: hall 2 before hall 10. */
export function byName(places: Location[]): Location[] {
  return [...places].sort((a, b) => collator.compare(a.location, b.location));
}

/** At most so many places: the chosen one, those where most is wrong, then the first by name. In the order they had. */
export function mostTelling(places: Location[], most: number, chosen: string): Location[] {
  if (places.length <= most) return places;
  const kept = new Set([...places].sort((a, b) => rank(a, chosen) - rank(b, chosen)).slice(0, most));
  return places.filter(place => kept.has(place));
}

function rank(place: Location, chosen: string): number {
  if (place.location === chosen) return -1;
  if (place.worst) return rankOf(place.worst);
  return SEVERITIES.length + (place.online < place.devices ? 0 : 1);
}
