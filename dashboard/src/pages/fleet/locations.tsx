import { useState } from 'preact/hooks';
import type { Location } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { BLANK, counted, whole } from '../../format/numbers.ts';
import { mostTelling } from './places.ts';
import { listing } from './query.ts';

/** Two rows on a wide screen. */
const FEW = 16;

/** Locations as tiles, coloured by their worst open alert. If there are many, those with the worst alerts are shown. */
export function Locations({ locations, count, chosen }: { locations: Location[]; count: number; chosen: string }) {
  const [all, setAll] = useState(false);
  if (!locations.length) return null;
  const shown = all ? locations : mostTelling(locations, FEW, chosen);
  return (
    <section aria-label="Locations">
      <ul class="locations">
        {shown.map(place => (
          <li key={place.location}>
            <button
              class={'location ' + (place.worst ?? (place.online < place.devices ? 'some-offline' : ''))}
              aria-pressed={chosen === place.location}
              onClick={() => turn(listing({ location: chosen === place.location ? null : place.location }))}
            >
              <span class="location-name clip">{place.location}</span>
              <span class="location-count">
                {whole(place.online)}
                <span class="muted">/{whole(place.devices)} online</span>
              </span>
              <span class="location-alerts">{place.alerts ? counted(place.alerts, 'alert') : BLANK}</span>
            </button>
          </li>
        ))}
      </ul>
      {locations.length > FEW && (
        <button class="button small quiet more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? 'Show fewer'
            : `Show ${count > locations.length ? '' : 'all '}${counted(locations.length, 'location')}`}
        </button>
      )}
      {count > locations.length && (
        <p class="muted">
          {count - locations.length === 1
            ? '1 more location needs less attention and is not shown'
            : `${whole(count - locations.length)} more locations need less attention and are not shown`}
          ; search for one in the list of devices.
        </p>
      )}
    </section>
  );
}
