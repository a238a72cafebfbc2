/** The site that this script was loaded from, which also serves the chat API. */
export function ownHost(): string {
  return new URL(import.meta.url).origin;
}
