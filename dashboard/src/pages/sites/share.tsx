import { useState } from 'preact/hooks';
import { path, read, write } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { LinkCreated, LinkList } from '../../api/types.ts';
import { dayOf } from '../../format/times.ts';
import { Dialog } from '../../parts/controls.tsx';
import { FormProblem, TextField, useForm } from '../../parts/form.tsx';
import { notice } from '../../parts/notices.tsx';
import { Shown, SkeletonRows } from '../../parts/states.tsx';

/** The links that show this site to others: lists, creates and revokes them. */
export function ShareDialog({ site, close }: { site: string; close: () => void }) {
  const links = useLoad(site, signal => read<LinkList>(path('sites', site, 'links'), {}, signal));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<LinkCreated | null>(null);
  const form = useForm();

  const create = (event: Event) => {
    event.preventDefault();
    void form.run(async () => {
      const body = { name: name.trim() || null, password: password || null };
      setMade(await write<LinkCreated>('POST', path('sites', site, 'links'), body));
      setName('');
      setPassword('');
      links.reload();
    });
  };
  const revoke = (linkId: string, title: string) =>
    form.run(async () => {
      await write('DELETE', path('sites', site, 'links', linkId));
      notice(`Link ${title} is revoked`);
      if (made?.linkId === linkId) setMade(null);
      links.reload();
    });
  return (
    <Dialog title="Share this page" close={close} wide>
      <p class="muted">Everybody who has a link can read the statistics of this site, and nothing else.</p>
      <Shown of={links} skeleton={<SkeletonRows rows={2} />}>
        {data => (
          <ul class="goal-list">
            {data.links.map(link => (
              <li key={link.linkId}>
                <span class="clip">{link.name}</span>
                <span class="muted clip">
                  {link.hasPassword ? 'with a password' : 'public'}
                  {link.createdAt && `, since ${dayOf(link.createdAt)}`}
                </span>
                <button
                  class="button small danger quiet"
                  disabled={form.busy}
                  aria-label={`Revoke ${link.name}`}
                  onClick={() => revoke(link.linkId, link.name)}
                >
                  Revoke
                </button>
              </li>
            ))}
            {!data.links.length && <li class="muted">No link yet.</li>}
          </ul>
        )}
      </Shown>
      {made && <NewLink key={made.linkId} address={location.origin + made.path} />}
      <form class="form-grid" onSubmit={create}>
        <TextField label="Name" value={name} placeholder="customer" set={setName} />
        <TextField
          label="Password (optional)"
          type="password"
          autocomplete="new-password"
          minLength={8}
          value={password}
          set={setPassword}
        />
        <FormProblem form={form} whole />
        <div class="dialog-actions whole">
          <button class="button primary" type="submit" disabled={form.busy}>
            Create link
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shown once: the server does not keep the secret of the link. */
function NewLink({ address }: { address: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    notice('The link is copied');
  };
  return (
    <div class="new-link" role="status">
      <label class="field">
        New link; it is shown only now
        <input class="input mono" readOnly value={address} onFocus={event => event.currentTarget.select()} />
      </label>
      {/* Browsers offer the clipboard only to pages that come over HTTPS or from this machine. */}
      {window.isSecureContext && (
        <button class="button" onClick={copy}>
          Copy
        </button>
      )}
    </div>
  );
}
