import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { read } from '../api/client.ts';
import { useLoad, type Loaded } from '../api/load.ts';
import type { Fleet } from '../api/types.ts';
import { useLive } from '../live/live.ts';
import { useAccess } from './access.tsx';

const Shared = createContext<Loaded<Fleet> | null>(null);

/** The state of the fleet, loaded once and kept up to date for the header and all pages. */
export function WithFleet({ children }: { children: ComponentChildren }) {
  const access = useAccess();
  const isShown = access !== null && access.site === null;
  const fleet = useLoad(isShown ? 'fleet' : null, signal => read<Fleet>('/fleet', {}, signal));
  useLive(isShown ? ['fleet'] : [], { fleet: next => fleet.change(() => next), reconnected: fleet.reload });
  return <Shared.Provider value={fleet}>{children}</Shared.Provider>;
}

export function useFleet(): Loaded<Fleet> {
  const fleet = useContext(Shared);
  if (!fleet) throw new Error('useFleet outside of WithFleet');
  return fleet;
}
