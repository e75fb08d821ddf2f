import { useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../api/load.ts';
import { notice } from './notices.tsx';

/** A list that is loaded page by page. */
export interface Paged {
  next: string | null;
}

export interface More {
  loading: boolean;
  show: (next: string) => void;
}

/**
 * Loads further pages of the list that belongs to the key. A page that arrives after the key or the first page has changed
 * is dropped; a failure becomes a notice.
 */
export function useMore<T extends Paged>(
  list: Loaded<T>,
  key: string,
  load: (next: string, signal: AbortSignal) => Promise<T>,
  join: (shown: T, page: T) => T,
): More {
  const [loading, setLoading] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
      abort.current = null;
      setLoading(false);
    },
    [key],
  );
  const show = async (next: string) => {
    if (list.answers !== key) return;
    const mine = new AbortController();
    abort.current?.abort();
    abort.current = mine;
    setLoading(true);
    try {
      const page = await load(next, mine.signal);
      if (!mine.signal.aborted) list.change(shown => (shown.next === next ? join(shown, page) : shown));
    } catch (error) {
      if (!mine.signal.aborted) notice((error as Error).message);
    } finally {
      if (abort.current === mine) setLoading(false);
    }
  };
  return { loading, show: next => void show(next) };
}
