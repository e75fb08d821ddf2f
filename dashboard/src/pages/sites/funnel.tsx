import { path, read } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { Funnel } from '../../api/types.ts';
import { turn } from '../../app/router.ts';
import { percent, whole } from '../../format/numbers.ts';
import { Panel } from '../../parts/controls.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import type { Goals } from './goals.tsx';
import type { Scope } from './site.tsx';

const AT_FIRST = 3;
const MOST = 8;

/** Goals in order; the steps are in the address, so a link shares a funnel. */
export function FunnelPanel({ scope, steps, goals }: { scope: Scope; steps: string | null; goals: Goals }) {
  const known = goals.data?.goals ?? [];
  const chosen = (steps?.split(',') ?? known.slice(0, AT_FIRST).map(goal => goal.goalId)).filter(id =>
    known.some(goal => goal.goalId === id),
  );
  const funnel = useLoad(chosen.length > 1 ? `${scope.key} ${chosen.join()}` : null, signal =>
    read<Funnel>(path('sites', scope.site, 'funnels'), { ...scope.parameters, steps: chosen.join() }, signal),
  );
  useEvery(60_000, funnel.reload);
  const set = (next: string[]) => turn({ funnel: next.join() || null }, 'replace');
  const rest = known.filter(goal => !chosen.includes(goal.goalId));
  return (
    <Panel
      title="Funnel"
      actions={
        rest.length > 0 &&
        chosen.length < MOST && (
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
        )
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
    </Panel>
  );
}
