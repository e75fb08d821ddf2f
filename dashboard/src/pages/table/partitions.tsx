import { useEffect } from 'preact/hooks';
import { path, read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Partition, TableInfo } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { Panel, SearchField } from '../../parts/controls.tsx';
import { useMore } from '../../parts/more.ts';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import { kindsOf, totalOf } from './counts.ts';
import { Key } from './key.tsx';
import { prefixOf } from './keys.ts';
import { kindColour } from './life.ts';

interface Page {
  partitions: Partition[];
  next: string | null;
}

const PAGE = 50;

/** Partitions of the table, each with a bar of its kinds of items. */
export function Partitions(props: {
  table: TableInfo;
  prefix: string;
  chosen: string | null;
  ready: (partition: Partition | null) => void;
}) {
  const { table, prefix, chosen } = props;
  const target = path('table', table.name, 'partitions');
  const key = `${table.name} ${prefix}`;
  const list = useLoad(key, signal => read<Page>(target, { prefix, limit: PAGE }, signal));
  const more = useMore(
    list,
    key,
    (page, signal) => read<Page>(target, { prefix, limit: PAGE, page }, signal),
    (shown, page) => ({ partitions: [...shown.partitions, ...page.partitions], next: page.next }),
  );
  useEffect(() => {
    if (list.data && !list.loading) props.ready(richest(list.data.partitions));
  }, [list.data, list.loading]);
  return (
    <Panel title="Partitions">
      <div class="panel-body partition-search">
        <SearchField
          label="Begins with"
          value={prefix}
          change={value => turn({ prefix: value, partition: null, from: null, view: null }, 'replace')}
        />
      </div>
      <Shown of={list} skeleton={<SkeletonRows rows={12} height={42} />}>
        {data =>
          data.partitions.length ? (
            <ul class="partitions">
              {data.partitions.map(partition => (
                <li key={partition.partition}>
                  <button
                    class="partition"
                    aria-current={partition.partition === chosen ? 'true' : undefined}
                    onClick={() => turn({ partition: partition.partition, from: null, view: null })}
                  >
                    <span class="spread">
                      <span class="clip">
                        <Key template={templateOf(table, partition.partition)} text={partition.partition} />
                      </span>
                      <span class="muted">{totalOf(partition)}</span>
                    </span>
                    <KindBar partition={partition} table={table} />
                  </button>
                </li>
              ))}
              {data.next && (
                <li class="more-row">
                  <button class="button small" disabled={more.loading} onClick={() => more.show(data.next!)}>
                    {more.loading ? 'Loading…' : 'Show more'}
                  </button>
                </li>
              )}
            </ul>
          ) : (
            <Empty title={prefix ? 'No partition has this prefix' : 'The table is empty'}>
              {!prefix && <p>Write a reading or a page view, and its partition appears here.</p>}
            </Empty>
          )
        }
      </Shown>
    </Panel>
  );
}

/** The widths are square roots of the counts; otherwise one kind would hide all others. */
function KindBar({ partition, table }: { partition: Partition; table: TableInfo }) {
  const kinds = Object.entries(partition.kinds).filter(([, count]) => count > 0);
  const text = kindsOf(partition);
  return (
    <span class="kind-bar" title={text}>
      {kinds.map(([kind, count]) => (
        <i key={kind} style={{ flexGrow: Math.sqrt(count), background: kindColour(table.kinds, kind) }} />
      ))}
      <span class="hidden">{text}</span>
    </span>
  );
}

/** The partition that is shown by default: the one with the most kinds. */
function richest(partitions: Partition[]): Partition | null {
  return partitions.reduce<Partition | null>(
    (best, next) => (!best || Object.keys(next.kinds).length > Object.keys(best.kinds).length ? next : best),
    null,
  );
}

export function templateOf(table: TableInfo, partition: string): string | null {
  return (
    table.kinds.find(kind => prefixOf(kind.partition) && partition.startsWith(prefixOf(kind.partition)))?.partition ??
    null
  );
}
