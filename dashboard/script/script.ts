/**
 * Counts page views of a site, without cookies:
 *
 *   <script defer data-site="shop" src="https://varve.example/js/script.js"></script>
 *   varve('Signup', { props: { plan: 'team' } })
 *
 * Sends nothing if the visitor asked not to be tracked (Do Not Track, Global Privacy Control), unless data-signals="server"
 * leaves this to the settings of the site.
 */
import { ulid } from './ulid.ts';

interface EventOptions {
  props?: Record<string, unknown>;
  revenue?: { amount: number | string; currency: string };
  /** False for events without an action of the visitor; they do not end a bounce. */
  interactive?: boolean;
  callback?: () => void;
}

type Track = ((name: string, options?: EventOptions) => void) & { q?: ArrayLike<unknown>[] };
type Host = Window & { varve?: Track; plausible?: Track };

/** The wait before a failed hit is sent once more; it has the same id, so the server counts it once. */
const RETRY_AFTER = 2000;

const me = document.currentScript as HTMLScriptElement;
const site = me.dataset.site;
const api = me.dataset.api || new URL(me.src).origin + '/api/event';
const host = window as Host;
const silent =
  me.dataset.signals !== 'server' &&
  (navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true);

let page = '';
let engaged = 0;
let since = 0;

function send(body: Record<string, unknown>, done?: () => void): void {
  if (silent) {
    done?.();
    return;
  }
  const id = ulid(Date.now(), bytes => crypto.getRandomValues(bytes));
  // Plain text needs no preflight, and keepalive sends it even if the page is left.
  const post = (hit: object) =>
    fetch(api, {
      method: 'POST',
      body: JSON.stringify({ ...body, d: site, ...hit }),
      headers: { 'Content-Type': 'text/plain' },
      keepalive: true,
      credentials: 'omit',
    });
  const attempt = async () => {
    const { status } = await post({ id });
    if (status >= 500 || status === 429) throw status;
    // The id holds this machine's time, which may be wrong. Nothing was counted, and without one the server's time is
    // taken.
    if (status === 400) await post({}).catch(() => {});
  };
  attempt()
    .catch(() => new Promise(resolve => setTimeout(resolve, RETRY_AFTER)).then(attempt))
    .catch(() => {})
    .then(done);
}

const track: Track = (name, options = {}) => {
  send(
    {
      n: name,
      u: location.href,
      r: document.referrer || null,
      p: options.props,
      $: options.revenue,
      ...(options.interactive === false ? { i: false } : {}),
    },
    options.callback,
  );
};

function pageView(): void {
  const here = location.pathname + location.search;
  // A page that is prerendered or in the background is not viewed yet.
  if (here === page || (!page && document.hidden)) return;
  leave();
  page = here;
  engaged = 0;
  since = document.hidden ? 0 : Date.now();
  track('pageview');
}

/** Sends the number of seconds that the page was visible since the last call. */
function leave(): void {
  if (since) engaged += Date.now() - since;
  since = 0;
  const seconds = Math.round(engaged / 1000);
  if (!page || !seconds) return;
  engaged = 0;
  send({ n: 'engagement', u: location.origin + page, p: { seconds }, i: false });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) leave();
  else if (page) since = Date.now();
  else pageView();
});
addEventListener('pagehide', leave);
addEventListener('pageshow', event => {
  if (!event.persisted) return;
  page = '';
  pageView();
});

const push = history.pushState;
history.pushState = function (...state) {
  push.apply(this, state);
  pageView();
};
addEventListener('popstate', pageView);

function outbound(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  if (link && /^https?:$/.test(link.protocol) && link.host !== location.host) {
    track('Outbound Link: Click', { props: { url: link.href } });
  }
}
document.addEventListener('click', outbound);
document.addEventListener('auxclick', event => {
  // The middle button opens a tab; the right one only a menu.
  if (event.button === 1) outbound(event);
});

for (const name of ['varve', 'plausible'] as const) {
  // Calls from before this script was loaded are in the queue of the stub in the page.
  const stub = host[name];
  if (name === 'varve' || stub?.q) host[name] = track;
  for (const call of Array.from(stub?.q ?? [])) track(...(Array.from(call) as [string, EventOptions?]));
}

pageView();
