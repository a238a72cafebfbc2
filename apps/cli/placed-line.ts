import type { Place } from '#lib/bots/document/place-in-flow.ts';

/** Formats a problem: `bot.groups[0].blocks[2].options.url in "Welcome" → Redirect: is not a URL`. */
export function placedLine({
  path,
  message,
  group,
  block,
}: { path: string; message: string } & Place): string {
  const place = [...(group === undefined ? [] : [`"${group}"`]), ...(block === undefined ? [] : [block])];
  const where = [path, ...(place.length === 0 ? [] : [`in ${place.join(' → ')}`])].join(' ');
  return where === '' ? message : `${where}: ${message}`;
}
