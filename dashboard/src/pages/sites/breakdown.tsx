import { useState } from 'preact/hooks';
import { path, read } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { Breakdown, BreakdownRow } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { BLANK, percent, whole } from '../../format/numbers.ts';
import { Dialog, Panel, Tabs, type Option } from '../../parts/controls.tsx';
import { useMore } from '../../parts/more.ts';
import { Empty, Shown, Skeleton } from '../../parts/states.tsx';
import { isFiltered, type Filter } from './filters.ts';
import type { Scope } from './site.tsx';
import { valueLabel } from './values.ts';

const ROWS = 9;
const ALL_ROWS = 100;

export interface PanelProps {
  scope: Scope;
  filters: Filter[];
  filter: (by: string, value: string) => void;
  search: URLSearchParams;
}

interface Props extends PanelProps {
  name: string;
  title: string;
  tabs: Option<string>[];
  /** Tabs that are rarely used, in one menu. */
  others?: { label: string; options: Option<string>[] };
  usual: string;
}

/** Breakdowns as rows with bars; a click filters. */
export function BreakdownPanel({ scope, filters, filter, search, name, title, tabs, others, usual }: Props) {
  const all = [...tabs, ...(others?.options ?? [])];
  const by = all.find(tab => tab.value === search.get(name))?.value ?? usual;
  const [open, setOpen] = useState(false);
  const choose = (tab: string) => turn({ [name]: tab === usual ? null : tab }, 'replace');
  const rows = useLoad(`${scope.key} ${by}`, signal =>
    read<Breakdown>(path('sites', scope.site, 'breakdown'), { ...scope.parameters, by, limit: ROWS }, signal),
  );
  useEvery(60_000, rows.reload);
  return (
    <Panel
      title={title}
      actions={
        tabs.length > 1 && (
          <>
            <Tabs label={title} options={tabs} value={by} choose={choose} />
            {others && <Others {...others} value={by} choose={choose} />}
          </>
        )
      }
    >
      <div class="breakdown-body">
        <Shown of={rows} skeleton={<RowsSkeleton />}>
          {data => (
            <>
              <Rows data={data} filters={filters} filter={filter} />
              {data.next && (
                <button class="button small quiet more" onClick={() => setOpen(true)}>
                  Show all
                </button>
              )}
            </>
          )}
        </Shown>
      </div>
      {open && (
        <AllRows
          title={`${title}: ${all.find(tab => tab.value === by)!.label.toLowerCase()}`}
          scope={scope}
          by={by}
          filters={filters}
          filter={(dimension, value) => {
            setOpen(false);
            filter(dimension, value);
          }}
          close={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

function Others(props: { label: string; options: Option<string>[]; value: string; choose: (value: string) => void }) {
  const chosen = props.options.some(option => option.value === props.value);
  return (
    <label>
      <span class="hidden">{props.label}</span>
      <select
        class={'tab-select' + (chosen ? ' chosen' : '')}
        value={chosen ? props.value : ''}
        onChange={event => props.choose(event.currentTarget.value)}
      >
        {!chosen && <option value="">{props.label}</option>}
        {props.options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Rows({
  data,
  filters,
  filter,
}: {
  data: Breakdown;
  filters: Filter[];
  filter: (by: string, value: string) => void;
}) {
  if (!data.rows.length) return <Empty title="Nothing in this period" />;
  const most = Math.max(...data.rows.map(row => row.count));
  return (
    <>
      <div class="breakdown-head muted">
        <span class="push">
          {data.metric === 'pageViews' ? 'Page views' : data.metric === 'sessions' ? 'Sessions' : 'Visitors'}
        </span>
        <span class="share">Share</span>
      </div>
      <ul class="breakdown">
        {data.rows.map(row => (
          <li key={row.value}>
            <Bar
              row={row}
              most={most}
              label={valueLabel(data.by, row.value)}
              pressed={isFiltered(filters, data.by, row.value)}
              pick={() => filter(data.by, row.value)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Bar(props: { row: BreakdownRow; most: number; label: string; pressed: boolean; pick: () => void }) {
  const { row } = props;
  return (
    <button class="bar-row" aria-pressed={props.pressed} onClick={props.pick} title={`Filter by ${props.label}`}>
      <span class="bar" style={{ width: `${(row.count / props.most) * 100}%` }} />
      <span class="bar-label clip">{props.label}</span>
      <span class="bar-count">{whole(row.count)}</span>
      <span class="share muted">{percent(row.share)}</span>
    </button>
  );
}

function RowsSkeleton() {
  return (
    <div aria-hidden="true" class="breakdown">
      <div class="breakdown-head">{BLANK}</div>
      {Array.from({ length: ROWS }, (_, i) => (
        <div class="bar-row" key={i}>
          <Skeleton height={14} width={`${85 - i * 8}%`} />
        </div>
      ))}
    </div>
  );
}

function AllRows(props: {
  title: string;
  scope: Scope;
  by: string;
  filters: Filter[];
  filter: (by: string, value: string) => void;
  close: () => void;
}) {
  const { scope, by } = props;
  const key = `${scope.key} ${by}`;
  const load = (signal: AbortSignal, page?: string) =>
    read<Breakdown>(path('sites', scope.site, 'breakdown'), { ...scope.parameters, by, limit: ALL_ROWS, page }, signal);
  const rows = useLoad(key, load);
  const more = useMore(
    rows,
    key,
    (next, signal) => load(signal, next),
    (shown, page) => ({ ...page, rows: [...shown.rows, ...page.rows] }),
  );
  return (
    <Dialog title={props.title} close={props.close} wide>
      <Shown of={rows} skeleton={<RowsSkeleton />}>
        {data => (
          <>
            <Rows data={data} filters={props.filters} filter={props.filter} />
            {data.next && (
              <button class="button small" disabled={more.loading} onClick={() => more.show(data.next!)}>
                {more.loading ? 'Loading…' : 'Show more'}
              </button>
            )}
          </>
        )}
      </Shown>
    </Dialog>
  );
}
