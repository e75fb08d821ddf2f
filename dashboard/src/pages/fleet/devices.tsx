import { useEffect, useRef } from 'preact/hooks';
import { read } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { Device, DevicePage } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { fieldName, measure, whole } from '../../format/numbers.ts';
import { useLive, type LiveEvents } from '../../live/live.ts';
import { Ago } from '../../parts/clock.tsx';
import { Choice, Panel, SearchField } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { DeviceState, isOnline } from '../../parts/marks.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import { listing, PAGE_SIZE, pageAfter, pageBefore, sorting, type DeviceQuery } from './query.ts';

/** The largest number of field columns; a device's own page shows all fields. */
const FIELD_COLUMNS = 3;

/** The shortest time between two updates of the table by live readings. */
const LIVE_EVERY = 1000;

export function Devices({ query, fields, locations }: { query: DeviceQuery; fields: string[]; locations: string[] }) {
  const { offset, ...asked } = query;
  const devices = useLoad(JSON.stringify(asked), signal =>
    read<DevicePage>('/devices', { ...asked, limit: PAGE_SIZE }, signal),
  );
  useEvery(30_000, devices.reload);
  useReadings(devices.data?.devices ?? [], readings =>
    devices.change(data => ({
      ...data,
      devices: data.devices.map(device => withReading(device, readings.get(device.deviceId))),
    })),
  );
  const filtered = query.q || query.status || query.location || query.online;
  return (
    <Panel
      title="Devices"
      actions={
        <>
          <SearchField label="Search devices" value={query.q} change={q => turn(listing({ q }), 'replace')} />
          <Choice
            label="Status"
            value={query.status}
            options={[
              { value: '', label: 'Any status' },
              { value: 'active', label: 'Active' },
              { value: 'maintenance', label: 'Maintenance' },
              { value: 'inactive', label: 'Inactive' },
            ]}
            choose={status => turn(listing({ status }))}
          />
          <Choice
            label="Location"
            value={query.location}
            options={[{ value: '', label: 'All locations' }, ...locations.map(value => ({ value, label: value }))]}
            choose={location => turn(listing({ location }))}
          />
          {filtered && (
            <button
              class="button quiet"
              onClick={() => turn(listing({ q: null, status: null, location: null, online: null }))}
            >
              Clear
            </button>
          )}
        </>
      }
    >
      <Shown of={devices} skeleton={<SkeletonRows rows={14} height={40} />}>
        {data =>
          data.devices.length ? (
            <>
              <DeviceTable devices={data.devices} fields={columns(fields, data.devices)} query={query} />
              <Pager query={query} data={data} />
            </>
          ) : filtered ? (
            <Empty title="No device matches">
              <button
                class="button"
                onClick={() => turn(listing({ q: null, status: null, location: null, online: null }))}
              >
                Clear the filters
              </button>
            </Empty>
          ) : (
            <Empty title="No devices yet">
              <p>
                A device appears with its first reading: <code>POST /api/v1/readings</code> with{' '}
                <code>{'{"deviceId":"sensor_01","fields":{"temperature":21.4}}'}</code>
              </p>
            </Empty>
          )
        }
      </Shown>
    </Panel>
  );
}

/** The fleet's first fields; until it is loaded, those of the listed devices, so that no column appears later. */
function columns(fields: string[], devices: Device[]): string[] {
  const known = fields.length
    ? fields
    : [...new Set(devices.flatMap(device => Object.keys(device.latest?.fields ?? {})))];
  return known.slice(0, FIELD_COLUMNS);
}

function DeviceTable({ devices, fields, query }: { devices: Device[]; fields: string[]; query: DeviceQuery }) {
  return (
    <div class="scroll-x">
      <table class="data-table devices">
        <thead>
          <tr>
            <Head column="name" label="Device" query={query} />
            <Head column="alerts" label="Alerts" query={query} />
            <th class="wide-only">State</th>
            <th class="wide-only">Location</th>
            {fields.map((field, i) => (
              <Head key={field} column={field} label={fieldName(field)} query={query} number phone={i === 0} />
            ))}
            <th class="wide-only spark-cell">24 hours</th>
            <Head column="lastSeenAt" label="Last seen" query={query} number />
          </tr>
        </thead>
        <tbody>
          {devices.map(device => (
            <tr key={device.deviceId}>
              <td>
                <a class="device-link" href={'/devices/' + encodeURIComponent(device.deviceId)}>
                  <span class="clip">{device.name || device.deviceId}</span>
                  <span class="muted clip mono">{device.deviceId}</span>
                </a>
              </td>
              <td>
                {device.alerts.worst ? (
                  <span
                    class={'badge ' + device.alerts.worst}
                    title={`${device.alerts.open} open, worst: ${device.alerts.worst}`}
                  >
                    <i class={'dot ' + device.alerts.worst} />
                    {whole(device.alerts.open)}
                    <span class="hidden"> open, worst is {device.alerts.worst}</span>
                  </span>
                ) : (
                  <span class="phone-only">
                    <i class={'dot' + (device.online ? '' : ' offline')} title={device.online ? 'Online' : 'Offline'} />
                  </span>
                )}
              </td>
              <td class="wide-only">
                <DeviceState device={device} />
              </td>
              <td class="wide-only muted">{device.location}</td>
              {fields.map((field, i) => (
                <td key={field} class={'num' + (i ? ' wide-only' : '') + (device.online ? '' : ' muted')}>
                  {measure(device.latest?.fields[field])}
                </td>
              ))}
              <td class="wide-only spark-cell">{device.spark && <Sparkline values={device.spark.values} />}</td>
              <td class="num muted">
                <Ago at={device.lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head(props: { column: string; label: string; query: DeviceQuery; number?: boolean; phone?: boolean }) {
  const { column, query } = props;
  const sorted = query.sort === column;
  const always = ['name', 'alerts', 'lastSeenAt'].includes(column) || props.phone;
  return (
    <th
      class={(props.number ? 'num' : '') + (always ? '' : ' wide-only')}
      aria-sort={sorted ? (query.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button onClick={() => turn(sorting(query, column))}>
        {props.label}
        {sorted && <Icon name={query.order === 'asc' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

function Pager({ query, data }: { query: DeviceQuery; data: DevicePage }) {
  const last = query.offset + data.devices.length;
  return (
    <div class="pager">
      <span>
        {whole(query.offset + 1)}–{whole(last)} of {whole(data.total)}
      </span>
      <span class="row">
        <button class="button small" disabled={!query.page} onClick={() => turn(pageBefore(query))}>
          <Icon name="left" /> Back
        </button>
        <button class="button small" disabled={!data.next} onClick={() => turn(pageAfter(query, data.next!, last))}>
          Next <Icon name="right" />
        </button>
      </span>
    </div>
  );
}

/** Collects the live readings of the visible devices and delivers them once a second. */
function useReadings(devices: Device[], apply: (readings: Map<string, LiveEvents['readings']>) => void): void {
  const waiting = useRef(new Map<string, LiveEvents['readings']>());
  const latest = useRef(apply);
  latest.current = apply;
  useLive(
    devices.map(device => 'device:' + device.deviceId),
    {
      readings: reading => waiting.current.set(reading.deviceId, reading),
    },
  );
  useEffect(() => {
    const timer = setInterval(() => {
      if (!waiting.current.size) return;
      latest.current(waiting.current);
      waiting.current = new Map();
    }, LIVE_EVERY);
    return () => clearInterval(timer);
  }, []);
}

function withReading(device: Device, reading: LiveEvents['readings'] | undefined): Device {
  if (!reading) return device;
  const fields = { ...device.latest?.fields, ...reading.fields };
  const texts = { ...device.latest?.texts, ...reading.texts };
  return {
    ...device,
    online: isOnline(device, reading.at),
    lastSeenAt: reading.at,
    latest: { at: reading.at, fields, texts },
  };
}
