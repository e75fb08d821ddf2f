import { read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Alert, AlertPage, Severity } from '../../api/types.ts';
import { useFleet } from '../../app/fleet.tsx';
import { turn } from '../../app/router.ts';
import { useTitle } from '../../app/title.ts';
import { whole } from '../../format/numbers.ts';
import { useLive } from '../../live/live.ts';
import { Panel, Segments } from '../../parts/controls.tsx';
import { useMore } from '../../parts/more.ts';
import { SEVERITIES, SEVERITY_NAME } from '../../parts/severity.ts';
import { Empty, Shown, Skeleton, SkeletonRows } from '../../parts/states.tsx';
import { ChannelsPanel } from './channels.tsx';
import { AlertRows } from './list.tsx';
import { joined, merged, visible, VIEWS, viewOf } from './view.ts';

export function AlertsPage({ search }: { search: URLSearchParams }) {
  useTitle('Alerts');
  const view = viewOf(search.get('status'));
  const severity = search.get('severity') as Severity | null;
  const device = search.get('device');
  const fleet = useFleet();
  const key = `${view} ${severity} ${device}`;
  const asked = { status: view, severity, device, limit: 50 };
  const alerts = useLoad(key, signal => read<AlertPage>('/alerts', asked, signal));
  const more = useMore(
    alerts,
    key,
    (page, signal) => read<AlertPage>('/alerts', { ...asked, page }, signal),
    (shown, page) => ({ alerts: joined(shown.alerts, page.alerts), next: page.next }),
  );
  const put = (alert: Alert) => {
    if (!device || alert.deviceId === device)
      alerts.change(data => ({ ...data, alerts: visible(merged(data.alerts, alert), view, severity) }));
  };
  useLive(['fleet'], { alert: put, reconnected: alerts.reload });

  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Alerts</h1>
          <p class="sub">One alert for each rule and device, until it is resolved</p>
        </div>
        <Segments
          label="State"
          options={VIEWS}
          value={view}
          choose={value => turn({ status: value === 'unresolved' ? null : value })}
        />
      </div>
      <div class="severities" aria-live="polite">
        {SEVERITIES.map(name => (
          <button
            key={name}
            class={'severity-tile ' + name}
            aria-pressed={severity === name}
            onClick={() => turn({ severity: severity === name ? null : name })}
          >
            <span class="stat-label">
              <i class={'dot ' + name} />
              {SEVERITY_NAME[name]}
            </span>
            <span class="stat-value">
              {fleet.data ? whole(fleet.data.alerts[name]) : fleet.error ? '–' : <Skeleton height={28} width="2em" />}
            </span>
          </button>
        ))}
      </div>
      <Panel
        title={
          VIEWS.find(entry => entry.value === view)!.label +
          (severity ? `, ${SEVERITY_NAME[severity].toLowerCase()}` : '')
        }
        actions={
          device && (
            <span class="chip">
              Device is {device}
              <button aria-label="Show all devices" onClick={() => turn({ device: null })}>
                ×
              </button>
            </span>
          )
        }
      >
        <Shown of={alerts} skeleton={<SkeletonRows rows={8} height={52} />}>
          {data => {
            const shown = visible(data.alerts, view, severity);
            return (
              <>
                {shown.length ? (
                  <AlertRows alerts={shown} withDevice changed={put} />
                ) : (
                  <Empty title={view === 'resolved' ? 'No alert was resolved yet' : 'Nothing is wrong'}>
                    <p>
                      {view === 'resolved'
                        ? 'Resolved alerts stay here as history.'
                        : 'Alerts appear here the moment a rule opens one.'}
                    </p>
                  </Empty>
                )}
                {data.next && (
                  <div class="pager">
                    <span>{whole(shown.length)} shown</span>
                    <button class="button small" disabled={more.loading} onClick={() => more.show(data.next!)}>
                      {more.loading ? 'Loading…' : 'Show more'}
                    </button>
                  </div>
                )}
              </>
            );
          }}
        </Shown>
      </Panel>
      {/* After the list, which would push it down. */}
      {(alerts.data || alerts.error) && <ChannelsPanel />}
    </div>
  );
}
