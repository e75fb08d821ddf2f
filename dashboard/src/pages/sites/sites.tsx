import { useState } from 'preact/hooks';
import { path, read, Refused, write } from '../../api/client.ts';
import { useEvery, useLoad } from '../../api/load.ts';
import type { Site, SiteList, SiteSeries } from '../../api/types.ts';
import { go } from '../../app/router.ts';
import { useTitle } from '../../app/title.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { noun, whole } from '../../format/numbers.ts';
import { FormDialog, TextField, useForm } from '../../parts/form.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Empty, Shown, Skeleton } from '../../parts/states.tsx';
import { Change } from './change.tsx';
import { metricOf } from './metrics.ts';

/** The largest page of the API. */
export const MOST_SITES = 500;

export function SitesPage() {
  useTitle('Sites');
  const sites = useLoad('sites', signal => read<SiteList>('/sites', { limit: MOST_SITES }, signal));
  const [adding, setAdding] = useState(false);
  useEvery(60_000, sites.reload);
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Sites</h1>
          <p class="sub">Visitors in the last 24 hours, against the 24 hours before</p>
        </div>
        <button class="button" onClick={() => setAdding(true)}>
          <Icon name="plus" /> Add site
        </button>
      </div>
      <Shown
        of={sites}
        skeleton={
          <div class="site-cards">
            {[0, 1, 2].map(i => (
              <Skeleton key={i} height={132} />
            ))}
          </div>
        }
      >
        {data =>
          data.sites.length ? (
            <ul class="site-cards">
              {data.sites.map(site => (
                <li key={site.siteId}>
                  <SiteCard site={site} />
                </li>
              ))}
            </ul>
          ) : (
            <div class="panel">
              <Empty title="No site yet">
                <p>Add a site, put the script into its pages, and the first page view appears here within seconds.</p>
                <Snippet id="my-site" />
                <button class="button primary" onClick={() => setAdding(true)}>
                  Add a site
                </button>
              </Empty>
            </div>
          )
        }
      </Shown>
      {adding && <AddSite close={() => setAdding(false)} />}
    </div>
  );
}

function SiteCard({ site }: { site: Site }) {
  const month = useLoad(site.siteId, signal =>
    read<SiteSeries>(
      path('sites', site.siteId, 'timeseries'),
      { metric: 'visitors', period: '30d', interval: 'day', compare: 'none' },
      signal,
    ),
  );
  return (
    <a class="panel site-card" href={'/sites/' + encodeURIComponent(site.siteId)}>
      <span class="spread">
        <span class="site-name clip">{site.name || site.siteId}</span>
        <span class="muted clip">{site.domains[0]}</span>
      </span>
      <span class="site-spark">
        {/* Without today, which is not over. */}
        {month.data && <Sparkline values={month.data.values.slice(0, -1)} width={300} height={44} />}
      </span>
      <span class="spread">
        <span>
          <strong>{whole(site.visitors24h)}</strong> <span class="muted">{noun(site.visitors24h, 'visitor')}</span>
        </span>
        <Change metric={metricOf('visitors')} change={site.change ?? null} />
      </span>
    </a>
  );
}

async function isTaken(id: string): Promise<boolean> {
  try {
    await read<Site>(path('sites', id));
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false;
    throw error;
  }
}

export function ZoneNames() {
  return (
    <datalist id="zones">
      {Intl.supportedValuesOf('timeZone').map(zone => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}

export function Snippet({ id, more = '' }: { id: string; more?: string }) {
  return (
    <pre class="snippet">
      <code>{`<script defer data-site="${id}"${more} src="${location.origin}/js/script.js"></script>`}</code>
    </pre>
  );
}

function AddSite({ close }: { close: () => void }) {
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [domains, setDomains] = useState('');
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const form = useForm();
  const submit = async () => {
    const list = domains.split(/[\s,]+/).filter(Boolean);
    if (await isTaken(id.trim())) throw new Error(`Site ${id.trim()} already exists. Choose another id.`);
    await write('PUT', path('sites', id.trim()), {
      siteId: id.trim(),
      name: name.trim() || id.trim(),
      domains: list,
      timezone,
    });
    go('/sites/' + encodeURIComponent(id.trim()));
  };
  return (
    <FormDialog title="Add a site" close={close} form={form} action="Add site" disabled={!id.trim()} submit={submit}>
      <div class="form-grid">
        <TextField label="Id" autofocus required value={id} placeholder="shop" set={setId} />
        <TextField label="Name" value={name} placeholder="Our shop" set={setName} />
        <TextField
          label="Domains"
          whole
          value={domains}
          placeholder="shop.example, www.shop.example"
          set={setDomains}
        />
        <TextField label="Time zone of its days" whole list="zones" value={timezone} set={setTimezone}>
          <ZoneNames />
        </TextField>
      </div>
      {id.trim() && <Snippet id={id.trim()} />}
    </FormDialog>
  );
}
