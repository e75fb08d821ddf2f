import type uPlot from 'uplot';
import { color } from './colors.ts';

/** Shapes that are painted on a uPlot canvas, below or above its lines. */

/** Fills between two lines that need not share the x values of the chart. */
export function paintBand(u: uPlot, t: number[], low: (number | null)[], high: (number | null)[], fill: string): void {
  const { ctx } = u;
  ctx.save();
  clip(u);
  ctx.fillStyle = fill;
  const flush = (from: number, to: number) => {
    if (to - from < 1) return;
    ctx.beginPath();
    for (let i = from; i < to; i++) ctx.lineTo(u.valToPos(t[i]!, 'x', true), u.valToPos(high[i]!, 'y', true));
    for (let i = to - 1; i >= from; i--) ctx.lineTo(u.valToPos(t[i]!, 'x', true), u.valToPos(low[i]!, 'y', true));
    ctx.closePath();
    ctx.fill();
  };
  let start = 0;
  for (let i = 0; i <= t.length; i++) {
    if (i < t.length && low[i] !== null && high[i] !== null) continue;
    flush(start, i);
    start = i + 1;
  }
  ctx.restore();
}

export function paintDashed(u: uPlot, t: number[], values: (number | null)[], stroke: string): void {
  const { ctx } = u;
  ctx.save();
  clip(u);
  ctx.strokeStyle = stroke;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  let pen = false;
  t.forEach((at, i) => {
    const value = values[i] ?? null;
    if (value === null) {
      pen = false;
      return;
    }
    const x = u.valToPos(at, 'x', true);
    const y = u.valToPos(value, 'y', true);
    if (pen) ctx.lineTo(x, y);
    else ctx.moveTo(x, y);
    pen = true;
  });
  ctx.stroke();
  ctx.restore();
}

/** The time of an alert: a faint column and a line at the bottom. */
export function paintSpan(u: uPlot, from: number, to: number, variable: string, foot: number): void {
  const { ctx, bbox } = u;
  const left = Math.max(bbox.left, u.valToPos(from, 'x', true));
  const right = Math.min(bbox.left + bbox.width, u.valToPos(to, 'x', true));
  if (right < bbox.left || left > bbox.left + bbox.width) return;
  const width = Math.max(right - left, 2 * devicePixelRatio);
  ctx.save();
  ctx.fillStyle = color(variable, 0.07);
  ctx.fillRect(left, bbox.top, width, bbox.height);
  ctx.fillStyle = color(variable);
  ctx.fillRect(left, bbox.top + bbox.height - foot * 4 * devicePixelRatio, width, 3 * devicePixelRatio);
  ctx.restore();
}

/** An anomaly: a circle around the value. */
export function paintRing(u: uPlot, at: number, value: number, variable: string): void {
  const { ctx } = u;
  ctx.save();
  clip(u);
  ctx.strokeStyle = color(variable);
  ctx.fillStyle = color(variable, 0.18);
  ctx.lineWidth = 1.75 * devicePixelRatio;
  ctx.beginPath();
  ctx.arc(u.valToPos(at, 'x', true), u.valToPos(value, 'y', true), 5 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

function clip(u: uPlot): void {
  const { left, top, width, height } = u.bbox;
  u.ctx.beginPath();
  u.ctx.rect(left, top, width, height);
  u.ctx.clip();
}
