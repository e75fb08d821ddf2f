import { useEffect, useState } from 'preact/hooks';
import { path, Refused, write } from '../../api/client.ts';
import { keepSession, reopenBy } from '../../api/shared.ts';
import type { LinkSession } from '../../api/types.ts';
import { LimitedTo } from '../../app/access.tsx';
import { BareShell } from '../../app/shell.tsx';
import { useTitle } from '../../app/title.ts';
import { FormProblem, TextField, useForm } from '../../parts/form.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { SitePage } from './site.tsx';

type State = 'opening' | 'locked' | 'open' | Error;

/** The page of one site for everybody who has a link to it. The secret is after the #, which browsers do not send. */
export function SharedPage({ id, search }: { id: string; search: URLSearchParams }) {
  const [secret] = useState(() => location.hash.slice(1));
  const [state, setState] = useState<State>('opening');

  const open = async (password?: string) => {
    const answer = await write<LinkSession>('POST', path('sites', id, 'shared'), { secret, password });
    keepSession(answer?.session ?? null);
    setState(answer?.session ? 'open' : 'locked');
    if (!answer?.session) throw new Error('this link needs its password again');
  };
  const start = () => {
    setState('opening');
    open().catch((error: Error) => {
      if (error instanceof Refused) setState(error);
    });
  };
  useEffect(() => {
    reopenBy(async () => {
      try {
        await open();
      } catch (error) {
        if (error instanceof Refused && error.status === 404) setState(error);
        throw error;
      }
    });
    start();
    const another = () => location.reload();
    addEventListener('hashchange', another);
    return () => {
      removeEventListener('hashchange', another);
      reopenBy(null);
      keepSession(null);
    };
  }, []);

  return (
    <LimitedTo site={id}>
      <BareShell>
        {state === 'open' ? (
          <SitePage id={id} search={search} />
        ) : state === 'locked' ? (
          <Locked open={open} />
        ) : state === 'opening' ? (
          <div aria-busy="true">
            <Skeleton height={280} />
          </div>
        ) : (
          <Gone error={state} retry={start} />
        )}
      </BareShell>
    </LimitedTo>
  );
}

function Gone({ error, retry }: { error: Error; retry: () => void }) {
  useTitle('Shared link');
  if (!(error instanceof Refused) || error.status !== 404) return <Failure error={error} retry={retry} />;
  return (
    <Empty title="This link does not exist">
      <p>It was revoked, or its address is not complete. Ask whoever sent it for a new one.</p>
    </Empty>
  );
}

function Locked({ open }: { open: (password: string) => Promise<void> }) {
  useTitle('Password needed');
  const [password, setPassword] = useState('');
  const form = useForm();
  return (
    <div class="locked">
      <h1>Password needed</h1>
      <section class="panel">
        <form
          class="stack locked-form"
          onSubmit={event => {
            event.preventDefault();
            void form.run(() => open(password));
          }}
        >
          <TextField
            label="Password of this link"
            type="password"
            autocomplete="current-password"
            autofocus
            value={password}
            set={setPassword}
          />
          <FormProblem form={form} />
          <div class="dialog-actions">
            <button class="button primary" type="submit" disabled={!password || form.busy}>
              Show the page
            </button>
          </div>
        </form>
      </section>
    </div>
  );
}
