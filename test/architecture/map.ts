import { withWrittenSection } from '#apps/reference/written-section.ts';
import { FLOORS, PURPOSES } from './layers.ts';

/** Draws the rooms as text, from the top down, each with its floor within the folder. */
export function drawMap(): string {
  const tops = listFromTop('').flatMap(({ room }) => [
    [`${room}/`, PURPOSES[room]],
    ...listFromTop(room).map(({ room: inner, floor }) => [
      `  ${floor} ${inner}/`,
      PURPOSES[`${room}/${inner}`],
    ]),
  ]);
  const widest = Math.max(...tops.map(([name = '']) => name.length));
  return ['```', ...tops.map(([name = '', purpose]) => `${name.padEnd(widest)}  ${purpose}`), '```'].join(
    '\n',
  );
}

/** Returns CONTRIBUTING.md with its map updated. */
export function withMap(page: string): string {
  return withWrittenSection(page, { name: 'map', source: 'test/architecture/layers.ts' }, drawMap());
}

function listFromTop(folder: string): { room: string; floor: number }[] {
  const floors = FLOORS[folder] ?? [];
  return floors.flatMap((rooms, floor) => rooms.map((room) => ({ room, floor }))).toReversed();
}
