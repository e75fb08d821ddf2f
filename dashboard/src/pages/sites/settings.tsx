import { useState } from 'preact/hooks';
import { path, write } from '../../api/client.ts';
import type { Site } from '../../api/types.ts';
import { FormDialog, SelectField, TextField, useForm, type Choice } from '../../parts/form.tsx';
import { notice } from '../../parts/notices.tsx';
import { Snippet, ZoneNames } from './sites.tsx';

const SIGNALS: Choice<Site['privacySignals']>[] = [
  { value: 'honoured', label: 'are not counted' },
  { value: 'ignored', label: 'are counted like others' },
];

/** Changes what is given; what others have changed in the meantime stays. */
export function SettingsDialog({ site, close, changed }: { site: Site; close: () => void; changed: () => void }) {
  const [name, setName] = useState(site.name);
  const [domains, setDomains] = useState(site.domains.join(', '));
  const [timezone, setTimezone] = useState(site.timezone);
  const [signals, setSignals] = useState(site.privacySignals);
  const form = useForm();
  const submit = async () => {
    await write('PUT', path('sites', site.siteId), {
      ...(name.trim() !== site.name ? { name: name.trim() || site.siteId } : {}),
      ...(domains !== site.domains.join(', ') ? { domains: domains.split(/[\s,]+/).filter(Boolean) } : {}),
      ...(timezone !== site.timezone ? { timezone } : {}),
      ...(signals !== site.privacySignals ? { privacySignals: signals } : {}),
    });
    notice('The settings are saved');
    changed();
    close();
  };
  return (
    <FormDialog title={`Settings of ${site.name}`} close={close} form={form} action="Save" submit={submit}>
      <div class="form-grid">
        <TextField label="Name" autofocus value={name} set={setName} />
        <TextField label="Time zone of its days" list="zones" value={timezone} set={setTimezone}>
          <ZoneNames />
        </TextField>
        <TextField label="Domains" whole value={domains} placeholder="shop.example" set={setDomains} />
        <SelectField
          label="Visitors who send Do Not Track or Global Privacy Control"
          whole
          value={signals}
          choices={SIGNALS}
          set={setSignals}
        />
      </div>
      {signals === 'ignored' && (
        <p class="muted">The tracking script asks the server only with data-signals="server".</p>
      )}
      <Snippet id={site.siteId} more={signals === 'ignored' ? ' data-signals="server"' : ''} />
    </FormDialog>
  );
}
