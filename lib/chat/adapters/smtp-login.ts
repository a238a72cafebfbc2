import * as z from 'zod';
import { readSecretText } from '#lib/platform/credentials/secrets-manager.ts';
import { createMinuteCache } from '#lib/platform/store/minute-cache.ts';
import { once } from '#lib/platform/validation/once.ts';

export type SmtpLogin = { SMTP_USERNAME?: string; SMTP_PASSWORD?: string };

const loginSchema = once(() => z.object({ username: z.string().min(1), password: z.string() }));

/** Without it, every mail would read the secret. A changed password takes effect within a minute. */
const cache = createMinuteCache<SmtpLogin>(1);

/**
 * Reads the login for the service's own mail server from the secret SMTP_SECRET_ID, which contains
 * `{"username": …, "password": …}`. Empty if that variable is not set. Never log the return value.
 *
 * @throws Error if the secret is missing or malformed; the message does not quote it
 */
export async function readSmtpLogin(
  { SMTP_SECRET_ID: secretId }: NodeJS.ProcessEnv,
  readSecret: (name: string) => Promise<string | undefined> = readSecretText,
): Promise<SmtpLogin> {
  if (!secretId) return {};
  const cached = cache.get(secretId);
  if (cached) return cached;
  const parsed = loginSchema().safeParse(parseJson(await readSecret(secretId)));
  if (!parsed.success) throw new Error("The mail server's secret does not contain a username and password");
  const login = { SMTP_USERNAME: parsed.data.username, SMTP_PASSWORD: parsed.data.password };
  cache.set(secretId, login);
  return login;
}

/** Returns undefined for invalid JSON instead of throwing, because parse errors quote the text. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Clears the cache, for tests that change the secret. */
export function forgetSmtpLogin(): void {
  cache.clear();
}
