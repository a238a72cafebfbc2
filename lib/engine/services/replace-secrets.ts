/** Shorter values are not replaced, because ordinary text would have them by chance. */
const MIN_SECRET_CHARS = 8;

/** Replaces each of the secrets in a text, because some services echo what they were sent. */
export function replaceSecrets(text: string, secrets: Iterable<string>): string {
  let shown = text;
  for (const secret of secrets) if (secret.length >= MIN_SECRET_CHARS) shown = shown.replaceAll(secret, '…');
  return shown;
}
