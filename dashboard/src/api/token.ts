/** The token a person typed, for as long as the tab lives, and the wait for one. */

const KEY = 'varve.token';

let waiting: { promise: Promise<void>; done: () => void } | null = null;
const listeners = new Set<() => void>();

export function token(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Resolves once a person has given a token; many requests refused at once wait for the same answer. */
export function askForToken(): Promise<void> {
  if (!waiting) {
    let done = () => {};
    waiting = { promise: new Promise<void>(resolve => (done = resolve)), done };
    listeners.forEach(listener => listener());
  }
  return waiting.promise;
}

export function isAsking(): boolean {
  return waiting !== null;
}

export function giveToken(value: string): void {
  sessionStorage.setItem(KEY, value);
  const answered = waiting;
  waiting = null;
  answered?.done();
  listeners.forEach(listener => listener());
}

export function onAsking(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
