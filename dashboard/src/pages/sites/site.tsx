import { useState } from 'preact/hooks';
import { path, read, type Parameters } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { GoalPage, Site, SiteList, SiteSeries, Stats } from '../../api/types.ts';
import { useAccess } from '../../app/access.tsx';
import { go, turn } from '../../app/router.ts';
import { useTitle } from '../../app/title.ts';
import { BLANK } from '../../format/numbers.ts';
import { Failure, Shown, Skeleton } from '../../parts/states.tsx';
import { BreakdownPanel } from './breakdown.tsx';
import { DroppedPanel } from './dropped.tsx';
import { FilterBar } from './filterbar.tsx';
import { formatFilters, parseFilters, toggled } from './filters.ts';
import { FunnelPanel } from './funnel.tsx';
import { GoalsPanel } from './goals.tsx';
import { metricOf } from './metrics.ts';
import { PageTimesPanel } from './pagetimes.tsx';
import { PeriodPicker } from './periodpicker.tsx';
import { periodOf } from './period.ts';
import { CurrentVisitors, RealtimePanel, useRealtime } from './realtime.tsx';
import { SettingsDialog } from './settings.tsx';
import { ShareDialog } from './share.tsx';
import { SiteChart } from './sitechart.tsx';
import { MOST_SITES } from './sites.tsx';
import { StatRow } from './stats.tsx';

const COMPARE = [
  { value: 'previous', label: 'Against previous period' },
  { value: 'year', label: 'Against year before' },
  { value: 'none', label: 'No comparison' },
] as const;

/** The site and parameters that all panels of the page share. */
export interface Scope {
  site: string;
  parameters: Parameters;
  /** Changes whenever the parameters do. */
  key: string;
}

export function SitePage({ id, search }: { id: string; search: URLSearchParams }) {
  const site = useLoad(id, signal => read<Site>(path('sites', id), {}, signal));
  const access = useAccess();
  const isAlone = access?.site != null;
  const [dialog, setDialog] = useState<'sharing' | 'settings' | null>(null);
  const sites = useLoad(access && !isAlone ? 'sites' : null, signal =>
    read<SiteList>('/sites', { limit: MOST_SITES }, signal),
  );
  useTitle(site.data?.name ?? id);
  const chosen = periodOf(search);
  const filters = parseFilters(search.get('filters'));
  const compare = COMPARE.find(entry => entry.value === search.get('compare'))?.value ?? 'previous';
  const parameters: Parameters = { ...chosen, filters: formatFilters(filters), compare };
  const scope: Scope = { site: id, parameters, key: `${id} ${JSON.stringify(parameters)}` };
  const metric = metricOf(search.get('metric'));
  const realtime = search.get('view') === 'realtime';
  const current = useRealtime(id);

  const stats = useLoad(scope.key, signal => read<Stats>(path('sites', id, 'stats'), parameters, signal));
  const series = useLoad(`${scope.key} ${metric.name}`, signal =>
    read<SiteSeries>(path('sites', id, 'timeseries'), { ...parameters, metric: metric.name }, signal),
  );
  const goals = useLoad(id, signal => read<GoalPage>(path('sites', id, 'goals'), {}, signal));
  useEvery(60_000, () => {
    stats.reload();
    series.reload();
    goals.reload();
  });
  const filter = (by: string, value: string) => turn({ filters: formatFilters(toggled(filters, by, value)) });

  if (site.error && !site.data) return <Failure error={site.error} retry={site.reload} />;
  const panel = { scope, filters, filter, search };
  return (
    <div class="stack site-page">
      <div class="page-head">
        <div class="row site-head">
          {isAlone ? (
            <h1 class="site-alone clip">{site.data?.name || id}</h1>
          ) : (
            <h1>
              <label>
                <span class="hidden">Site</span>
                <select
                  class="site-switch"
                  value={id}
                  onChange={event => go('/sites/' + encodeURIComponent(event.currentTarget.value) + location.search)}
                >
                  {(sites.data?.sites ?? [{ siteId: id, name: site.data?.name ?? id }]).map(entry => (
                    <option key={entry.siteId} value={entry.siteId}>
                      {entry.name || entry.siteId}
                    </option>
                  ))}
                </select>
              </label>
            </h1>
          )}
          <CurrentVisitors realtime={current} active={realtime} />
        </div>
        <div class="row">
          {access?.admin && (
            <>
              <button class="button" onClick={() => setDialog('sharing')}>
                Share
              </button>
              <button class="button" disabled={!site.data} onClick={() => setDialog('settings')}>
                Settings
              </button>
            </>
          )}
          {!realtime && (
            <label>
              <span class="hidden">Compare with</span>
              <select
                class="select"
                value={compare}
                onChange={event =>
                  turn({ compare: event.currentTarget.value === 'previous' ? null : event.currentTarget.value })
                }
              >
                {COMPARE.map(entry => (
                  <option key={entry.value} value={entry.value}>
                    {entry.label}
                  </option>
                ))}
              </select>
            </label>
          )}
          <PeriodPicker
            chosen={chosen}
            period={stats.answers === scope.key ? stats.data!.period : null}
            realtime={realtime}
          />
        </div>
      </div>
      {realtime ? (
        <RealtimePanel realtime={current} />
      ) : (
        <>
          <FilterBar filters={filters} />
          <section class="panel" aria-label="Visitors over time">
            <Shown
              of={stats}
              skeleton={
                <div class="stat-row">
                  {[0, 1, 2, 3, 4, 5].map(i => (
                    <div class="metric" key={i}>
                      <Skeleton height={56} />
                    </div>
                  ))}
                </div>
              }
            >
              {data => <StatRow stats={data} chosen={metric} compare={compare} />}
            </Shown>
            <div class="site-chart">
              <Shown of={series} skeleton={<Skeleton height={280} />}>
                {data => <SiteChart series={data} metric={metric} zone={stats.data?.period.zone ?? 'UTC'} />}
              </Shown>
            </div>
            <Fineprint stats={stats.data} />
          </section>
          <div class="grid-2 even">
            <BreakdownPanel
              {...panel}
              name="sources"
              title="Sources"
              tabs={[
                { value: 'channel', label: 'Channels' },
                { value: 'source', label: 'Sources' },
                { value: 'referrer', label: 'Referrers' },
              ]}
              others={{
                label: 'UTM',
                options: [
                  { value: 'utmMedium', label: 'UTM medium' },
                  { value: 'utmSource', label: 'UTM source' },
                  { value: 'utmCampaign', label: 'UTM campaign' },
                  { value: 'utmTerm', label: 'UTM term' },
                  { value: 'utmContent', label: 'UTM content' },
                ],
              }}
              usual="source"
            />
            <BreakdownPanel
              {...panel}
              name="pages"
              title="Pages"
              tabs={[
                { value: 'page', label: 'Top' },
                { value: 'entryPage', label: 'Entry' },
                { value: 'exitPage', label: 'Exit' },
                { value: 'hostname', label: 'Host names' },
              ]}
              usual="page"
            />
            <BreakdownPanel
              {...panel}
              name="countries"
              title="Countries"
              tabs={[{ value: 'country', label: 'Countries' }]}
              usual="country"
            />
            <BreakdownPanel
              {...panel}
              name="devices"
              title="Devices"
              tabs={[
                { value: 'device', label: 'Device' },
                { value: 'browser', label: 'Browser' },
                { value: 'os', label: 'OS' },
              ]}
              usual="device"
            />
          </div>
          <div class="grid-2 even">
            <GoalsPanel {...panel} goals={goals} canManage={access?.admin ?? false} />
            <FunnelPanel scope={scope} steps={search.get('funnel')} goals={goals} canManage={access?.admin ?? false} />
          </div>
          <div class="grid-2 even">
            <PageTimesPanel scope={scope} />
            <DroppedPanel site={id} period={chosen} />
          </div>
        </>
      )}
      {dialog === 'sharing' && <ShareDialog site={id} close={() => setDialog(null)} />}
      {dialog === 'settings' && site.data && (
        <SettingsDialog
          site={site.data}
          close={() => setDialog(null)}
          changed={() => {
            site.reload();
            sites.reload();
            stats.reload();
            series.reload();
          }}
        />
      )}
    </div>
  );
}

function Fineprint({ stats }: { stats: Stats | null }) {
  // The line keeps its height, so that nothing moves when the numbers arrive.
  if (!stats) return <div class="panel-note">{BLANK}</div>;
  const notes = [
    stats.visitorDays &&
      'Someone who comes on two days counts as two visitors: the hash that tells visitors apart changes every day.',
    stats.approximate && 'Visitors are estimated.',
    `Days are those of ${stats.period.zone}.`,
  ].filter(Boolean);
  return <div class="panel-note">{notes.join(' ')}</div>;
}
