/** What can be the number of a release: `release` in a path is any text. */
export const RELEASE_NUMBER = /^[1-9]\d{0,7}$/;

/** Undefined for what cannot be one. */
export function parseReleaseNumber(text: string): number | undefined {
  return RELEASE_NUMBER.test(text) ? Number(text) : undefined;
}
