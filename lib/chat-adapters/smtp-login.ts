import * as z from 'zod';
import { secretText } from './secret-text.ts';

export type SmtpLogin = { SMTP_USERNAME?: string; SMTP_PASSWORD?: string };

const loginSchema = z.object({ username: z.string().min(1), password: z.string() });

/**
 * Short enough that a changed password is used soon. Without a cache, it would be read again for every mail.
 */
const CACHE_MS = 60_000;

let cached: { secretId: string; login: SmtpLogin; untilMs: number } | undefined;

/**
 * Name and password for the service's own mail server: `{"username": …, "password": …}` in the secret that
 * SMTP_SECRET_ID names. Empty if that is not set. Never log what this returns.
 *
 * @throws if the secret is missing or holds something else; the message does not quote it
 */
export async function smtpLogin(
  { SMTP_SECRET_ID: secretId }: NodeJS.ProcessEnv,
  readSecret: (name: string) => Promise<string | undefined> = secretText,
): Promise<SmtpLogin> {
  if (!secretId) return {};
  if (cached?.secretId === secretId && cached.untilMs > performance.now()) return cached.login;
  const parsed = loginSchema.safeParse(parseJson(await readSecret(secretId)));
  if (!parsed.success) throw new Error('The secret of the mail server holds no username and password');
  const login = { SMTP_USERNAME: parsed.data.username, SMTP_PASSWORD: parsed.data.password };
  cached = { secretId, login, untilMs: performance.now() + CACHE_MS };
  return login;
}

/** Undefined if the text is not JSON. The parser's message would quote it. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** For tests, which change the secret. */
export function forgetSmtpLogin(): void {
  cached = undefined;
}
