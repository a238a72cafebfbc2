/** Cuts a text for a message. The cut shows as an ellipsis, and halves of surrogate pairs are replaced. */
export function shortenText(text: string, maxChars: number): string {
  return text.length <= maxChars ? text.toWellFormed() : `${text.slice(0, maxChars).toWellFormed()}…`;
}
