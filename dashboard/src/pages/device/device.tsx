import { useState } from 'preact/hooks';
import { path, read, write } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { AlertPage, Device } from '../../api/types.ts';
import { go } from '../../app/router.ts';
import { useTitle } from '../../app/title.ts';
import { BLANK } from '../../format/numbers.ts';
import { dayOf } from '../../format/times.ts';
import { useLive } from '../../live/live.ts';
import { Ago } from '../../parts/clock.tsx';
import { Panel } from '../../parts/controls.tsx';
import { DeviceState, isOnline } from '../../parts/marks.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Failure, Shown, Skeleton, SkeletonRows } from '../../parts/states.tsx';
import { AlertRows } from '../alerts/list.tsx';
import { merged } from '../alerts/view.ts';
import { ChartPanel } from './chart.tsx';
import { fieldsOf } from './fields.ts';
import type { Backtest } from './rule.ts';
import { RulesPanel } from './rules.tsx';
import { chosenSeries, narrowed, received } from './series.ts';
import { SeriesPanel } from './seriespanel.tsx';

export function DevicePage({ id, search }: { id: string; search: URLSearchParams }) {
  const device = useLoad(id, signal => read<Device>(path('devices', id), {}, signal));
  const alerts = useLoad(id, signal => read<AlertPage>('/alerts', { device: id, limit: 100 }, signal));
  const [backtest, setBacktest] = useState<Backtest>({ field: null, episodes: [] });
  useTitle(device.data?.name || id);
  useEvery(60_000, device.reload);
  useLive(['device:' + id], {
    readings: reading => {
      if (reading.deviceId !== id) return;
      device.change(data => ({ ...received(data, reading), online: isOnline(data, reading.at) }));
    },
    reconnected: () => {
      device.reload();
      alerts.reload();
    },
    alert: alert => {
      if (alert.deviceId === id) alerts.change(data => ({ ...data, alerts: merged(data.alerts, alert) }));
    },
  });

  const chosen = chosenSeries(device.data, search);
  const all = alerts.data?.alerts ?? [];
  const ofSeries = chosen ? all.filter(alert => (alert.series ?? alert.deviceId) === chosen.series) : all;

  if (device.error && !device.data) return <Failure error={device.error} retry={device.reload} />;
  return (
    <div class="stack">
      <Head device={device.data} id={id} />
      {device.data?.fieldsLeftOut?.length ? (
        <p class="muted" role="status">
          Not stored, because a series has at most 64 fields: {device.data.fieldsLeftOut.join(', ')}
        </p>
      ) : null}
      {device.data && chosen && <SeriesPanel device={device.data} chosen={chosen} />}
      <ChartPanel
        key={chosen?.series}
        id={id}
        series={chosen}
        device={narrowed(device.data, chosen)}
        alerts={ofSeries}
        backtest={backtest}
        search={search}
      />
      <div class="grid-2">
        <Panel
          title="Alerts"
          actions={
            <a class="link" href={'/alerts?status=resolved&device=' + encodeURIComponent(id)}>
              History
            </a>
          }
        >
          <Shown of={alerts} skeleton={<SkeletonRows rows={3} height={52} />}>
            {data =>
              data.alerts.length ? (
                <div class="capped">
                  <AlertRows
                    alerts={data.alerts}
                    withDevice={false}
                    changed={alert => alerts.change(before => ({ ...before, alerts: merged(before.alerts, alert) }))}
                  />
                </div>
              ) : (
                <Empty title="No alert yet">
                  <p>When a rule opens an alert for this device, it appears here and on the chart.</p>
                </Empty>
              )
            }
          </Shown>
        </Panel>
        <RulesPanel device={id} fields={fieldsOf(device.data)} show={setBacktest} />
      </div>
      <Removal id={id} />
    </div>
  );
}

/** Deletes the device, after a confirmation. */
function Removal({ id }: { id: string }) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const remove = async () => {
    setBusy(true);
    setError('');
    try {
      await write('DELETE', path('devices', id));
      notice(`Device ${id} is deleted`);
      go('/');
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      setBusy(false);
    }
  };
  return (
    <Panel title="Delete">
      <div class="panel-body">
        <p class="muted">
          Deletes the device with all its series: readings, rollups, alerts and anomalies. A reading that comes later
          registers it again.
        </p>
        {error && <p role="alert">{error}</p>}
        {asked ? (
          <p>
            <button class="button danger" disabled={busy} onClick={remove}>
              {busy ? 'Deleting…' : `Delete ${id} and all its data`}
            </button>{' '}
            <button class="button quiet" disabled={busy} onClick={() => setAsked(false)}>
              Cancel
            </button>
          </p>
        ) : (
          <button class="button danger quiet" onClick={() => setAsked(true)}>
            Delete device
          </button>
        )}
      </div>
    </Panel>
  );
}

function Head({ device, id }: { device: Device | null; id: string }) {
  return (
    <div class="page-head">
      <div>
        <p class="crumb muted">
          <a href="/">Fleet</a>
          {device?.location && (
            <>
              {' / '}
              <a href={'/?location=' + encodeURIComponent(device.location)}>{device.location}</a>
            </>
          )}
        </p>
        <h1>{device ? device.name || device.deviceId : <Skeleton height={23} width="12em" />}</h1>
        <p class="sub mono">{id}</p>
      </div>
      {device ? (
        <dl class="facts">
          <Fact name="State">
            <DeviceState device={device} />
          </Fact>
          <Fact name="Last seen">
            <Ago at={device.lastSeenAt} />
          </Fact>
          <Fact name="Type">{device.type}</Fact>
          <Fact name="Firmware">{device.firmware}</Fact>
          {Object.entries(device.labels ?? {}).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          <Fact name="Since">{device.createdAt ? dayOf(device.createdAt) : BLANK}</Fact>
        </dl>
      ) : (
        <dl class="facts" aria-hidden="true">
          {['State', 'Last seen', 'Type', 'Firmware', 'Owner', 'Since'].map(name => (
            <Fact key={name} name={name}>
              <Skeleton height={19} width="5em" />
            </Fact>
          ))}
        </dl>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
