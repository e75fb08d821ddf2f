import { useState } from 'preact/hooks';
import { path, read } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { Item, Kind, TableInfo } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { bytes, counted } from '../../format/numbers.ts';
import { ago, instant, keep, span } from '../../format/times.ts';
import { useNow } from '../../parts/clock.tsx';
import { Segments } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useMore } from '../../parts/more.ts';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import { Block } from './block.tsx';
import { drill } from './core.ts';
import { Key, Template } from './key.tsx';
import { prefixOf } from './keys.ts';
import { kindColour, opacity, remaining } from './life.ts';
import { templateOf } from './partitions.tsx';

interface Page {
  items: Item[];
  next: string | null;
}

const PAGE = 50;

/** One partition: a sample of all of it, or its items from a sort key on. */
export function Items({
  table,
  partition,
  from,
  all,
}: {
  table: TableInfo;
  partition: string | null;
  from: string | null;
  all: boolean;
}) {
  const here = partition === null ? [] : table.kinds.filter(kind => kind.partition === templateOf(table, partition));
  return (
    <section class="panel" aria-label="Items">
      <div class="panel-head">
        <h2>{partition === null ? 'Items' : <Key template={templateOf(table, partition)} text={partition} />}</h2>
        {partition !== null && here.length > 0 && (
          <Segments
            label="View"
            options={[
              { value: 'core', label: 'Core sample' },
              { value: 'all', label: 'All items' },
            ]}
            value={all ? 'all' : 'core'}
            choose={view => turn({ from: null, view: view === 'core' ? null : 'items' })}
          />
        )}
      </div>
      {here.length > 0 && <Jumps kinds={here} all={table.kinds} from={from} />}
      {partition === null ? (
        <Empty title="No partition to show" />
      ) : !all && here.length > 0 ? (
        <Core table={table} kinds={here} partition={partition} />
      ) : (
        <AllItems table={table} partition={partition} from={from} />
      )}
    </section>
  );
}

function Core({ table, kinds, partition }: { table: TableInfo; kinds: Kind[]; partition: string }) {
  const core = useLoad(`${table.name} ${partition}`, signal => drill(table, kinds, partition, signal));
  return (
    <Shown of={core} skeleton={<SkeletonRows rows={16} height={30} />}>
      {layers =>
        layers.length ? (
          <div class="drilled">
            {layers.map(({ kind, items }) => (
              <div key={kind.kind}>
                <div class="layer-head">
                  <span>{kind.declaration}</span>
                  <Template text={kind.sort} />
                  <span class="push">
                    {kind.keepSeconds === null ? 'kept' : `expires after ${keep(kind.keepSeconds)}`}
                  </span>
                </div>
                <ul class="items">
                  {items.map(item => (
                    <ItemRow key={item.sort} item={item} table={table} />
                  ))}
                </ul>
              </div>
            ))}
          </div>
        ) : (
          <Empty title="This partition is empty" />
        )
      }
    </Shown>
  );
}

function AllItems({ table, partition, from }: { table: TableInfo; partition: string; from: string | null }) {
  const target = path('table', table.name, 'items');
  const key = `${table.name} ${partition} ${from}`;
  const list = useLoad(key, signal => read<Page>(target, { partition, from, limit: PAGE }, signal));
  const more = useMore(
    list,
    key,
    (page, signal) => read<Page>(target, { partition, from, limit: PAGE, page }, signal),
    (shown, page) => ({ items: [...shown.items, ...page.items], next: page.next }),
  );
  return (
    <Shown of={list} skeleton={<SkeletonRows rows={14} height={30} />}>
      {data =>
        data.items.length ? (
          <>
            <ul class="items">
              {data.items.map(item => (
                <ItemRow key={item.sort} item={item} table={table} />
              ))}
            </ul>
            <div class="pager">
              <span>
                {data.next
                  ? `${counted(data.items.length, 'item')} so far`
                  : `${counted(data.items.length, 'item')}, the last of this partition`}
              </span>
              {data.next && (
                <button class="button small" disabled={more.loading} onClick={() => more.show(data.next!)}>
                  {more.loading ? 'Loading…' : 'Show more'}
                </button>
              )}
            </div>
          </>
        ) : (
          <Empty title="Nothing here">
            <p>No item of this partition has a sort key from here on.</p>
          </Empty>
        )
      }
    </Shown>
  );
}

/** The kinds of a partition follow one another; a click jumps to the beginning of one. */
function Jumps({ kinds, all, from }: { kinds: Kind[]; all: Kind[]; from: string | null }) {
  const sorted = [...kinds].sort((a, b) => (prefixOf(a.sort) < prefixOf(b.sort) ? -1 : 1));
  return (
    <div class="jumps" role="group" aria-label="Jump to a kind">
      {sorted.map(kind => (
        <button
          key={kind.kind}
          class="jump"
          aria-pressed={from === prefixOf(kind.sort)}
          onClick={() => turn({ from: prefixOf(kind.sort), view: 'items' })}
        >
          <i class="kind-mark" style={{ background: kindColour(all, kind.kind) }} />
          {kind.kind}
        </button>
      ))}
    </div>
  );
}

function ItemRow({ item, table }: { item: Item; table: TableInfo }) {
  const kinds = table.kinds;
  const [open, setOpen] = useState(false);
  const now = useNow();
  const left = remaining(item.ttl, item.keepSeconds, now / 1000);
  const kind = kinds.find(entry => entry.kind === item.kind);
  const colour = kindColour(kinds, item.kind);
  return (
    <li class={'item' + (open ? ' open' : '')}>
      <button class="item-row" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class="core" style={{ background: colour, opacity: opacity(left) }} />
        <span class="item-key clip" style={{ opacity: 0.9 + 0.1 * left }}>
          <Key template={kind?.sort ?? null} text={item.sort} />
        </span>
        <span class="item-kind muted clip">
          {item.kind ?? 'unknown'}
          {item.block && ` · ${counted(item.block.events, 'event')}`}
        </span>
        <Ttl item={item} left={left} now={now} colour={colour} />
        <span class="item-bytes muted num">{bytes(item.bytes)}</span>
        <Icon name="chevron" />
      </button>
      {open && <Attributes item={item} />}
      {open && item.block && <Block table={table} item={item} />}
    </li>
  );
}

function Ttl({ item, left, now, colour }: { item: Item; left: number; now: number; colour: string }) {
  if (item.ttl === null) {
    return (
      <span class="ttl">
        <span class="ttl-bar">
          <i class="ever" style={{ width: '100%', background: colour }} />
        </span>
        <span class="muted">kept</span>
      </span>
    );
  }
  const end = item.ttl * 1000;
  return (
    <span class="ttl" title={`expires ${instant(end)}`}>
      <span class="ttl-bar">
        <i
          style={{
            width: `${left * 100}%`,
            background: `linear-gradient(90deg, ${colour}, color-mix(in srgb, ${colour} 25%, transparent))`,
          }}
        />
      </span>
      <span class="muted">
        {left > 0
          ? span(end - now)
              .split(' ')
              .slice(0, 2)
              .join(' ')
          : 'expired ' + ago(end, now)}
      </span>
    </span>
  );
}

function Attributes({ item }: { item: Item }) {
  return (
    <dl class="attributes">
      {Object.entries(item.parts).map(([name, value]) => (
        <div key={'part ' + name}>
          <dt class="placeholder">{`{${name}}`}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {Object.entries(item.attributes).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
      {item.ttl !== null && (
        <div>
          <dt>ttl</dt>
          <dd>
            {item.ttl} <span class="muted">({instant(item.ttl * 1000)})</span>
          </dd>
        </div>
      )}
    </dl>
  );
}
