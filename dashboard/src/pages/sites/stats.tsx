import type { Stats } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { Change } from './change.tsx';
import { METRICS, type MetricInfo } from './metrics.ts';

/** Six numbers; the selected one is on the chart. */
export function StatRow({ stats, chosen, compare }: { stats: Stats; chosen: MetricInfo; compare: string }) {
  return (
    <div class="stat-row" role="group" aria-label="Metrics">
      {METRICS.map(metric => {
        const { value, before, change } = stats.metrics[metric.name];
        const against = compare === 'year' ? 'a year before' : 'the period before';
        return (
          <button
            key={metric.name}
            class="metric"
            aria-pressed={metric === chosen}
            onClick={() => turn({ metric: metric.name === 'visitors' ? null : metric.name }, 'replace')}
          >
            <span class="stat-label">{metric.label}</span>
            <span class="stat-value" title={metric.exact(value)}>
              {stats.approximate && metric.name === 'visitors' && <span title="estimated">≈</span>}
              {metric.short(value)}
            </span>
            <Change
              metric={metric}
              change={change}
              title={before === null ? '' : `${metric.exact(before)} in ${against}`}
            />
          </button>
        );
      })}
    </div>
  );
}
