import { useState } from 'preact/hooks';
import { download, path, read, saveAs } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { Alert, AnomalyPage, Baseline, Device, DeviceLine, Episode, Series } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { FieldChart } from '../../charts/fieldchart.tsx';
import { panned, zoomed, type Range } from '../../charts/zoom.ts';
import { BLANK, fieldName, measure } from '../../format/numbers.ts';
import { minuteOf } from '../../format/times.ts';
import { useLive } from '../../live/live.ts';
import { Menu, Segments } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { appended } from './append.ts';
import { csvOf } from './export.ts';
import { fieldsOf } from './fields.ts';
import { chosenOf, drawnRange, PRESETS, spanOf, tierLabel, type Preset } from './range.ts';
import type { Backtest } from './rule.ts';
import { seriesName } from './series.ts';
import { ShownTable, type Only } from './shown.tsx';

/** As many points as a wide screen can show. */
const POINTS = 800;
const SHOWN_AT_FIRST = 2;
const NONE: Episode[] = [];

interface Props {
  id: string;
  /** The series on the charts; null if the device has only one. */
  series: DeviceLine | null;
  device: Device | null;
  alerts: Alert[];
  backtest: Backtest;
  search: URLSearchParams;
}

export function ChartPanel({ id, series: line, device, alerts, backtest, search }: Props) {
  const only = line ? { series: line.series } : {};
  const chosen = chosenOf(search);
  const preset = 'preset' in chosen ? chosen.preset : null;
  const [now, setNow] = useState(Date.now);
  const range: Range = 'preset' in chosen ? { from: now - spanOf(chosen.preset), to: now } : chosen.range;
  const all = fieldsOf(device);
  const fields = search.get('fields')?.split(',').filter(Boolean) ?? all.slice(0, SHOWN_AT_FIRST);
  const withBaseline = search.get('baseline') !== 'off';
  const asTable = search.get('view') === 'table';
  const key = fields.length ? `${preset ?? `${range.from}-${range.to}`} ${fields.join()} ${line?.series ?? ''}` : null;

  const series = useLoad(key, async signal => {
    const asked = askedRange(preset, range);
    const answer = await read<Series>(
      path('devices', id, 'series'),
      { ...only, from: asked.from, to: asked.to, fields: fields.join(), points: POINTS },
      signal,
    );
    if (preset) setNow(asked.to);
    return answer;
  });
  const baselines = useLoad(withBaseline ? key : null, async signal => {
    const asked = askedRange(preset, range);
    return Promise.all(
      fields.map(field =>
        read<Baseline>(path('devices', id, 'baseline'), { ...only, field, from: asked.from, to: asked.to }, signal),
      ),
    );
  });
  const anomalies = useLoad(key, signal => {
    const asked = askedRange(preset, range);
    return read<AnomalyPage>('/anomalies', { ...only, device: id, from: asked.from, to: asked.to, limit: 200 }, signal);
  });
  // A range that ends now moves, and the baseline and the anomalies with it.
  const refresh = () => {
    if (!preset) return;
    series.reload();
    baselines.reload();
    anomalies.reload();
  };
  useEvery(60_000, refresh);
  useLive(['device:' + id], {
    reconnected: refresh,
    readings: reading => {
      if (reading.deviceId !== id || !preset || series.data?.tier !== 'raw') return;
      if (line && (reading.series ?? id) !== line.series) return;
      const end = Date.now();
      series.change(data => appended(data, Date.parse(reading.at), reading.fields, end - spanOf(preset)));
      setNow(end);
    },
  });

  const zoom = (next: Range) => turn(drawnRange(next), preset ? 'push' : 'replace');
  const middle = (range.from + range.to) / 2;
  const keys: Record<string, () => void> = {
    '+': () => zoom(zoomed(range, middle, 0.5)),
    '=': () => zoom(zoomed(range, middle, 0.5)),
    '-': () => zoom(zoomed(range, middle, 2)),
    ArrowLeft: () => zoom(panned(range, -0.25, Date.now())),
    ArrowRight: () => zoom(panned(range, 0.25, Date.now())),
    '0': () => turn({ from: null, to: null }),
    Escape: () => turn({ from: null, to: null }),
  };
  const press = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  const toggle = (field: string) => {
    const next = fields.includes(field)
      ? fields.filter(other => other !== field)
      : all.filter(other => fields.includes(other) || other === field);
    if (next.length) turn({ fields: next.join() }, 'replace');
  };
  const shown = series.data ? fields.filter(field => series.data!.fields[field]) : [];

  return (
    <section class="panel" aria-label="Readings over time">
      {line && (
        <div class="panel-head">
          <h2>{seriesName(line)}</h2>
        </div>
      )}
      <FieldTiles device={device} fields={fields} toggle={toggle} />
      <div class="panel-head chart-tools">
        <Segments
          label="Range"
          options={[...PRESETS]}
          value={preset}
          choose={value => turn({ range: value, from: null, to: null })}
        />
        <span class="row tight">
          <Tool icon="left" label="Earlier (←)" act={keys.ArrowLeft!} />
          <Tool icon="right" label="Later (→)" act={keys.ArrowRight!} />
          <Tool icon="plus" label="Zoom in (+)" act={keys['+']!} />
          <Tool icon="minus" label="Zoom out (−)" act={keys['-']!} />
          <button
            class="button small quiet"
            disabled={preset !== null}
            onClick={keys.Escape}
            title="Reset the zoom (0 or Escape)"
          >
            <Icon name="reset" /> <span class="reset-text">Reset</span>
          </button>
        </span>
        <span class="tier push" aria-live="polite">
          {series.data ? tierLabel(series.data.tier, series.data.thinned) : BLANK}
        </span>
        <Segments
          label="View"
          options={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={asTable ? 'table' : 'chart'}
          choose={view => turn({ view: view === 'table' ? view : null }, 'replace')}
        />
        <Export id={id} only={only} range={range} series={series.data} />
      </div>
      {series.error && !series.loading ? (
        <Failure error={series.error} retry={series.reload} />
      ) : !series.data ? (
        device && !all.length ? (
          <Empty title={device.latest ? 'No number to draw' : 'No reading yet'} />
        ) : (
          <div class="charts" aria-busy="true">
            {[0, 1].map(i => (
              <Skeleton key={i} height={chartHeight(2) + 20 + i * 26} />
            ))}
          </div>
        )
      ) : asTable ? (
        <ShownTable id={id} only={only} series={series.data} />
      ) : (
        <div
          class={'charts' + (series.loading ? ' stale' : '')}
          tabIndex={0}
          role="group"
          aria-label="Chart. Plus and minus zoom, arrows move, 0 resets; the table view holds the same data."
          onKeyDown={press}
          onDblClick={keys.Escape}
        >
          {shown.map((field, i) => (
            <FieldChart
              key={field}
              field={field}
              index={Math.max(0, all.indexOf(field))}
              column={series.data!.fields[field]!}
              tier={series.data!.tier}
              range={range}
              baseline={baselines.data?.find(baseline => baseline.field === field) ?? null}
              alerts={alerts}
              anomalies={anomalies.data?.anomalies ?? []}
              episodes={backtest.field === null || backtest.field === field ? backtest.episodes : NONE}
              height={chartHeight(shown.length) + (i === shown.length - 1 ? 26 : 0)}
              lastOne={i === shown.length - 1}
              zoom={zoom}
            />
          ))}
          {!shown.length && <Empty title="Nothing in this range" />}
        </div>
      )}
      <div class="panel-note spread">
        <div class="chart-key">
          {series.data && series.data.tier !== 'raw' && (
            <span>
              <i class="swatch minmax" /> lowest to highest
            </span>
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={withBaseline}
              onChange={() => turn({ baseline: withBaseline ? 'off' : null }, 'replace')}
            />
            <i class="swatch band" /> baseline of this hour of the week
          </label>
          <span>
            <i class="swatch ring" /> anomaly
          </span>
          <span>
            <i class="swatch alert" /> alert
          </span>
          {backtest.episodes.length > 0 && (
            <span>
              <i class="swatch episode" /> backtest
            </span>
          )}
        </div>
        <span class="chart-hint">
          {minuteOf(range.from)} – {minuteOf(range.to)} · drag to zoom
        </span>
      </div>
    </section>
  );
}

/** A preset ends at the time of the request. */
function askedRange(preset: Preset | null, range: Range): Range {
  if (!preset) return { from: range.from, to: range.to };
  const to = Date.now();
  return { from: to - spanOf(preset), to };
}

function chartHeight(count: number): number {
  return count === 1 ? 300 : count === 2 ? 180 : 130;
}

/** Latest values; each also shows or hides its field on the chart. */
function FieldTiles({
  device,
  fields,
  toggle,
}: {
  device: Device | null;
  fields: string[];
  toggle: (field: string) => void;
}) {
  const latest = device?.latest?.fields ?? {};
  const texts = Object.entries(device?.latest?.texts ?? {});
  return (
    <div class="field-tiles">
      {device
        ? fieldsOf(device).map((field, i) => (
            <button key={field} class="field-tile" aria-pressed={fields.includes(field)} onClick={() => toggle(field)}>
              <span class="stat-label">
                <i class={`swatch line-${i % 6}`} />
                {fieldName(field)}
              </span>
              <span class="stat-value">{field in latest ? measure(latest[field]!) : BLANK}</span>
            </button>
          ))
        : [0, 1, 2].map(i => (
            <div class="field-tile" key={i}>
              <Skeleton height={48} />
            </div>
          ))}
      {texts.map(([name, text]) => (
        <div key={'text ' + name} class="field-tile text-tile">
          <span class="stat-label">{fieldName(name)}</span>
          <span class="stat-value clip" title={text}>
            {text}
          </span>
        </div>
      ))}
    </div>
  );
}

function Tool({ icon, label, act }: { icon: 'left' | 'right' | 'plus' | 'minus'; label: string; act: () => void }) {
  return (
    <button class="button small quiet icon" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

function Export({ id, only, range, series }: { id: string; only: Only; range: Range; series: Series | null }) {
  const readings = () =>
    download(
      path('devices', id, 'readings'),
      { ...only, from: range.from, to: range.to, format: 'csv' },
      `${id}.csv`,
    ).catch((error: Error) => notice(error.message));
  const shown = () => series && saveAs(new Blob([csvOf(series)], { type: 'text/csv' }), `${id}-${series.tier}.csv`);
  return (
    <Menu
      name="Download CSV"
      label={
        <>
          <Icon name="save" /> CSV
        </>
      }
    >
      {close => (
        <>
          <button role="menuitem" onClick={() => (close(), void readings())}>
            All readings of this range
          </button>
          <button role="menuitem" onClick={() => (close(), shown())}>
            The data shown
          </button>
        </>
      )}
    </Menu>
  );
}
