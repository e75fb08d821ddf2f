import { useState } from 'preact/hooks';
import { write } from '../../api/client.ts';
import type { BacktestResult, Episode } from '../../api/types.ts';
import { fieldName, measure } from '../../format/numbers.ts';
import { minuteOf, span } from '../../format/times.ts';
import { Dialog } from '../../parts/controls.tsx';
import { SEVERITIES, SEVERITY_NAME } from '../../parts/severity.ts';
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
  const [problem, setProblem] = useState<string | null>(null);
  const [days, setDays] = useState<number>(7);
  const [episodes, setEpisodes] = useState<Episode[] | null>(null);
  const [busy, setBusy] = useState(false);
  const needs = NEEDS[draft.kind];
  // A rule of kind unusual records anomalies and opens no alerts, so there is nothing to test.
  const isAlert = draft.kind !== 'unusual';
  const known = [...new Set([...fields, ...(rule.field ? [rule.field] : [])])];
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  const run = async (work: (rule: RuleEdit) => Promise<void>) => {
    const meant = ruleOf(draft);
    if (typeof meant === 'string') {
      setProblem(meant);
      return;
    }
    setProblem(null);
    setBusy(true);
    try {
      await work(meant);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const backtest = () =>
    run(async meant => {
      const to = Date.now();
      const range = { from: new Date(to - days * 86_400_000).toISOString(), to: new Date(to).toISOString() };
      const result = await write<BacktestResult>('POST', '/rules/backtest', { rule: meant, device, ...range });
      setEpisodes(result?.episodes ?? []);
      show({ field: meant.field ?? null, episodes: result?.episodes ?? [] });
    });
  const number = (
    label: string,
    name: 'limit' | 'low' | 'high' | 'clearAt' | 'perMinutes' | 'forMinutes',
    hint?: string,
  ) => (
    <label class="field">
      {label}
      <input
        class="input"
        inputMode="decimal"
        value={draft[name]}
        placeholder={hint}
        onInput={event => set({ [name]: event.currentTarget.value })}
      />
    </label>
  );

  return (
    <Dialog title={rule.name ? `Rule ${rule.name}` : 'New rule'} close={close} wide>
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault();
          void run(save);
        }}
      >
        <div class="form-grid">
          {!rule.name && (
            <label class="field whole">
              Name
              <input
                class="input"
                autofocus
                value={draft.name}
                placeholder="too-hot"
                onInput={event => set({ name: event.currentTarget.value })}
              />
            </label>
          )}
          {needs.field && (
            <label class="field">
              Field
              <select class="select" value={draft.field} onChange={event => set({ field: event.currentTarget.value })}>
                {!draft.field && <option value="">Choose…</option>}
                {known.map(field => (
                  <option key={field} value={field}>
                    {fieldName(field)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label class="field">
            Condition
            <select
              class="select"
              value={draft.kind}
              onChange={event => set({ kind: event.currentTarget.value as Draft['kind'] })}
            >
              {KINDS.map(kind => (
                <option key={kind.value} value={kind.value}>
                  {kind.label}
                </option>
              ))}
            </select>
          </label>
          {needs.limit && number(isAlert ? 'Limit' : 'Standard deviations', 'limit', isAlert ? '' : '4')}
          {needs.band && number('Lowest', 'low')}
          {needs.band && number('Highest', 'high')}
          {needs.per && number('Within minutes', 'perMinutes')}
          {needs.clear && number('Clears at', 'clearAt', 'same as the limit')}
          {isAlert && number('For at least minutes', 'forMinutes', draft.kind === 'silent' ? '' : 'at once')}
          <label class="field">
            Severity
            <select
              class="select"
              value={draft.severity}
              onChange={event => set({ severity: event.currentTarget.value as Draft['severity'] })}
            >
              {SEVERITIES.map(severity => (
                <option key={severity} value={severity}>
                  {SEVERITY_NAME[severity]}
                </option>
              ))}
            </select>
          </label>
          <label class="field whole">
            Message
            <input
              class="input"
              value={draft.message}
              placeholder="What a person should read"
              onInput={event => set({ message: event.currentTarget.value })}
            />
          </label>
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
              <button class="button" type="button" disabled={busy} onClick={backtest}>
                Run
              </button>
            </div>
            <div aria-live="polite">{episodes && <Episodes episodes={episodes} />}</div>
          </div>
        )}
        {problem && (
          <p class="inline-failure" role="alert">
            {problem}
          </p>
        )}
        <div class="dialog-actions">
          {remove && (
            <button class="button danger quiet" type="button" disabled={busy} onClick={() => run(() => remove(rule))}>
              Delete rule
            </button>
          )}
          <button class="button push" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button primary" type="submit" disabled={busy}>
            Save rule
          </button>
        </div>
      </form>
    </Dialog>
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
