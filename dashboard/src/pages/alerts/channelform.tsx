import { useState } from 'preact/hooks';
import type { Channel, ChannelBody } from '../../api/types.ts';
import { Dialog } from '../../parts/controls.tsx';
import { SEVERITIES, SEVERITY_NAME } from '../../parts/severity.ts';
import { bodyOf, draftOf, KINDS, type Draft } from './channel.ts';

interface Props {
  channel: Channel | null;
  known: string[];
  close: () => void;
  save: (name: string, body: ChannelBody) => Promise<void>;
  remove: (name: string) => Promise<void>;
}

export function ChannelForm({ channel, known, close, save, remove }: Props) {
  const [draft, setDraft] = useState(draftOf(channel));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  // A secret that is stored for this kind stays when its field is left empty.
  const kept = channel?.kind === draft.kind ? 'unchanged' : '';

  const run = async (work: () => Promise<void>) => {
    setProblem(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const submit = () =>
    run(async () => {
      const name = draft.name.trim();
      if (!name) throw new Error('Give the channel a name.');
      if (!channel && known.includes(name))
        throw new Error(`There is a channel ${name} already. Choose another name, or edit that one.`);
      await save(name, bodyOf(draft));
    });
  const text = (
    label: string,
    field: Exclude<keyof Draft, 'kind' | 'minSeverity' | 'security'>,
    { hint = '', type = 'text', whole = false }: { hint?: string; type?: string; whole?: boolean } = {},
  ) => (
    <label class={'field' + (whole ? ' whole' : '')}>
      {label}
      <input
        class="input"
        type={type}
        autocomplete={type === 'password' ? 'new-password' : 'off'}
        value={draft[field]}
        placeholder={hint}
        onInput={event => set({ [field]: event.currentTarget.value })}
      />
    </label>
  );

  return (
    <Dialog title={channel ? `Channel ${channel.name}` : 'New channel'} close={close} wide>
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="form-grid">
          {!channel && text('Name', 'name', { hint: 'night-shift' })}
          <label class="field">
            Kind
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
          {(draft.kind === 'webhook' || draft.kind === 'slack') &&
            text('Address', 'url', {
              hint:
                kept || (draft.kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.org/alerts'),
              whole: true,
            })}
          {draft.kind === 'webhook' &&
            text('Signing secret', 'secret', { hint: kept || 'at least 16 characters', type: 'password', whole: true })}
          {draft.kind === 'email' && (
            <>
              {text('Mail server', 'host', { hint: 'mail.example.org' })}
              {text('Port', 'port', { hint: draft.security === 'tls' ? '465' : '587' })}
              <label class="field">
                Security
                <select
                  class="select"
                  value={draft.security}
                  onChange={event => set({ security: event.currentTarget.value as Draft['security'] })}
                >
                  <option value="starttls">STARTTLS</option>
                  <option value="tls">TLS</option>
                  <option value="none">None, without a login</option>
                </select>
              </label>
              {text('User', 'user', { hint: 'no login' })}
              {text('Password', 'password', { hint: channel?.mail?.user ? kept : '', type: 'password' })}
              {text('From', 'from', { hint: 'varve@example.org' })}
              {text('To', 'to', { hint: 'ops@example.org, night@example.org', whole: true })}
            </>
          )}
          <label class="field">
            Least severity
            <select
              class="select"
              value={draft.minSeverity}
              onChange={event => set({ minSeverity: event.currentTarget.value as Draft['minSeverity'] })}
            >
              <option value="">Any</option>
              {SEVERITIES.map(severity => (
                <option key={severity} value={severity}>
                  {SEVERITY_NAME[severity]}
                </option>
              ))}
            </select>
          </label>
          {text('Rules', 'rules', { hint: 'all rules' })}
          {text('Locations', 'locations', { hint: 'all locations' })}
        </div>
        {problem && (
          <p class="inline-failure" role="alert">
            {problem}
          </p>
        )}
        <div class="dialog-actions">
          {channel && (
            <button
              class="button danger quiet"
              type="button"
              disabled={busy}
              onClick={() => run(() => remove(channel.name))}
            >
              Delete channel
            </button>
          )}
          <button class="button push" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button primary" type="submit" disabled={busy}>
            Save channel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
