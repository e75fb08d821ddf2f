import { useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { SiteSeries } from '../../api/types.ts';
import { color } from '../../charts/colors.ts';
import { axes, Plot } from '../../charts/plot.tsx';
import { distinct } from '../../charts/ticks.ts';
import { inProgress, slotLabel, unitOf, type MetricInfo } from './metrics.ts';

/** One metric over the period. Slots are local days or hours of the site, so x counts slots and needs no time zone. */
export function SiteChart({ series, metric, zone }: { series: SiteSeries; metric: MetricInfo; zone: string }) {
  const latest = useRef({ series, metric });
  latest.current = { series, metric };
  const [at, setAt] = useState<number | null>(null);
  const data = useMemo<uPlot.AlignedData>(() => {
    const [done, growing] = split(series, zone);
    return [series.t.map((_, i) => i), done, growing, series.before ?? series.t.map(() => null)];
  }, [series, zone]);

  const options = (): Omit<uPlot.Options, 'width' | 'height'> => ({
    legend: { show: false },
    padding: [10, 14, 0, 0],
    scales: {
      x: { time: false, range: () => [-0.25, Math.max(0.75, latest.current.series.t.length - 0.75)] },
      y: { range: (_u, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
    },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
    series: [
      {},
      {
        stroke: color('--accent'),
        width: 2,
        fill: color('--accent', 0.09),
        points: { show: (u: uPlot) => u.data[0].length < 3, size: 6 },
      },
      { stroke: color('--accent'), width: 2, dash: [3, 4], points: { show: false } },
      { stroke: color('--faint'), width: 1.5, dash: [4, 4], points: { show: false } },
    ],
    axes: axes(
      {
        incrs: [1, 2, 3, 4, 6, 7, 12, 14, 28, 56],
        values: (_u, ticks) => ticks.map(tick => labelAt(latest.current.series, tick)),
      },
      { incrs: metric.steps, values: (_u, ticks) => distinct(ticks, latest.current.metric.short) },
    ),
    hooks: { setCursor: [u => setAt(u.cursor.idx ?? null)] },
  });

  const last = series.values.findLastIndex(value => value !== null);
  const shown = at ?? last;
  const value = series.values[shown] ?? null;
  const before = series.before?.[shown] ?? null;
  return (
    <>
      <div class="readout">
        {shown >= 0 && (
          <>
            <span class="readout-name">{slotLabel(series.t[shown]!, series.interval, true)}</span>
            <span>
              <i class="swatch" /> <strong>{value === null ? '–' : metric.exact(value)}</strong> {unitOf(metric, value)}
            </span>
            {series.before && (
              <span>
                <i class="swatch dashed" /> {before === null ? '–' : metric.exact(before)} before
              </span>
            )}
          </>
        )}
      </div>
      <Plot
        options={options}
        data={data}
        height={260}
        shape={metric.name + series.interval}
        label={summary(series, metric)}
      />
    </>
  );
}

/** The current slot is dashed: it is incomplete, so a falling line would mislead. */
function split({ t, values, interval }: SiteSeries, zone: string): [(number | null)[], (number | null)[]] {
  const now = t.findIndex(slot => inProgress(slot, interval, zone, Date.now()));
  if (now < 1) return [values, t.map(() => null)];
  return [
    values.map((value, i) => (i < now ? value : null)),
    values.map((value, i) => (i === now || i === now - 1 ? value : null)),
  ];
}

function labelAt(series: SiteSeries, tick: number): string {
  const slot = Number.isInteger(tick) ? series.t[tick] : undefined;
  return slot === undefined ? '' : slotLabel(slot, series.interval);
}

function summary(series: SiteSeries, metric: MetricInfo): string {
  const known = series.values.filter((value): value is number => value !== null);
  if (!known.length) return `${metric.label}: nothing in this period`;
  return `${metric.label} by ${series.interval}: between ${metric.exact(Math.min(...known))} and ${metric.exact(Math.max(...known))}`;
}
