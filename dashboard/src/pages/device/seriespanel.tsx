import type { Device, DeviceLine } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { BLANK, counted, fieldName, measure, whole } from '../../format/numbers.ts';
import { Ago } from '../../parts/clock.tsx';
import { Panel } from '../../parts/controls.tsx';

/** All series of a device with the newest values of their fields; the chosen one is on the charts. */
export function SeriesPanel({ device, chosen }: { device: Device; chosen: DeviceLine }) {
  const all = device.series ?? [];
  return (
    <Panel title="Series">
      <div class="capped">
        <table class="data-table series-table">
          <thead>
            <tr>
              <th>Measurement and tags</th>
              <th>Newest values</th>
              <th>Last seen</th>
              <th class="num">Alerts</th>
            </tr>
          </thead>
          <tbody>
            {all.map(series => (
              <SeriesRow key={series.series} series={series} isChosen={series.series === chosen.series} />
            ))}
          </tbody>
        </table>
      </div>
      {device.seriesCount > all.length && (
        <p class="panel-note muted">
          {whole(all.length)} of {counted(device.seriesCount, 'series', 'series')} are shown.
        </p>
      )}
    </Panel>
  );
}

function SeriesRow({ series, isChosen }: { series: DeviceLine; isChosen: boolean }) {
  const latest = series.latest?.fields ?? {};
  const texts = Object.entries(series.latest?.texts ?? {});
  const show = (fields: string | null) => turn({ series: series.series, fields });
  return (
    <tr class={isChosen ? 'chosen' : ''}>
      <td>
        <button class="series-choice" aria-pressed={isChosen} onClick={() => show(null)}>
          <strong>{series.measurement ?? 'readings'}</strong>
          {Object.entries(series.tags).map(([name, value]) => (
            <span key={name} class="tag">
              {' '}
              {name}={value}
            </span>
          ))}
        </button>
      </td>
      <td>
        <div class="series-values">
          {series.fields.map(field => (
            <button key={field} class="series-value" title={`Show ${field} on the chart`} onClick={() => show(field)}>
              <span class="muted">{fieldName(field)}</span> {field in latest ? measure(latest[field]!) : BLANK}
            </button>
          ))}
          {texts.map(([name, text]) => (
            <span key={'text ' + name} class="series-value">
              <span class="muted">{fieldName(name)}</span> {text}
            </span>
          ))}
        </div>
      </td>
      <td class="nowrap">
        <Ago at={series.lastSeenAt} />
      </td>
      <td class="num">{series.alerts || ''}</td>
    </tr>
  );
}
