import { useState } from 'preact/hooks';
import { path, read, write } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { Funnel, SavedFunnel, SavedFunnelList } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { percent, whole } from '../../format/numbers.ts';
import { Panel } from '../../parts/controls.tsx';
import { FormDialog, TextField, useForm } from '../../parts/form.tsx';
import { Icon } from '../../parts/icons.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import type { Goals } from './goals.tsx';
import { freeId } from './ids.ts';
import type { Scope } from './site.tsx';

const AT_FIRST = 3;
const MOST = 8;

interface FunnelPanelProps {
  scope: Scope;
  steps: string | null;
  goals: Goals;
  canManage: boolean;
}

/** Goals in order; the steps are in the address, so a link shares a funnel that is not saved. */
export function FunnelPanel({ scope, steps, goals, canManage }: FunnelPanelProps) {
  const saved = useLoad(scope.site, signal =>
    read<SavedFunnelList>(path('sites', scope.site, 'saved-funnels'), {}, signal),
  );
  const [saving, setSaving] = useState(false);
  const funnels = saved.data?.funnels ?? [];
  const known = goals.data?.goals ?? [];
  const usual = funnels[0]?.goalIds ?? known.slice(0, AT_FIRST).map(goal => goal.goalId);
  const chosen = (steps?.split(',') ?? usual).filter(id => known.some(goal => goal.goalId === id));
  const current = funnels.find(entry => entry.goalIds.join() === chosen.join());
  // The first saved funnel is shown, so it has to be known.
  const isReady = chosen.length > 1 && (steps !== null || !saved.loading);
  const funnel = useLoad(isReady ? `${scope.key} ${chosen.join()}` : null, signal =>
    read<Funnel>(path('sites', scope.site, 'funnels'), { ...scope.parameters, steps: chosen.join() }, signal),
  );
  useEvery(60_000, funnel.reload);
  const set = (next: string[]) => turn({ funnel: next.join() || null }, 'replace');
  const moveUp = (i: number) => set([...chosen.slice(0, i - 1), chosen[i]!, chosen[i - 1]!, ...chosen.slice(i + 1)]);
  const rest = known.filter(goal => !chosen.includes(goal.goalId));
  return (
    <Panel
      title="Funnel"
      actions={
        <span class="row">
          {funnels.length > 0 && (
            <label>
              <span class="hidden">Saved funnels</span>
              <select
                class="select small"
                value={current?.funnelId ?? ''}
                onChange={event =>
                  set(funnels.find(entry => entry.funnelId === event.currentTarget.value)?.goalIds ?? chosen)
                }
              >
                {!current && <option value="">Not saved</option>}
                {funnels.map(entry => (
                  <option key={entry.funnelId} value={entry.funnelId}>
                    {entry.name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {rest.length > 0 && chosen.length < MOST && (
            <label>
              <span class="hidden">Add a step</span>
              <select class="select small" value="" onChange={event => set([...chosen, event.currentTarget.value])}>
                <option value="">Add a step…</option>
                {rest.map(goal => (
                  <option key={goal.goalId} value={goal.goalId}>
                    {goal.name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {canManage && chosen.length > 1 && (
            <button class="button small quiet" onClick={() => setSaving(true)}>
              {current ? 'Edit' : 'Save'}
            </button>
          )}
        </span>
      }
    >
      {goals.data && chosen.length < 2 ? (
        <Empty title="A funnel needs two goals">
          <p>
            {known.length < 2 ? 'There are no two goals yet. They are the steps of a funnel.' : 'Add another step.'}
          </p>
        </Empty>
      ) : (
        <Shown of={funnel} skeleton={<SkeletonRows rows={3} height={46} />}>
          {data => (
            <ol class="funnel">
              {data.steps.map((step, i) => (
                <li key={step.goalId}>
                  <div class="spread">
                    <span class="clip">
                      {i + 1}. {step.name}
                    </span>
                    <span class="row nowrap">
                      {i > 0 && <span class="muted">{percent(step.dropOff)} left before</span>}
                      <span>{whole(step.visitors)}</span>
                      <strong class="funnel-rate">{percent(step.rate)}</strong>
                      <button
                        class="button small quiet icon"
                        aria-label={`Move ${step.name} up`}
                        disabled={i === 0}
                        onClick={() => moveUp(i)}
                      >
                        <Icon name="up" />
                      </button>
                      <button
                        class="button small quiet icon"
                        aria-label={`Remove ${step.name}`}
                        disabled={chosen.length <= 2}
                        onClick={() => set(chosen.filter(id => id !== step.goalId))}
                      >
                        ×
                      </button>
                    </span>
                  </div>
                  <div class="funnel-bar">
                    <i style={{ width: `${step.rate * 100}%` }} />
                  </div>
                </li>
              ))}
            </ol>
          )}
        </Shown>
      )}
      {saving && (
        <SaveFunnel
          site={scope.site}
          steps={chosen}
          funnels={funnels}
          current={current ?? null}
          close={() => setSaving(false)}
          changed={saved.reload}
        />
      )}
    </Panel>
  );
}

interface SaveFunnelProps {
  site: string;
  steps: string[];
  funnels: SavedFunnel[];
  /** The saved funnel with these steps; null to save a new one. */
  current: SavedFunnel | null;
  close: () => void;
  changed: () => void;
}

function SaveFunnel({ site, steps, funnels, current, close, changed }: SaveFunnelProps) {
  const [name, setName] = useState(current?.name ?? '');
  const form = useForm();
  const done = (text: string) => {
    notice(text);
    changed();
    close();
  };
  const submit = async () => {
    const taken = funnels.map(other => other.funnelId);
    const id = current?.funnelId ?? freeId(name.trim(), taken, 'funnel');
    await write('PUT', path('sites', site, 'saved-funnels', id), { name: name.trim(), goalIds: steps });
    done(`Funnel ${name.trim()} is saved`);
  };
  const remove = current && {
    label: 'Delete funnel',
    run: async () => {
      await write('DELETE', path('sites', site, 'saved-funnels', current.funnelId));
      done(`Funnel ${current.name} is deleted`);
    },
  };
  return (
    <FormDialog
      title={current ? 'Edit funnel' : 'Save funnel'}
      close={close}
      form={form}
      action="Save"
      disabled={!name.trim()}
      submit={submit}
      remove={remove}
    >
      <TextField label="Name" autofocus required value={name} placeholder="Checkout" set={setName} />
      {!current && <p class="muted">To replace a saved funnel, delete it first.</p>}
    </FormDialog>
  );
}
