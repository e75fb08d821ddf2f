import { BLANK, change as changeText } from '../../format/numbers.ts';
import { mood, type MetricInfo } from './metrics.ts';

export function Change({ metric, change, title }: { metric: MetricInfo; change: number | null; title?: string }) {
  if (change === null) return <span class="change muted">{BLANK}</span>;
  return (
    <span class={'change ' + mood(metric, change)} title={title}>
      {changeText(change)}
    </span>
  );
}
