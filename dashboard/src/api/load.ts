import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  /** The newest answer; while the next one loads, still the one before. */
  data: T | null;
  /** The key that the data belongs to. */
  answers: string | null;
  error: Error | null;
  loading: boolean;
  reload: () => void;
  /** Changes what is shown without a request, for data that arrives live. */
  change: (edit: (data: T) => T) => void;
}

/**
 * Loads whenever the key changes, and drops answers that come too late. A null key loads nothing. The old answer stays
 * until the new one arrives, so that nothing jumps.
 */
export function useLoad<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, 'data' | 'answers' | 'error' | 'loading'>>({
    data: null,
    answers: null,
    error: null,
    loading: key !== null,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const shown = useRef<string | null>(null);

  useEffect(() => {
    if (key === null) {
      shown.current = null;
      setState({ data: null, answers: null, error: null, loading: false });
      return;
    }
    const abort = new AbortController();
    // Data that is only refreshed is not dimmed, and it stays if the refresh fails.
    const quiet = shown.current === key;
    if (!quiet) setState(before => ({ ...before, loading: true }));
    latest.current(abort.signal).then(
      data => {
        if (abort.signal.aborted) return;
        shown.current = key;
        setState({ data, answers: key, error: null, loading: false });
      },
      (error: Error) => {
        if (!abort.signal.aborted && !quiet) setState(before => ({ ...before, error, loading: false }));
      },
    );
    return () => abort.abort();
  }, [key, round]);

  const reload = useCallback(() => setRound(n => n + 1), []);
  const change = useCallback(
    (edit: (data: T) => T) =>
      setState(before => (before.data === null ? before : { ...before, data: edit(before.data) })),
    [],
  );
  return { ...state, reload, change };
}

/** Loads again at an interval, as long as the page is visible. */
export function useEvery(milliseconds: number, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
