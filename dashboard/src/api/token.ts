/** The token that a person entered, kept as long as the tab is open, and the wait for one. */

const KEY = 'varve.token';

/** Whether a person wants to enter another token. */
let replacing = false;

let waiting: { promise: Promise<void>; done: () => void } | null = null;
const listeners = new Set<() => void>();

export function token(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Resolves when a person has entered a token; all refused requests wait for the same one. */
export function askForToken(): Promise<void> {
  if (!waiting) {
    let done = () => {};
    waiting = { promise: new Promise<void>(resolve => (done = resolve)), done };
    tell();
  }
  return waiting.promise;
}

/** Asks for another token although the server accepts the current one, which may lack a scope. */
export function replaceToken(): void {
  replacing = true;
  tell();
}

/** Keeps the current token. */
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
  // Everything on the page was loaded with the token before.
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
