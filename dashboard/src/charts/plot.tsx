import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { onTheme } from '../app/theme.ts';
import { color } from './colors.ts';

export const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export interface PlotProps {
  /** Everything but size and data; called again when colours change. */
  options: () => Omit<uPlot.Options, 'width' | 'height'>;
  data: uPlot.AlignedData;
  height: number;
  label: string;
  /** A new value creates the chart again; otherwise only the data is replaced. */
  shape: string;
  ready?: (u: uPlot) => void;
}

/** uPlot as a component: as wide as its container, in the colours of the theme. */
export function Plot({ options, data, height, label, shape, ready }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [colours, setColours] = useState(0);
  useEffect(() => onTheme(() => setColours(n => n + 1)), []);

  useEffect(() => {
    const element = place.current!;
    const u = new uPlot({ ...options(), width: element.clientWidth, height }, data, element);
    plot.current = u;
    ready?.(u);
    const resize = new ResizeObserver(() => {
      if (element.clientWidth && element.clientWidth !== u.width) u.setSize({ width: element.clientWidth, height });
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      u.destroy();
      plot.current = null;
    };
  }, [shape, height, colours]);

  // Scales follow the data through their range functions, so one call repaints everything.
  useEffect(() => plot.current?.setData(data), [data]);

  return <div class="plot" ref={place} role="img" aria-label={label} style={{ height: height + 'px' }} />;
}

export function axes(x: Partial<uPlot.Axis>, y: Partial<uPlot.Axis>): uPlot.Axis[] {
  const common: uPlot.Axis = {
    stroke: color('--muted'),
    font: FONT,
    ticks: { show: false },
    border: { show: false },
  };
  return [
    { ...common, size: 26, gap: 6, space: 84, grid: { show: false }, ...x },
    { ...common, size: 50, gap: 8, space: 34, grid: { stroke: color('--line'), width: 1 }, ...y },
  ];
}
