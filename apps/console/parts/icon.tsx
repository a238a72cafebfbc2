/** Paths in a box of 16 × 16, drawn with the colour of the text around them. */
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3 3',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  check: 'M3 8.5l3.5 3.5L13 5',
  upload: 'M8 11V3M5 6l3-3 3 3M3 13h10',
  download: 'M8 3v8M5 8l3 3 3-3M3 13h10',
  restore: 'M3 8a5 5 0 1 0 1.8-3.8L3 6M3 2.5V6h3.5',
  undo: 'M6 3L3 6l3 3M3 6h6a3.5 3.5 0 0 1 0 7H6',
  redo: 'M10 3l3 3-3 3M13 6H7a3.5 3.5 0 0 0 0 7h3',
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 9h3',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.5 9h6l.5-9',
  person: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3.5 13.5a4.5 4.5 0 0 1 9 0',
  help: 'M6 6a2 2 0 1 1 2.8 1.8c-.5.3-.8.7-.8 1.4M8 12h.01',
  info: 'M8 7.5v4M8 4.5h.01M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z',
  fit: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3L7.5 8.5',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  left: 'M10 4L6 8l4 4',
  right: 'M6 4l4 4-4 4',
  chat: 'M3 3.5h10v7H8l-3 2.5v-2.5H3z',
  warning: 'M8 2.5l6 11H2zM8 6.5v3M8 11.5h.01',
  bullets: 'M3 4h.01M3 8h.01M3 12h.01M6 4h7M6 8h7M6 12h7',
  numbers: 'M2.5 3h1v3M2.5 10h1.5l-1.5 3h2M7 4.5h6M7 11.5h6',
  folder: 'M2.5 4h4l1.5 1.5h5.5V13h-11z',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside a text or a label that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
