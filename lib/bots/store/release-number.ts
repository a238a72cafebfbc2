/** Form of a release number. `release` in a path can be any text. */
export const RELEASE_NUMBER = /^[1-9]\d{0,7}$/;

/** Undefined if the text cannot be a release number. */
export function parseReleaseNumber(text: string): number | undefined {
  return RELEASE_NUMBER.test(text) ? Number(text) : undefined;
}
