import { useState } from 'preact/hooks';
import { path, read, write } from '../../api/client.ts';
import { useEvery, useLoad, type Loaded } from '../../api/load.ts';
import type { Breakdown, BreakdownRow, Goal, GoalPage } from '../../api/types.ts';
import { counted, percent, whole } from '../../format/numbers.ts';
import { Dialog, Panel } from '../../parts/controls.tsx';
import { FormProblem, SelectField, TextField, useForm, type Choice } from '../../parts/form.tsx';
import { Icon } from '../../parts/icons.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import type { PanelProps } from './breakdown.tsx';
import { isFiltered } from './filters.ts';
import { freeId } from './ids.ts';

export type Goals = Loaded<{ goals: Goal[] }>;

interface GoalsPanelProps extends PanelProps {
  goals: Goals;
  canManage: boolean;
}

export function GoalsPanel({ scope, filters, filter, goals, canManage }: GoalsPanelProps) {
  const reached = useLoad(scope.key, signal =>
    read<Breakdown>(path('sites', scope.site, 'breakdown'), { ...scope.parameters, by: 'goal', limit: 50 }, signal),
  );
  const [editing, setEditing] = useState(false);
  useEvery(60_000, reached.reload);
  return (
    <Panel
      title="Goals"
      actions={
        canManage && (
          <button class="button small quiet" onClick={() => setEditing(true)}>
            Manage
          </button>
        )
      }
    >
      <Shown of={reached} skeleton={<SkeletonRows rows={5} height={30} />}>
        {data =>
          data.rows.length ? (
            <table class="data-table goals">
              <thead>
                <tr>
                  <th>Goal</th>
                  <th class="num">Visitors</th>
                  <th class="num">Times</th>
                  <th class="num">Rate</th>
                  {data.rows.some(hasRevenue) && <th class="num">Revenue</th>}
                </tr>
              </thead>
              <tbody>
                {data.rows.map(row => (
                  <tr key={row.value}>
                    <td>
                      <button
                        class="plain clip"
                        aria-pressed={isFiltered(filters, 'goal', row.value)}
                        onClick={() => filter('goal', row.value)}
                      >
                        {row.value}
                      </button>
                    </td>
                    <td class="num">{whole(row.visitors)}</td>
                    <td class="num muted">{whole(row.count)}</td>
                    <td class="num">
                      <strong>{percent(row.conversionRate ?? row.share)}</strong>
                    </td>
                    {data.rows.some(hasRevenue) && <td class="num">{revenueOf(row)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <Empty title="No goal was reached">
              <p>A goal is a page, an event or a length of stay that matters to you.</p>
              {canManage && (
                <button class="button" onClick={() => setEditing(true)}>
                  Manage goals
                </button>
              )}
            </Empty>
          )
        }
      </Shown>
      {editing && (
        <ManageGoals
          site={scope.site}
          goals={goals}
          close={() => {
            setEditing(false);
            reached.reload();
          }}
        />
      )}
    </Panel>
  );
}

function hasRevenue(row: BreakdownRow): boolean {
  return Object.keys(row.revenue ?? {}).length > 0;
}

/** Amounts with their currency; XXX stands for none. */
function revenueOf(row: BreakdownRow): string {
  return Object.entries(row.revenue ?? {})
    .map(([currency, amount]) =>
      currency === 'XXX'
        ? amount.toLocaleString()
        : amount.toLocaleString(undefined, { style: 'currency', currency, currencyDisplay: 'code' }),
    )
    .join(', ');
}

const KINDS: Choice<Goal['kind']>[] = [
  { value: 'page', label: 'a page is viewed' },
  { value: 'event', label: 'an event happens' },
  { value: 'duration', label: 'a session lasts' },
];

const MATCHES = [
  { value: 'exact', label: 'is exactly' },
  { value: 'prefix', label: 'begins with' },
  { value: 'contains', label: 'contains' },
  { value: 'stars', label: 'is like' },
  { value: 'regex', label: 'matches' },
] as const;

function ManageGoals({ site, goals, close }: { site: string; goals: Goals; close: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Goal['kind']>('page');
  const [match, setMatch] = useState<NonNullable<Goal['match']>>('exact');
  const [pattern, setPattern] = useState('');
  const [value, setValue] = useState('');
  const [currency, setCurrency] = useState('');
  const form = useForm();

  const change = (work: () => Promise<unknown>) =>
    form.run(async () => {
      await work();
      goals.reload();
    });
  const add = (event: Event) => {
    event.preventDefault();
    const title = name.trim() || pattern.trim();
    const long = kind === 'duration';
    const goal: Omit<Goal, 'goalId'> = {
      name: title,
      kind,
      match: long ? null : match,
      pattern: long ? null : pattern.trim(),
      seconds: long ? Number(pattern) : null,
      ...(kind === 'event' && value.trim()
        ? { value: value.trim(), ...(currency.trim() ? { currency: currency.trim().toUpperCase() } : {}) }
        : {}),
    };
    void change(async () => {
      const { goals: known } = await read<GoalPage>(path('sites', site, 'goals'));
      const id = freeId(
        title,
        known.map(other => other.goalId),
        'goal',
      );
      await write('PUT', path('sites', site, 'goals', id), { ...goal, goalId: id });
      notice(`Goal ${title} is saved`);
      setName('');
      setPattern('');
      setValue('');
      setCurrency('');
    });
  };
  return (
    <Dialog title="Goals" close={close} wide>
      <Shown of={goals} skeleton={<SkeletonRows rows={3} />}>
        {data => (
          <ul class="goal-list">
            {data.goals.map(goal => (
              <li key={goal.goalId}>
                <span class="clip">{goal.name}</span>
                <span class="muted clip">{describe(goal)}</span>
                <button
                  class="button small quiet icon"
                  aria-label={`Delete ${goal.name}`}
                  onClick={() => change(() => write('DELETE', path('sites', site, 'goals', goal.goalId)))}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
            {!data.goals.length && <li class="muted">No goal yet.</li>}
          </ul>
        )}
      </Shown>
      <form class="form-grid" onSubmit={add}>
        <SelectField label="When" value={kind} choices={KINDS} set={setKind} />
        {kind !== 'duration' && <SelectField label="Match" value={match} choices={MATCHES} set={setMatch} />}
        <TextField
          label={kind === 'duration' ? 'Seconds' : kind === 'event' ? 'Event' : 'Path'}
          required
          inputMode={kind === 'duration' ? 'numeric' : 'text'}
          value={pattern}
          placeholder={
            kind === 'duration' ? '180' : kind === 'event' ? 'Signup' : match === 'stars' ? '/blog/*' : '/pricing'
          }
          set={setPattern}
        />
        <TextField label="Name" value={name} placeholder="same as above" set={setName} />
        {kind === 'event' && (
          <>
            <TextField label="Sum of property (optional)" value={value} placeholder="amount" set={setValue} />
            <TextField label="Currency" value={currency} placeholder="EUR" maxLength={3} set={setCurrency} />
          </>
        )}
        <FormProblem form={form} whole />
        <div class="dialog-actions whole">
          <button class="button primary" type="submit" disabled={form.busy}>
            Add goal
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function describe(goal: Goal): string {
  if (goal.kind === 'duration') return `session of ${counted(goal.seconds, 'second')}`;
  const sum = goal.value ? `, sum of ${goal.value}` : '';
  return `${goal.kind} ${MATCHES.find(entry => entry.value === goal.match)?.label ?? 'is'} ${goal.pattern ?? ''}${sum}`;
}
