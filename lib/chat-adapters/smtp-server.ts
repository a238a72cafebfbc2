import * as z from 'zod';
import type { JsonObject } from '#lib/json/json-object.ts';

/** A server that accepts mail for others. */
export type SmtpServer = {
  host: string;
  port: number;
  /**
   * Whether TLS is used from the first byte. Otherwise the connection is encrypted as soon as the server
   * offers it.
   */
  isTls: boolean;
  user?: { name: string; password: string };
  from: { email: string; name?: string };
};

const credentialsSchema = z.object({
  host: z.string().min(1),
  port: z.coerce.number().int().min(1).max(65_535).default(25),
  username: z.string().optional(),
  password: z.string().optional(),
  isTlsEnabled: z.boolean().optional(),
  from: z.object({ email: z.string().min(1), name: z.string().optional() }),
});

/** Undefined if the credentials are not those of a mail server. */
export function parseSmtpServer(credentials: JsonObject): SmtpServer | undefined {
  const parsed = credentialsSchema.safeParse(credentials);
  if (!parsed.success) return undefined;
  const { host, port, username, password = '', isTlsEnabled = false, from } = parsed.data;
  return {
    host,
    port,
    isTls: isTlsEnabled,
    ...(username !== undefined && { user: { name: username, password } }),
    from: { email: from.email, ...(from.name !== undefined && { name: from.name }) },
  };
}

/**
 * The service's own mail server, which all workspaces may use. For Amazon SES this is its SMTP interface,
 * `email-smtp.<region>.amazonaws.com` at port 465 or 587:
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
    // RFC 8314 reserves this port for TLS from the first byte.
    isTls: port === 465,
    ...(name && { user: { name, password } }),
    from: { email, ...(displayName.trim() !== '' && { name: displayName.trim() }) },
  };
}
