import { path, read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { BlockPage, Item, TableInfo } from '../../api/types.ts';
import { counted } from '../../format/numbers.ts';
import { useMore } from '../../parts/more.ts';
import { Shown, SkeletonRows } from '../../parts/states.tsx';
import { blockColumns, columnTitle } from './blocks.ts';

const PAGE = 100;

/** The events that a block of a packed series holds, decoded. */
export function Block({ table, item }: { table: TableInfo; item: Item }) {
  const target = path('table', table.name, 'block');
  const where = { partition: item.partition, sort: item.sort, limit: PAGE };
  // A block that was written again has other events.
  const key = `${table.name} ${item.partition} ${item.sort} ${item.attributes['version']}`;
  const rows = useLoad(key, signal => read<BlockPage>(target, where, signal));
  const more = useMore(
    rows,
    key,
    (page, signal) => read<BlockPage>(target, { ...where, page }, signal),
    (shown, page) => ({ rows: [...shown.rows, ...page.rows], next: page.next }),
  );
  return (
    <div class="block-rows">
      <Shown of={rows} skeleton={<SkeletonRows rows={4} height={24} />}>
        {data => {
          const columns = blockColumns(data.rows);
          return (
            <>
              <div class="block-table" tabIndex={0} role="region" aria-label={`Events of ${item.sort}`}>
                <table>
                  <thead>
                    <tr>
                      <th>at</th>
                      {columns.map(column => (
                        <th key={column} title={column}>
                          {columnTitle(column)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {data.rows.map(row => (
                      <tr key={row.at}>
                        <td>{row.at}</td>
                        {columns.map(column => (
                          <td key={column} class="num">
                            {column in row.values ? String(row.values[column]) : ''}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <div class="pager">
                <span>
                  {data.next
                    ? `${data.rows.length} of ${counted(item.block!.events, 'event')}`
                    : counted(data.rows.length, 'event')}
                </span>
                {data.next && (
                  <button class="button small" disabled={more.loading} onClick={() => more.show(data.next!)}>
                    {more.loading ? 'Loading…' : 'Show more'}
                  </button>
                )}
              </div>
            </>
          );
        }}
      </Shown>
    </div>
  );
}
