import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { whole } from '../format/numbers.ts';
import { useLiveState } from '../live/live.ts';
import { Icon } from '../parts/icons.tsx';
import { Notices } from '../parts/notices.tsx';
import { useAccess } from './access.tsx';
import { useFleet } from './fleet.tsx';
import { TokenButton, TokenPrompt } from './token.tsx';
import { chooseTheme, theme, type Theme } from './theme.ts';

const PAGES = [
  { href: '/', label: 'Fleet', own: (first: string) => first === '' || first === 'devices' },
  { href: '/sites', label: 'Sites', own: (first: string) => first === 'sites' },
  { href: '/alerts', label: 'Alerts', own: (first: string) => first === 'alerts' },
  { href: '/table', label: 'Table', own: (first: string) => first === 'table' },
];

export function Shell({ first, children }: { first: string; children: ComponentChildren }) {
  const site = useAccess()?.site;
  const home = site ? '/sites/' + encodeURIComponent(site) : '/';
  return (
    <>
      <Skip />
      <header class="top">
        <div class="top-inner">
          <a class="brand" href={home} aria-label={site ? 'Varve, to the site' : 'Varve, to the fleet'}>
            <Brand />
          </a>
          {/* With a token for one site there is nowhere else to go. */}
          {!site && (
            <nav class="nav" aria-label="Pages">
              {PAGES.map(page => (
                <a key={page.href} href={page.href} aria-current={page.own(first) ? 'page' : undefined}>
                  {page.label}
                  {page.href === '/alerts' && <AlertCount />}
                </a>
              ))}
            </nav>
          )}
          <div class="tools">
            <LiveMark />
            <TokenButton />
            <ThemeButton />
          </div>
        </div>
      </header>
      <Main>{children}</Main>
      <TokenPrompt />
    </>
  );
}

/** The frame of a shared page: no other pages, and no token. */
export function BareShell({ children }: { children: ComponentChildren }) {
  return (
    <>
      <Skip />
      <header class="top">
        <div class="top-inner">
          <span class="brand">
            <Brand />
          </span>
          <div class="tools">
            <LiveMark />
            <ThemeButton />
          </div>
        </div>
      </header>
      <Main>{children}</Main>
    </>
  );
}

function Main({ children }: { children: ComponentChildren }) {
  return (
    <>
      <main id="main" class="page" tabIndex={-1}>
        {children}
      </main>
      <Notices />
    </>
  );
}

function Skip() {
  // The address stays as it is, because the secret of a shared link is after its #.
  const skip = (event: Event) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  return (
    <a class="skip" href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}

function Brand() {
  return (
    <>
      <svg
        width="22"
        height="22"
        viewBox="0 0 22 22"
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <path d="M2 5.500c3-2.400 6-2.400 9 0s6 2.400 9 0" />
        <path d="M2 11c3-2.400 6-2.400 9 0s6 2.400 9 0" opacity=".65" />
        <path d="M2 16.500c3-2.400 6-2.400 9 0s6 2.400 9 0" opacity=".35" />
      </svg>
      <span>Varve</span>
    </>
  );
}

function AlertCount() {
  const alerts = useFleet().data?.alerts;
  const urgent = alerts && (alerts.critical || alerts.high);
  if (!urgent) return null;
  const kind = alerts.critical ? 'critical' : 'high';
  return (
    <span class={'count ' + kind} title={`${whole(urgent)} ${kind}`}>
      {whole(urgent)}
      <span class="hidden"> {kind}</span>
    </span>
  );
}

function LiveMark() {
  const state = useLiveState();
  const text = { live: 'Live', connecting: 'Connecting', lost: 'Reconnecting' }[state];
  return (
    <span
      class={'live is-' + state}
      role="status"
      title={state === 'live' ? 'Values arrive as they are written' : 'The live stream is not connected'}
    >
      <i />
      <span>{text}</span>
    </span>
  );
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

function ThemeButton() {
  const [current, setCurrent] = useState(theme());
  const choose = () => {
    chooseTheme(NEXT[current]);
    setCurrent(NEXT[current]);
  };
  const icon = ({ system: 'screen', light: 'sun', dark: 'moon' } as const)[current];
  return (
    <button
      class="button quiet icon"
      onClick={choose}
      title={`Colours: ${current}`}
      aria-label={`Colours: ${current}. Change to ${NEXT[current]}`}
    >
      <Icon name={icon} />
    </button>
  );
}
