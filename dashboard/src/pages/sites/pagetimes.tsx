import { path, read } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { PageTimes } from '../../api/types.ts';
import { sessionLength } from '../../format/times.ts';
import { Panel } from '../../parts/controls.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import type { Scope } from './site.tsx';

const ROWS = 5;

/** The average time for which a view of a page was visible. */
export function PageTimesPanel({ scope }: { scope: Scope }) {
  const times = useLoad(scope.key, signal =>
    read<PageTimes>(path('sites', scope.site, 'page-times'), { ...scope.parameters, limit: ROWS }, signal),
  );
  useEvery(60_000, times.reload);
  return (
    <Panel title="Time on page" note="The average time for which a page was visible, of the pages with the most views.">
      <Shown of={times} skeleton={<SkeletonRows rows={3} height={30} />}>
        {({ rows }) => {
          const most = Math.max(1, ...rows.map(row => row.seconds));
          return rows.length ? (
            <ul class="breakdown ends">
              {rows.map(row => (
                <li key={row.page} class="bar-row">
                  <span class="bar" style={{ width: `${(row.seconds / most) * 100}%` }} />
                  <span class="bar-label clip">{row.page}</span>
                  <span class="bar-count">{sessionLength(Math.round(row.seconds))}</span>
                </li>
              ))}
            </ul>
          ) : (
            <Empty title="No page reported a time" />
          );
        }}
      </Shown>
    </Panel>
  );
}
