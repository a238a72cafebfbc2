/** Logs a note for the bot's author, who may have the console open. */
export function consoleNote(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the page has nowhere else to log
  console.info(text);
}
