import { useState } from 'preact/hooks';
import { path, read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { ReadingPage, Series } from '../../api/types.ts';
import { counted, fieldName, measure, whole } from '../../format/numbers.ts';
import { slotOf } from '../../format/times.ts';
import { Empty } from '../../parts/states.tsx';
import { rowsOf } from './export.ts';
import { textNames, withTexts } from './texts.ts';

const PAGE = 100;

/** The newest readings of the range whose texts are shown; a chart has about as many points. */
const MOST_TEXTS = 1_000;

/** The parameter that chooses one series of a device. */
export type Only = { series?: string };

/** The chart's data as a table, newest first. Readings also have their texts, which no chart shows. */
export function ShownTable({ id, only, series }: { id: string; only: Only; series: Series }) {
  const [count, setCount] = useState(PAGE);
  const raw = series.tier === 'raw';
  const { from, to } = series;
  const readings = useLoad(raw ? `${id} ${only.series ?? ''} ${from} ${to}` : null, signal =>
    read<ReadingPage>(path('devices', id, 'readings'), { ...only, from, to, order: 'desc', limit: MOST_TEXTS }, signal),
  );
  const rows = withTexts(rowsOf(series), (raw && readings.data?.readings) || []).reverse();
  const fields = Object.keys(series.fields);
  const texts = textNames(rows);
  if (!rows.length) return <Empty title="Nothing in this range" />;
  return (
    <div class="shown-table">
      <table class="data-table">
        <thead>
          <tr>
            <th>Time</th>
            {fields.map(field => (
              <th key={field} class="num" colSpan={raw ? 1 : 3}>
                {fieldName(field)}
                {!raw && <small> average, lowest, highest</small>}
              </th>
            ))}
            {texts.map(text => (
              <th key={'text ' + text}>{fieldName(text)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map(row => (
            <tr key={row.at}>
              <td class="nowrap">{slotOf(row.at, series.tier)}</td>
              {fields.map(field => {
                const value = row.values[field];
                return raw ? (
                  <td key={field} class="num">
                    {measure(value?.avg)}
                  </td>
                ) : (
                  <>
                    <td class="num">{measure(value?.avg)}</td>
                    <td class="num muted">{measure(value?.min)}</td>
                    <td class="num muted">{measure(value?.max)}</td>
                  </>
                );
              })}
              {texts.map(text => (
                <td key={'text ' + text}>{row.texts[text] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="pager">
        <span>
          {whole(Math.min(count, rows.length))} of {counted(rows.length, 'row')}
        </span>
        {count < rows.length && (
          <button class="button small" onClick={() => setCount(count + 400)}>
            Show more
          </button>
        )}
      </div>
    </div>
  );
}
