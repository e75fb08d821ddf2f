import { useState } from 'preact/hooks';
import { write } from '../../api/client.ts';
import type { BacktestResult, Episode } from '../../api/types.ts';
import { fieldName, measure } from '../../format/numbers.ts';
import { minuteOf, span } from '../../format/times.ts';
import { FormDialog, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { SEVERITY_CHOICES } from '../../parts/severity.ts';
import { draftOf, KINDS, NEEDS, ruleOf, type Backtest, type Draft, type RuleEdit } from './rule.ts';

const DAYS = [1, 7, 30] as const;

interface Props {
  rule: RuleEdit;
  device: string;
  fields: string[];
  close: () => void;
  save: (rule: RuleEdit) => Promise<void>;
  remove: ((rule: RuleEdit) => Promise<void>) | null;
  show: (backtest: Backtest) => void;
}

export function RuleForm({ rule, device, fields, close, save, remove, show }: Props) {
  const [draft, setDraft] = useState(draftOf(rule));
  const form = useForm();
  const [days, setDays] = useState<number>(7);
  const [episodes, setEpisodes] = useState<Episode[] | null>(null);
  const needs = NEEDS[draft.kind];
  // A rule of kind unusual records anomalies and opens no alerts, so there is nothing to test.
  const isAlert = draft.kind !== 'unusual';
  const known = [...new Set([...fields, ...(rule.field ? [rule.field] : [])])];
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  /** Returns the rule that the draft describes; fails with what is missing. */
  const meant = () => {
    const described = ruleOf(draft);
    if (typeof described === 'string') throw new Error(described);
    return described;
  };
  const backtest = () =>
    form.run(async () => {
      const tested = meant();
      const to = Date.now();
      const range = { from: new Date(to - days * 86_400_000).toISOString(), to: new Date(to).toISOString() };
      const result = await write<BacktestResult>('POST', '/rules/backtest', { rule: tested, device, ...range });
      setEpisodes(result?.episodes ?? []);
      show({ field: tested.field ?? null, episodes: result?.episodes ?? [] });
    });
  const number = (
    label: string,
    name: 'limit' | 'low' | 'high' | 'clearAt' | 'perMinutes' | 'forMinutes',
    hint?: string,
  ) => (
    <TextField
      label={label}
      inputMode="decimal"
      value={draft[name]}
      placeholder={hint}
      set={value => set({ [name]: value })}
    />
  );

  return (
    <FormDialog
      title={rule.name ? `Rule ${rule.name}` : 'New rule'}
      wide
      close={close}
      form={form}
      action="Save rule"
      submit={async () => save(meant())}
      remove={remove && { label: 'Delete rule', run: () => remove(rule) }}
    >
      <div class="form-grid">
        {!rule.name && (
          <TextField
            label="Name"
            whole
            autofocus
            value={draft.name}
            placeholder="too-hot"
            set={name => set({ name })}
          />
        )}
        {needs.field && (
          <SelectField
            label="Field"
            value={draft.field}
            choices={[
              ...(draft.field ? [] : [{ value: '', label: 'Choose…' }]),
              ...known.map(field => ({ value: field, label: fieldName(field) })),
            ]}
            set={field => set({ field })}
          />
        )}
        <SelectField label="Condition" value={draft.kind} choices={KINDS} set={kind => set({ kind })} />
        {needs.limit && number(isAlert ? 'Limit' : 'Standard deviations', 'limit', isAlert ? '' : '4')}
        {needs.band && number('Lowest', 'low')}
        {needs.band && number('Highest', 'high')}
        {needs.per && number('Within minutes', 'perMinutes')}
        {needs.clear && number('Clears at', 'clearAt', 'same as the limit')}
        {isAlert && number('For at least minutes', 'forMinutes', draft.kind === 'silent' ? '' : 'at once')}
        <SelectField
          label="Severity"
          value={draft.severity}
          choices={SEVERITY_CHOICES}
          set={severity => set({ severity })}
        />
        <TextField
          label="Message"
          whole
          value={draft.message}
          placeholder="What a person should read"
          set={message => set({ message })}
        />
      </div>
      {isAlert && (
        <div class="backtest">
          <div class="row">
            <span>Backtest on {device}, last</span>
            <select
              class="select"
              aria-label="Days of the backtest"
              value={days}
              onChange={event => setDays(Number(event.currentTarget.value))}
            >
              {DAYS.map(count => (
                <option key={count} value={count}>
                  {count === 1 ? '24 hours' : `${count} days`}
                </option>
              ))}
            </select>
            <button class="button" type="button" disabled={form.busy} onClick={backtest}>
              Run
            </button>
          </div>
          <div aria-live="polite">{episodes && <Episodes episodes={episodes} />}</div>
        </div>
      )}
    </FormDialog>
  );
}

function Episodes({ episodes }: { episodes: Episode[] }) {
  if (!episodes.length) return <p class="muted">It would not have fired.</p>;
  return (
    <>
      <p>
        It would have fired <strong>{episodes.length === 1 ? 'once' : `${episodes.length} times`}</strong>; the chart
        marks when.
      </p>
      <ul class="episodes">
        {episodes
          .slice(-20)
          .reverse()
          .map(episode => (
            <li key={episode.openedAt}>
              <span>{minuteOf(episode.openedAt)}</span>
              <span class="muted">
                {episode.resolvedAt
                  ? 'for ' + span(Date.parse(episode.resolvedAt) - Date.parse(episode.openedAt))
                  : 'still open'}
              </span>
              <span class="num">{measure(episode.value)}</span>
            </li>
          ))}
      </ul>
    </>
  );
}
