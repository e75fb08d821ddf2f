import { useEffect, useState } from 'preact/hooks';
import { path, read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Partition, TableInfo } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { compact } from '../../format/numbers.ts';
import { Panel, SearchField } from '../../parts/controls.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import { Key } from './key.tsx';
import { prefixOf } from './keys.ts';
import { kindColour } from './life.ts';

interface Page {
  partitions: Partition[];
  next: string | null;
}

const PAGE = 50;

/** Partitions of the table, each with a bar of what it holds. */
export function Partitions(props: {
  table: TableInfo;
  prefix: string;
  chosen: string | null;
  ready: (partition: Partition | null) => void;
}) {
  const { table, prefix, chosen } = props;
  const [more, setMore] = useState(false);
  const target = path('table', table.name, 'partitions');
  const list = useLoad(`${table.name} ${prefix}`, signal => read<Page>(target, { prefix, limit: PAGE }, signal));
  useEffect(() => {
    if (list.data && !list.loading) props.ready(richest(list.data.partitions));
  }, [list.data, list.loading]);
  const loadMore = async (next: string) => {
    setMore(true);
    try {
      const page = await read<Page>(target, { prefix, limit: PAGE, page: next });
      list.change(data => ({ partitions: [...data.partitions, ...page.partitions], next: page.next }));
    } catch (error) {
      notice((error as Error).message);
    } finally {
      setMore(false);
    }
  };
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
                      <span class="muted">{total(partition) ? compact(total(partition)) : ''}</span>
                    </span>
                    <KindBar partition={partition} table={table} />
                  </button>
                </li>
              ))}
              {data.next && (
                <li class="more-row">
                  <button class="button small" disabled={more} onClick={() => loadMore(data.next!)}>
                    {more ? 'Loading…' : 'Show more'}
                  </button>
                </li>
              )}
            </ul>
          ) : (
            <Empty title={prefix ? 'No partition begins so' : 'The table is empty'}>
              {!prefix && <p>Write a reading or a page view, and its partition appears here.</p>}
            </Empty>
          )
        }
      </Shown>
    </Panel>
  );
}

/** The widths are roots of the counts: with the counts themselves one kind would hide all others. */
function KindBar({ partition, table }: { partition: Partition; table: TableInfo }) {
  const kinds = Object.entries(partition.kinds).filter(([, count]) => count > 0);
  const text = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ');
  return (
    <span class="kind-bar" title={text}>
      {kinds.map(([kind, count]) => (
        <i key={kind} style={{ flexGrow: Math.sqrt(count), background: kindColour(table.kinds, kind) }} />
      ))}
      <span class="hidden">{text}</span>
    </span>
  );
}

function total(partition: Partition): number {
  return Object.values(partition.kinds).reduce((sum, count) => sum + count, 0);
}

/** Shown when the address names none: the one that has the most to tell. */
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
