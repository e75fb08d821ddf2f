/** Light or dark: the preference of the system, until the user chooses. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'varve.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

export function theme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function isDark(): boolean {
  const chosen = theme();
  return chosen === 'system' ? dark.matches : chosen === 'dark';
}

export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, chosen);
  applyTheme();
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
  listeners.forEach(listener => listener());
}

/** Charts are painted on a canvas and must be repainted when colours change. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

dark.addEventListener('change', () => listeners.forEach(listener => listener()));
