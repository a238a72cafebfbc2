import * as z from 'zod';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

/** An outgoing mail server, with its login and sender address. */
export type SmtpServer = {
  host: string;
  port: number;
  /**
   * Whether to use implicit TLS. Otherwise the connection is upgraded with STARTTLS if the server offers it.
   */
  isTls: boolean;
  user?: { name: string; password: string };
  from: { email: string; name?: string };
};

const credentialsSchema = once(() =>
  z.object({
    host: z.string().min(1),
    port: z.coerce.number().int().min(1).max(65_535).default(25),
    username: z.string().optional(),
    password: z.string().optional(),
    isTlsEnabled: z.boolean().optional(),
    from: z.object({ email: z.string().min(1), name: z.string().optional() }),
  }),
);

/** Parses the credentials of a mail server. Undefined if they are not valid. */
export function parseSmtpServer(credentials: JsonObject): SmtpServer | undefined {
  const parsed = credentialsSchema().safeParse(credentials);
  if (!parsed.success) return undefined;
  const { host, port, username, password = '', isTlsEnabled = false, from } = parsed.data;
  return {
    host,
    port,
    isTls: isTlsEnabled,
    ...(username && { user: { name: username, password } }),
    from: { email: from.email, ...(from.name !== undefined && { name: from.name }) },
  };
}

/**
 * Returns the service's own mail server, which all workspaces may use. For Amazon SES, this is its SMTP
 * interface, `email-smtp.<region>.amazonaws.com` on port 465 or 587:
 * https://docs.aws.amazon.com/ses/latest/dg/send-email-smtp.html
 */
export function ownSmtpServer(env: NodeJS.ProcessEnv): SmtpServer | undefined {
  const { SMTP_HOST: host, SMTP_PORT, SMTP_USERNAME: name, SMTP_PASSWORD: password = '', SMTP_FROM } = env;
  if (!host || !SMTP_FROM) return undefined;
  const port = Number(SMTP_PORT || 587);
  const [, displayName = '', email = SMTP_FROM] = /^([^<>]*)<([^<>]+)>$/.exec(SMTP_FROM) ?? [];
  return {
    host,
    port,
    // RFC 8314 reserves port 465 for implicit TLS.
    isTls: port === 465,
    ...(name && { user: { name, password } }),
    from: { email, ...(displayName.trim() !== '' && { name: displayName.trim() }) },
  };
}
