import { nearestName } from '#lib/platform/validation/nearest-name.ts';

/** "Did you mean …?" with a space in front, or nothing. */
export function suggestion(given: string, known: readonly string[]): string {
  const name = nearestName(given, known);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}
