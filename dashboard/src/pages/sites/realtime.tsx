import { path, read } from '../../api/client.ts';
import { useEvery, useLoad, type Loaded } from '../../api/load.ts';
import type { Realtime } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { counted, whole } from '../../format/numbers.ts';
import { useLive } from '../../live/live.ts';
import { Panel } from '../../parts/controls.tsx';
import { Empty, Shown, Skeleton } from '../../parts/states.tsx';

export function useRealtime(site: string): Loaded<Realtime> {
  const realtime = useLoad(site, signal => read<Realtime>(path('sites', site, 'realtime'), {}, signal));
  useLive(['site:' + site], {
    site: next => {
      if (next.siteId === site) realtime.change(data => ({ ...data, visitors5: next.visitors5 }));
    },
  });
  return realtime;
}

export function CurrentVisitors({ realtime, active }: { realtime: Loaded<Realtime>; active: boolean }) {
  return (
    <button
      class="current"
      aria-pressed={active}
      onClick={() => turn({ view: active ? null : 'realtime' })}
      title="Visitors of the last five minutes (R)"
    >
      <i class="dot" />
      <span aria-live="polite">
        {realtime.data ? counted(realtime.data.visitors5, 'current visitor') : 'current visitors'}
      </span>
    </button>
  );
}

export function RealtimePanel({ realtime }: { realtime: Loaded<Realtime> }) {
  useEvery(10_000, realtime.reload);
  return (
    <Shown of={realtime} skeleton={<Skeleton height={420} />}>
      {data => (
        <div class="stack">
          <Panel title="The last 30 minutes">
            <div class="realtime">
              <div>
                <span class="stat-label">Now (5 minutes)</span>
                <span class="realtime-now">{whole(data.visitors5)}</span>
              </div>
              <div>
                <span class="stat-label">30 minutes</span>
                <span class="realtime-now">{whole(data.visitors30)}</span>
              </div>
              <Minutes counts={data.pageViewsPerMinute} />
            </div>
          </Panel>
          <div class="grid-2">
            <Counts title="Pages" rows={data.pages} />
            <Counts title="Sources" rows={data.sources} />
          </div>
        </div>
      )}
    </Shown>
  );
}

function Minutes({ counts }: { counts: number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <figure class="minutes">
      <div
        class="minutes-bars"
        role="img"
        aria-label={`Page views in each of the last ${counted(counts.length, 'minute')}, at most ${most}`}
      >
        {counts.map((count, i) => (
          <i
            key={i}
            style={{ height: `${Math.max(2, (count / most) * 100)}%` }}
            title={`${counts.length - i - 1} min. ago: ${counted(count, 'page view')}`}
          />
        ))}
      </div>
      <figcaption class="spread muted">
        <span>{counts.length} min. ago</span>
        <span>page views per minute</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

function Counts({ title, rows }: { title: string; rows: { value: string; count: number }[] }) {
  const most = Math.max(1, ...rows.map(row => row.count));
  return (
    <Panel title={title}>
      {rows.length ? (
        <ul class="breakdown ends">
          {rows.map(row => (
            <li key={row.value} class="bar-row">
              <span class="bar" style={{ width: `${(row.count / most) * 100}%` }} />
              <span class="bar-label clip">{row.value || '(none)'}</span>
              <span class="bar-count">{whole(row.count)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title="Nobody in the last 30 minutes" />
      )}
    </Panel>
  );
}
