import { useState } from 'preact/hooks';
import type { Series } from '../../api/types.ts';
import { counted, fieldName, measure, whole } from '../../format/numbers.ts';
import { slotOf } from '../../format/times.ts';
import { Empty } from '../../parts/states.tsx';
import { rowsOf } from './export.ts';

const PAGE = 100;

/** The chart's data as a table, newest first. */
export function ShownTable({ series }: { series: Series }) {
  const [count, setCount] = useState(PAGE);
  const rows = rowsOf(series).reverse();
  const fields = Object.keys(series.fields);
  const raw = series.tier === 'raw';
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
