import { useState } from 'preact/hooks';
import { read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Partition, TableInfo, TableList } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { useTitle } from '../../app/title.ts';
import { bytes, counted } from '../../format/numbers.ts';
import { Choice } from '../../parts/controls.tsx';
import { Empty, Shown, Skeleton } from '../../parts/states.tsx';
import { Items } from './items.tsx';
import { prefixOf } from './keys.ts';
import { Life } from './lifepanel.tsx';
import { Partitions } from './partitions.tsx';

export function TablePage({ search }: { search: URLSearchParams }) {
  useTitle('Table');
  const tables = useLoad('tables', signal => read<TableList>('/table', {}, signal));
  return (
    <Shown of={tables} skeleton={<TableSkeleton />}>
      {data => {
        const table = data.tables.find(entry => entry.name === search.get('table')) ?? data.tables[0];
        return table ? (
          <OneTable key={table.name} engine={data.engine} table={table} tables={data.tables} search={search} />
        ) : (
          <Empty title="There is no table yet">
            <p>The first write creates it.</p>
          </Empty>
        );
      }}
    </Shown>
  );
}

function OneTable({
  engine,
  table,
  tables,
  search,
}: {
  engine: string;
  table: TableInfo;
  tables: TableInfo[];
  search: URLSearchParams;
}) {
  const [first, setFirst] = useState<Partition | null>(null);
  const partition = search.get('partition') ?? first?.partition ?? null;
  const named = engine === 'dynamodb' ? 'DynamoDB' : engine === 'rocksdb' ? 'RocksDB' : engine;
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>The table</h1>
          <p class="sub">
            {table.name} on {named}
            {table.items !== null && `, ${counted(table.items, 'item')}`}
            {table.bytes !== null && `, ${bytes(table.bytes)}`}
          </p>
        </div>
        {tables.length > 1 && (
          <Choice
            label="Table"
            value={table.name}
            options={tables.map(entry => ({ value: entry.name, label: entry.name }))}
            choose={name => turn({ table: name, partition: null, from: null, prefix: null, view: null })}
          />
        )}
      </div>
      {table.kinds.length > 0 && (
        <Life
          kinds={table.kinds}
          pick={kind =>
            turn({ prefix: prefixOf(kind.partition), partition: null, from: prefixOf(kind.sort), view: 'items' })
          }
        />
      )}
      <div class="browser">
        <Partitions table={table} prefix={search.get('prefix') ?? ''} chosen={partition} ready={setFirst} />
        <Items table={table} partition={partition} from={search.get('from')} all={search.get('view') === 'items'} />
      </div>
    </div>
  );
}

function TableSkeleton() {
  return (
    <div class="stack" aria-hidden="true">
      <Skeleton height={44} width="16em" />
      <Skeleton height={520} />
      <Skeleton height={480} />
    </div>
  );
}
