/** Whether a value of a document is a text with more than blanks in it. */
export function hasText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
