import { useState } from 'preact/hooks';
import { turn } from '../../app/router.ts';
import { Dialog } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { added, DIMENSIONS, formatFilters, OPERATORS, type Filter, type Operator } from './filters.ts';
import { valueLabel } from './values.ts';

export function FilterBar({ filters }: { filters: Filter[] }) {
  const [adding, setAdding] = useState(false);
  const set = (next: Filter[]) => turn({ filters: formatFilters(next) });
  return (
    <div class="row filter-bar">
      <button class="button small" onClick={() => setAdding(true)}>
        <Icon name="filter" /> Filter
      </button>
      {filters.map((filter, i) => (
        <span class="chip" key={i}>
          <span class="clip">
            {DIMENSIONS[filter.by]}{' '}
            <span class="muted">{OPERATORS.find(entry => entry.value === filter.operator)!.label}</span>{' '}
            <strong>{filter.values.map(value => valueLabel(filter.by, value)).join(' or ')}</strong>
          </span>
          <button
            aria-label={`Remove the filter on ${DIMENSIONS[filter.by]}`}
            onClick={() => set(filters.toSpliced(i, 1))}
          >
            ×
          </button>
        </span>
      ))}
      {filters.length > 1 && (
        <button class="button small quiet" onClick={() => set([])}>
          Clear all
        </button>
      )}
      {adding && (
        <AddFilter
          close={() => setAdding(false)}
          add={filter => {
            setAdding(false);
            set(added(filters, filter));
          }}
        />
      )}
    </div>
  );
}

function AddFilter({ close, add }: { close: () => void; add: (filter: Filter) => void }) {
  const [by, setBy] = useState('page');
  const [operator, setOperator] = useState<Operator>('contains');
  const [value, setValue] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    if (value.trim()) add({ by, operator, values: [value.trim()] });
  };
  return (
    <Dialog title="Add a filter" close={close}>
      <form class="stack" onSubmit={submit}>
        <div class="form-grid">
          <label class="field">
            Where
            <select class="select" value={by} onChange={event => setBy(event.currentTarget.value)}>
              {Object.entries(DIMENSIONS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            Condition
            <select
              class="select"
              value={operator}
              onChange={event => setOperator(event.currentTarget.value as Operator)}
            >
              {OPERATORS.map(entry => (
                <option key={entry.value} value={entry.value}>
                  {entry.label}
                </option>
              ))}
            </select>
          </label>
          <label class="field whole">
            Value
            <input
              class="input"
              autofocus
              value={value}
              placeholder={by === 'country' ? 'DE' : '/blog'}
              onInput={event => setValue(event.currentTarget.value)}
            />
          </label>
        </div>
        <div class="dialog-actions">
          <button class="button" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button primary" type="submit" disabled={!value.trim()}>
            Add filter
          </button>
        </div>
      </form>
    </Dialog>
  );
}
