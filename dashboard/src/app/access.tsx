import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { read } from '../api/client.ts';
import { useLoad } from '../api/load.ts';
import type { AccessAnswer } from '../api/types.ts';

/** What the credentials of this page authorise. */
export interface Access {
  admin: boolean;
  /** The only site that can be read; null for everything. */
  site: string | null;
}

const EVERYTHING: Access = { admin: true, site: null };
const Current = createContext<Access | null>(EVERYTHING);

/** Asks the server what the token authorises. If that fails, each page shows why its own request is refused. */
export function WithAccess({ children }: { children: ComponentChildren }) {
  const answer = useLoad('access', signal => read<AccessAnswer>('/access', {}, signal));
  const access = answer.data ? accessOf(answer.data) : answer.error ? EVERYTHING : null;
  return <Current.Provider value={access}>{children}</Current.Provider>;
}

export function LimitedTo({ site, children }: { site: string; children: ComponentChildren }) {
  return <Current.Provider value={{ admin: false, site }}>{children}</Current.Provider>;
}

function accessOf({ scopes, only }: AccessAnswer): Access {
  return { admin: scopes.includes('admin'), site: only?.startsWith('site:') ? only.slice('site:'.length) : null };
}

/** Null until the server has answered. */
export function useAccess(): Access | null {
  return useContext(Current);
}
