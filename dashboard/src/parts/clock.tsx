import { useEffect, useState } from 'preact/hooks';
import { ago, instant } from '../format/times.ts';

const listeners = new Set<(now: number) => void>();
setInterval(() => {
  if (document.visibilityState === 'visible') listeners.forEach(listener => listener(Date.now()));
}, 1000);

/** The current time, updated once a second while the page is visible. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    listeners.add(setNow);
    return () => void listeners.delete(setNow);
  }, []);
  return now;
}

export function Ago({ at }: { at: string | null }) {
  const now = useNow();
  return (
    <time class="nowrap" dateTime={at ?? undefined} title={instant(at)}>
      {ago(at, now)}
    </time>
  );
}
