import { useFleet } from '../../app/fleet.tsx';
import { useTitle } from '../../app/title.ts';
import { timeOf } from '../../format/times.ts';
import { Shown, Skeleton } from '../../parts/states.tsx';
import { Devices } from './devices.tsx';
import { Locations } from './locations.tsx';
import { queryOf } from './query.ts';
import { Summary } from './summary.tsx';

export function FleetPage({ search }: { search: URLSearchParams }) {
  useTitle('Fleet');
  const fleet = useFleet();
  const query = queryOf(search);
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Fleet</h1>
          <p class="sub">{fleet.data ? `as of ${timeOf(fleet.data.at)}` : ' '}</p>
        </div>
      </div>
      <Shown of={fleet} skeleton={<SummarySkeleton />}>
        {data => (
          <div class="stack">
            <Summary fleet={data} query={query} />
            <Locations locations={data.locations} chosen={query.location} />
          </div>
        )}
      </Shown>
      <Devices
        query={query}
        fields={fleet.data?.fields ?? []}
        locations={fleet.data?.locations.map(place => place.location) ?? []}
      />
    </div>
  );
}

function SummarySkeleton() {
  return (
    <div class="stack" aria-hidden="true">
      <div class="panel summary">
        {[0, 1, 2, 3].map(i => (
          <div class="stat" key={i}>
            <Skeleton height={12} width="60%" />
            <Skeleton height={24} width="40%" />
            <Skeleton height={12} width="80%" />
          </div>
        ))}
      </div>
      <div class="locations">
        {Array.from({ length: 12 }, (_, i) => (
          <Skeleton key={i} height={58} />
        ))}
      </div>
    </div>
  );
}
