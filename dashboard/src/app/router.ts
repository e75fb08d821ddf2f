import { useEffect, useState } from 'preact/hooks';

/** The current address. It holds all state that a link should carry. */
export interface Place {
  segments: string[];
  search: URLSearchParams;
}

const CHANGED = 'varve:place';

export function placeOf(pathname: string, search: string): Place {
  return { segments: pathname.split('/').filter(Boolean).map(decode), search: new URLSearchParams(search) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** An address with some parameters changed; null and '' remove one. */
export function addressWith(pathname: string, search: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return pathname + (text ? '?' + text : '');
}

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new Event(CHANGED));
}

/** Changes parameters of the current page. */
export function turn(changes: Record<string, string | null>, how: 'push' | 'replace' = 'push'): void {
  const address = addressWith(location.pathname, new URLSearchParams(location.search), changes);
  // The secret of a shared link is in the hash.
  if (address !== location.pathname + location.search) go(address + location.hash, how);
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location.pathname, location.search));
  useEffect(() => {
    let page = location.pathname;
    const update = (event: Event) => {
      setPlace(placeOf(location.pathname, location.search));
      if (event.type === CHANGED && location.pathname !== page) scrollTo(0, 0);
      page = location.pathname;
    };
    addEventListener('popstate', update);
    addEventListener(CHANGED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(CHANGED, update);
    };
  }, []);
  return place;
}

/** Handles unmodified clicks on links to the dashboard's own pages; all other links work as usual. */
export function followLinks(root: Node): void {
  root.addEventListener('click', event => {
    const click = event as MouseEvent;
    if (
      click.defaultPrevented ||
      click.button !== 0 ||
      click.metaKey ||
      click.ctrlKey ||
      click.shiftKey ||
      click.altKey
    )
      return;
    const link = (click.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    click.preventDefault();
    go(link.pathname + link.search);
  });
}
