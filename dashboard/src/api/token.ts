/** The token a person typed, for as long as the tab lives, and the wait for one. */

const KEY = 'varve.token';

/** Whether a person wants to enter another token. */
let replacing = false;

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
    tell();
  }
  return waiting.promise;
}

/** Asks for another token though the server accepts the present one: it may lack a scope. */
export function replaceToken(): void {
  replacing = true;
  tell();
}

/** Keeps the present token after all. */
export function keepToken(): void {
  replacing = false;
  tell();
}

/** Why a token is asked for: requests wait for one, or a person wants to replace it. */
export function asking(): 'needed' | 'replacing' | null {
  return waiting ? 'needed' : replacing ? 'replacing' : null;
}

export function giveToken(value: string): void {
  sessionStorage.setItem(KEY, value);
  const answered = waiting;
  const replaced = replacing;
  waiting = null;
  replacing = false;
  // Everything on the page was asked for with the token before.
  if (replaced) location.reload();
  answered?.done();
  tell();
}

function tell(): void {
  listeners.forEach(listener => listener());
}

export function onAsking(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
