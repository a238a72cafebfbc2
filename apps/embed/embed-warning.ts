/** Tells the website's owner in the console what the embed could not do, and why. */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: this is where website owners look
  console.warn(`[bot] ${text}`);
}
