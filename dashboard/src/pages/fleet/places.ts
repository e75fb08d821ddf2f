import type { Location } from '../../api/types.ts';
import { rankOf, SEVERITIES } from '../../parts/severity.ts';

const collator = new Intl.Collator(undefined, { numeric: true });

/** Sorts locations by name, numbers by value: hall 2 before hall 10. */
export function byName(places: Location[]): Location[] {
  return [...places].sort((a, b) => collator.compare(a.location, b.location));
}

/** Limits locations: the chosen one, those with the worst alerts, then the first by name. Keeps their order. */
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
