/** A note for the bot's author, who has the browser's console open. */
export function consoleNote(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the page has no other place for it
  console.info(text);
}
