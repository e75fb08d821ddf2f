import { useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Alert, Anomaly, Line, Episode, Baseline, Tier } from '../api/types.ts';
import { fieldName, measure } from '../format/numbers.ts';
import { inUtc, minuteOf, slotOf } from '../format/times.ts';
import { concerns } from './alerts.ts';
import { color, lineVariable } from './colors.ts';
import { extent, highest, lowest, withGaps, type Drawn } from './gaps.ts';
import { axisLabels } from './labels.ts';
import { paintBand, paintDashed, paintRing, paintSpan } from './paint.ts';
import { axes, Plot } from './plot.tsx';
import { distinct, tickValue } from './ticks.ts';
import { drawn, zoomed, type Range } from './zoom.ts';

export interface FieldChartProps {
  field: string;
  index: number;
  column: Line;
  tier: Tier;
  range: Range;
  baseline: Baseline | null;
  alerts: Alert[];
  anomalies: Anomaly[];
  episodes: Episode[];
  height: number;
  lastOne: boolean;
  zoom: (range: Range) => void;
}

/** One field over time: its line, its minimum and maximum, its baseline, and anomalies. */
export function FieldChart(props: FieldChartProps) {
  const latest = useRef(props);
  latest.current = props;
  const gapped = useMemo(() => withGaps(props.column, props.tier), [props.column, props.tier]);
  const shown = useRef<Drawn>(gapped);
  shown.current = gapped;
  const [at, setAt] = useState<number | null>(null);
  const data = useMemo<uPlot.AlignedData>(
    () => [gapped.t, gapped.avg],
    [gapped, props.range.from, props.range.to, props.baseline, props.alerts, props.anomalies, props.episodes],
  );

  const utc = inUtc(props.tier);
  const options = (): Omit<uPlot.Options, 'width' | 'height'> => ({
    ms: 1,
    ...(utc ? { tzDate: (at: number) => uPlot.tzDate(new Date(at), 'Etc/UTC') } : {}),
    legend: { show: false },
    padding: [8, 20, props.lastOne ? 0 : 6, 0],
    scales: {
      x: { time: true, range: () => [latest.current.range.from, latest.current.range.to] },
      y: {
        range: () =>
          extent([shown.current.avg, shown.current.min, shown.current.max, ...baselineColumns(latest.current)]),
      },
    },
    cursor: {
      sync: { key: 'device' },
      drag: { x: true, y: false, setScale: false },
      points: { size: 7, fill: color(lineVariable(props.index)) },
      y: false,
    },
    series: [
      {},
      {
        stroke: color(lineVariable(props.index)),
        width: 1.5,
        points: { show: (u: uPlot) => u.data[0].length < 40, size: 4 },
      },
    ],
    axes: axes(
      { show: props.lastOne, values: (_u, ticks, _axis, _space, step) => axisLabels(ticks, step, utc) },
      { values: (_u, ticks) => distinct(ticks, tickValue) },
    ),
    hooks: {
      drawAxes: [u => paintBelow(u, latest.current, shown.current)],
      draw: [u => paintAbove(u, latest.current)],
      setCursor: [u => setAt(u.cursor.idx ?? null)],
      setSelect: [
        u => {
          if (u.select.width < 4) return;
          const { left, width } = u.select;
          u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          latest.current.zoom(drawn(u.posToVal(left, 'x'), u.posToVal(left + width, 'x')));
        },
      ],
    },
  });

  const ready = (u: uPlot) => {
    // A plain wheel scrolls the page. It zooms if the chart has the focus, or with Ctrl.
    u.over.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey && !event.metaKey && !u.root.closest('.charts')?.contains(document.activeElement)) return;
        event.preventDefault();
        const point = u.posToVal(event.offsetX, 'x');
        latest.current.zoom(zoomed(latest.current.range, point, event.deltaY > 0 ? 1.25 : 0.8));
      },
      { passive: false },
    );
  };

  return (
    <div class="field-chart">
      <Readout {...props} drawn={gapped} at={at} />
      <Plot
        options={options}
        data={data}
        height={props.height}
        shape={`${props.field} ${props.index} ${props.lastOne} ${utc}`}
        label={summary(props)}
        ready={ready}
      />
    </div>
  );
}

function baselineColumns({ baseline }: FieldChartProps) {
  return baseline ? [baseline.low, baseline.high] : [];
}

function paintBelow(u: uPlot, props: FieldChartProps, shown: Drawn): void {
  for (const alert of props.alerts) {
    if (!concerns(alert, props.field)) continue;
    const end = alert.resolvedAt ? Date.parse(alert.resolvedAt) : props.range.to;
    paintSpan(u, Date.parse(alert.openedAt), end, `--${alert.severity}`, 1);
  }
  for (const episode of props.episodes) {
    paintSpan(
      u,
      Date.parse(episode.openedAt),
      episode.resolvedAt ? Date.parse(episode.resolvedAt) : props.range.to,
      '--line-2',
      2,
    );
  }
  if (props.baseline?.t.length) {
    paintBand(u, props.baseline.t, props.baseline.low, props.baseline.high, color('--baseline', 0.16));
    paintDashed(u, props.baseline.t, props.baseline.mean, color('--baseline', 0.7));
  }
  if (shown.min && shown.max) paintBand(u, shown.t, shown.min, shown.max, color(lineVariable(props.index), 0.18));
}

function paintAbove(u: uPlot, props: FieldChartProps): void {
  for (const anomaly of props.anomalies) {
    for (const finding of anomaly.findings) {
      if (finding.field === props.field) paintRing(u, Date.parse(anomaly.at), finding.value, `--${finding.severity}`);
    }
  }
}

/** The values under the pointer, or the minimum and maximum of the range. */
function Readout(props: FieldChartProps & { drawn: Drawn; at: number | null }) {
  const { drawn: shown, at, tier, baseline } = props;
  const time = at === null ? undefined : shown.t[at];
  const value = at === null ? null : (shown.avg[at] ?? null);
  return (
    <div class="readout">
      <span class="readout-name">
        <i class={`swatch line-${props.index % 6}`} />
        {fieldName(props.field)}
      </span>
      {time !== undefined && value !== null ? (
        <>
          <strong>{measure(value)}</strong>
          {shown.min && at !== null && (
            <span>
              {measure(shown.min[at])} to {measure(shown.max?.[at])}
            </span>
          )}
          {baseline && <BaselineAt baseline={baseline} at={time} />}
          <span class="push">{slotOf(time, tier)}</span>
        </>
      ) : (
        <span>{extremes(shown)}</span>
      )}
    </div>
  );
}

function BaselineAt({ baseline, at }: { baseline: Baseline; at: number }) {
  let i = baseline.t.findLastIndex(t => t <= at);
  if (i < 0) i = 0;
  const low = baseline.low[i];
  const high = baseline.high[i];
  if (low === undefined || low === null) return null;
  return (
    <span class="muted">
      baseline {measure(low)} to {measure(high)}
    </span>
  );
}

function extremes(shown: Drawn): string {
  const low = lowest(shown.min ?? shown.avg);
  return low === null ? 'nothing in this range' : `${measure(low)} to ${measure(highest(shown.max ?? shown.avg))}`;
}

function summary(props: FieldChartProps): string {
  const shown = withGaps(props.column, props.tier);
  return `${fieldName(props.field)} from ${minuteOf(props.range.from)} to ${minuteOf(props.range.to)}: ${extremes(shown)}`;
}
