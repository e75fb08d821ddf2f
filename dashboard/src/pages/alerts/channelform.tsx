import { useState } from 'preact/hooks';
import type { Channel, ChannelBody } from '../../api/types.ts';
import { FormDialog, SelectField, TextField, useForm } from '../../parts/form.tsx';
import { SEVERITY_CHOICES } from '../../parts/severity.ts';
import { bodyOf, draftOf, KINDS, type Draft } from './channel.ts';

const SECURITY = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
  { value: 'none', label: 'None, without a login' },
] as const;

interface Props {
  channel: Channel | null;
  known: string[];
  close: () => void;
  save: (name: string, body: ChannelBody) => Promise<void>;
  remove: (name: string) => Promise<void>;
}

export function ChannelForm({ channel, known, close, save, remove }: Props) {
  const [draft, setDraft] = useState(draftOf(channel));
  const form = useForm();
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  // A secret that is stored for this kind stays when its field is left empty.
  const kept = channel?.kind === draft.kind ? 'unchanged' : '';

  const submit = async () => {
    const name = draft.name.trim();
    if (!name) throw new Error('Give the channel a name.');
    if (!channel && known.includes(name))
      throw new Error(`There is a channel ${name} already. Choose another name, or edit that one.`);
    await save(name, bodyOf(draft));
  };
  const text = (
    label: string,
    field: Exclude<keyof Draft, 'kind' | 'minSeverity' | 'security'>,
    { hint = '', type = 'text', whole = false }: { hint?: string; type?: string; whole?: boolean } = {},
  ) => (
    <TextField
      label={label}
      type={type}
      autocomplete={type === 'password' ? 'new-password' : 'off'}
      value={draft[field]}
      placeholder={hint}
      whole={whole}
      set={value => set({ [field]: value })}
    />
  );

  return (
    <FormDialog
      title={channel ? `Channel ${channel.name}` : 'New channel'}
      wide
      close={close}
      form={form}
      action="Save channel"
      submit={submit}
      remove={channel && { label: 'Delete channel', run: () => remove(channel.name) }}
    >
      <div class="form-grid">
        {!channel && text('Name', 'name', { hint: 'night-shift' })}
        <SelectField label="Kind" value={draft.kind} choices={KINDS} set={kind => set({ kind })} />
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
            <SelectField
              label="Security"
              value={draft.security}
              choices={SECURITY}
              set={security => set({ security })}
            />
            {text('User', 'user', { hint: 'no login' })}
            {text('Password', 'password', { hint: channel?.mail?.user ? kept : '', type: 'password' })}
            {text('From', 'from', { hint: 'varve@example.org' })}
            {text('To', 'to', { hint: 'ops@example.org, night@example.org', whole: true })}
          </>
        )}
        <SelectField
          label="Least severity"
          value={draft.minSeverity}
          choices={[{ value: '', label: 'Any' }, ...SEVERITY_CHOICES]}
          set={minSeverity => set({ minSeverity })}
        />
        {text('Rules', 'rules', { hint: 'all rules' })}
        {text('Locations', 'locations', { hint: 'all locations' })}
      </div>
    </FormDialog>
  );
}
