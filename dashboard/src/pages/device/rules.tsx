import { useState } from 'preact/hooks';
import { path, read, write } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { RulePage } from '../../api/types.ts';
import { Panel } from '../../parts/controls.tsx';
import { Icon } from '../../parts/icons.tsx';
import { SeverityBadge } from '../../parts/marks.tsx';
import { notice } from '../../parts/notices.tsx';
import { Empty, Shown, SkeletonRows } from '../../parts/states.tsx';
import { RuleForm } from './ruleform.tsx';
import { sentence, type Backtest, type RuleEdit } from './rule.ts';

const NEW: RuleEdit = { name: '', kind: 'above', severity: 'medium' };

/** Rules apply to all devices; here they are tested on the history of this one. */
export function RulesPanel({
  device,
  fields,
  show,
}: {
  device: string;
  fields: string[];
  show: (backtest: Backtest) => void;
}) {
  const rules = useLoad('rules', signal => read<RulePage>('/rules', {}, signal));
  const [editing, setEditing] = useState<RuleEdit | null>(null);
  const close = () => {
    setEditing(null);
  };
  const save = async (rule: RuleEdit) => {
    if (!editing?.name) {
      const { rules: known } = await read<RulePage>('/rules');
      if (known.some(other => other.name === rule.name))
        throw new Error(`Rule ${rule.name} already exists. Choose another name, or edit that rule.`);
    }
    await write('PUT', path('rules', rule.name), rule);
    notice(`Rule ${rule.name} is saved`);
    rules.reload();
    close();
  };
  const remove = async (rule: RuleEdit) => {
    await write('DELETE', path('rules', rule.name));
    notice(`Rule ${rule.name} is deleted`);
    rules.reload();
    close();
  };
  return (
    <Panel
      title="Alert rules"
      actions={
        <button class="button small" onClick={() => setEditing({ ...NEW, field: fields[0] ?? null })}>
          <Icon name="plus" /> New rule
        </button>
      }
      note="Rules apply to every device that has the field. A backtest shows when a rule would have fired here."
    >
      <Shown of={rules} skeleton={<SkeletonRows rows={5} height={40} />}>
        {data =>
          data.rules.length ? (
            <ul class="rule-rows">
              {data.rules.map(rule => (
                <li key={rule.name} class="rule-row">
                  <SeverityBadge severity={rule.severity} />
                  <div class="clip">
                    <div class="clip">{sentence(rule)}</div>
                    <div class="muted clip mono">{rule.name}</div>
                  </div>
                  <button class="button small" onClick={() => setEditing(rule)}>
                    Edit, backtest
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <Empty title="No rules yet">
              <p>A rule opens an alert when a field leaves its limits, changes too fast, or a device falls silent.</p>
            </Empty>
          )
        }
      </Shown>
      {editing && (
        <RuleForm
          rule={editing}
          device={device}
          fields={fields}
          close={close}
          save={save}
          remove={editing.name ? remove : null}
          show={show}
        />
      )}
    </Panel>
  );
}
