/** Line icons of sixteen pixels; decoration only, so they are hidden from screen readers. */

const SHAPES = {
  search: 'M11.200 11.200L14 14M12.500 7.250a5.250 5.250 0 1 1-10.500 0a5.250 5.250 0 0 1 10.500 0z',
  close: 'M4 4l8 8M12 4l-8 8',
  up: 'M8 12.500V3.500M4.500 7L8 3.500L11.500 7',
  down: 'M8 3.500v9M4.500 9L8 12.500L11.500 9',
  left: 'M10 3.500L5.500 8l4.500 4.500',
  right: 'M6 3.500L10.500 8L6 12.500',
  plus: 'M8 3.500v9M3.500 8h9',
  minus: 'M3.500 8h9',
  reset: 'M3 8a5 5 0 1 0 1.600-3.700M3 2.500v3h3',
  sun: 'M8 5.200a2.800 2.800 0 1 0 0 5.600a2.800 2.800 0 0 0 0-5.600zM8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M12.600 3.400l-.9.9M4.300 11.700l-.9.9',
  moon: 'M13 9.700A5.500 5.500 0 0 1 6.300 3a5.500 5.500 0 1 0 6.700 6.700z',
  screen: 'M2.500 3.500h11v7h-11zM6 13h4',
  save: 'M8 2.500v7.500M5 7.500L8 10.500L11 7.500M3 13h10',
  key: 'M8.500 7.500L13.500 2.500M11.500 4.500l2 2M8.800 10.200a3 3 0 1 1-6 0a3 3 0 0 1 6 0z',
  filter: 'M2.500 4h11M4.500 8h7M6.500 12h3',
  chevron: 'M4.500 6.500L8 10l3.500-3.500',
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
