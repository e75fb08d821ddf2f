/** Colours of the style sheet in a form that a canvas accepts; the browser resolves `light-dark()`. */

const probe = document.createElement('span');
probe.hidden = true;

export function color(variable: string, alpha = 1): string {
  if (!probe.isConnected) document.body.append(probe);
  probe.style.color =
    alpha === 1 ? `var(${variable})` : `color-mix(in srgb, var(${variable}) ${alpha * 100}%, transparent)`;
  return getComputedStyle(probe).color;
}

const LINES = 6;

export function lineVariable(index: number): string {
  return `--line-${index % LINES}`;
}
