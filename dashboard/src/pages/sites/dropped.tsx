import { path, read } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { SiteDropped } from '../../api/types.ts';
import { whole } from '../../format/numbers.ts';
import { Panel } from '../../parts/controls.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import type { ChosenPeriod } from './period.ts';

const REASONS: { name: keyof SiteDropped['total']; label: string; title: string }[] = [
  { name: 'bots', label: 'Bots', title: 'Known bots, and requests without a user agent' },
  { name: 'doNotTrack', label: 'Do Not Track', title: 'The browser sent DNT: 1' },
  { name: 'globalPrivacyControl', label: 'Global Privacy Control', title: 'The browser sent Sec-GPC: 1' },
  { name: 'overRate', label: 'Over the rate', title: 'One address sent more hits per second than the server takes' },
  {
    name: 'withoutSession',
    label: 'After the session',
    title: 'The time on a page arrived when its session was over',
  },
];

/** The hits that the server received in the period and did not count, by reason. */
export function DroppedPanel({ site, period }: { site: string; period: ChosenPeriod }) {
  const dropped = useLoad(`${site} ${JSON.stringify(period)}`, signal =>
    read<SiteDropped>(path('sites', site, 'dropped'), { ...period }, signal),
  );
  useEvery(60_000, dropped.reload);
  return (
    <Panel title="Not counted" note="Hits that were received and dropped. Days are those of UTC; filters do not apply.">
      <Shown of={dropped} skeleton={<SkeletonRows rows={3} height={30} />}>
        {({ total }) => {
          const rows = REASONS.filter(reason => total[reason.name] > 0);
          const most = Math.max(...rows.map(reason => total[reason.name]));
          return rows.length ? (
            <ul class="breakdown ends">
              {rows.map(({ name, label, title }) => (
                <li key={name} class="bar-row" title={title}>
                  <span class="bar" style={{ width: `${(total[name] / most) * 100}%` }} />
                  <span class="bar-label clip">{label}</span>
                  <span class="bar-count">{whole(total[name])}</span>
                </li>
              ))}
            </ul>
          ) : (
            <Empty title="Every hit was counted" />
          );
        }}
      </Shown>
    </Panel>
  );
}
