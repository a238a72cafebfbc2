/** Matches a valid release number, because `release` in a path can be any text. */
export const RELEASE_NUMBER = /^[1-9]\d{0,7}$/;

/** Returns undefined if the text is not a valid release number. */
export function parseReleaseNumber(text: string): number | undefined {
  return RELEASE_NUMBER.test(text) ? Number(text) : undefined;
}
