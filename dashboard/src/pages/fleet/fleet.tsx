import { useMemo } from 'preact/hooks';
import type { Fleet } from '../../api/types.ts';
import { useFleet } from '../../app/fleet.tsx';
import { useTitle } from '../../app/title.ts';
import { BLANK } from '../../format/numbers.ts';
import { timeOf } from '../../format/times.ts';
import { Shown, Skeleton } from '../../parts/states.tsx';
import { Devices } from './devices.tsx';
import { Locations } from './locations.tsx';
import { byName } from './places.ts';
import { queryOf } from './query.ts';
import { Summary } from './summary.tsx';

export function FleetPage({ search }: { search: URLSearchParams }) {
  useTitle('Fleet');
  const fleet = useFleet();
  const query = queryOf(search);
  const locations = useMemo(() => byName(fleet.data?.locations ?? []), [fleet.data?.locations]);
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Fleet</h1>
          <p class="sub">{fleet.data ? `as of ${timeOf(fleet.data.at)}` : BLANK}</p>
        </div>
      </div>
      <Shown of={fleet} skeleton={<SummarySkeleton />}>
        {data => (
          <div class="stack">
            <Summary fleet={data} query={query} />
            <Locations locations={locations} count={data.locationCount ?? locations.length} chosen={query.location} />
          </div>
        )}
      </Shown>
      <Devices query={query} fields={fleet.data?.fields ?? []} locations={locations.map(place => place.location)} />
    </div>
  );
}

/** An empty fleet, drawn like a real one, so that nothing moves when the data arrives. */
const GHOST: Fleet = {
  at: '',
  devices: { total: 100, active: 100, inactive: 10, maintenance: 10, deleting: 0, online: 90, offline: 10 },
  alerts: { critical: 10, high: 10, medium: 10, low: 10 },
  readingsLastMinute: 100,
  fields: ['temperature', 'humidity', 'pressure'],
  locations: [],
  locationCount: 0,
};

function SummarySkeleton() {
  return (
    <div class="stack ghost" aria-hidden="true" inert>
      <Summary fleet={GHOST} query={queryOf(new URLSearchParams())} />
      <div class="locations">
        {Array.from({ length: 12 }, (_, i) => (
          <Skeleton key={i} height={58} />
        ))}
      </div>
    </div>
  );
}
