/** A day at a glance: a line with gaps where there was nothing. Decoration beside the number it belongs to. */
export function Sparkline({
  values,
  width = 96,
  height = 22,
}: {
  values: (number | null)[];
  width?: number;
  height?: number;
}) {
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path
        d={sparkPath(values, width, height)}
        fill="none"
        stroke="currentColor"
        stroke-width="1.25"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
    </svg>
  );
}

export function sparkPath(values: (number | null)[], width: number, height: number): string {
  const known = values.filter((value): value is number => value !== null);
  if (!known.length) return '';
  const low = Math.min(...known);
  const size = Math.max(...known) - low || 1;
  let path = '';
  let drawing = false;
  values.forEach((value, i) => {
    if (value === null) {
      drawing = false;
      return;
    }
    const x = values.length > 1 ? 1 + (i / (values.length - 1)) * (width - 2) : width / 2;
    const y = height - 2 - ((value - low) / size) * (height - 4);
    // A single point is drawn as a short line, otherwise it would be invisible.
    const lonely = !drawing && (values[i + 1] ?? null) === null;
    path += `${drawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}${lonely ? 'h0.1' : ''}`;
    drawing = true;
  });
  return path;
}
