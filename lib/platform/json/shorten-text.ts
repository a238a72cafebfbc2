/** Cuts a text for a message. The cut leaves no half of a surrogate pair, and shows as an ellipsis. */
export function shortenText(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}…`;
}
