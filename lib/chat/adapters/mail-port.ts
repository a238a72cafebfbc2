import type { HttpPort, Mail, MailPort } from '#lib/engine/model/ports.ts';
import type { AddressRules } from './address-guard.ts';
import { type Resolve, resolveHost } from './guarded-address.ts';
import { readSmtpLogin } from './smtp-login.ts';
import { ownSmtpServer, parseSmtpServer, type SmtpServer } from './smtp-server.ts';
import { openSmtpTransport, resolveSmtpAddress, TOO_SLOW } from './smtp-transport.ts';

export type MailPortOptions = {
  env?: NodeJS.ProcessEnv;
  /** For tests only: loopback ports that may be connected to. */
  loopbackPortsForTests?: ReadonlySet<number>;
  resolve?: Resolve;
  /** Reads a secret. Defaults to AWS Secrets Manager. */
  readSecret?: (name: string) => Promise<string | undefined>;
};

const ATTACHMENT_TIMEOUT_MS = 8_000;
const MAX_ATTACHMENTS = 10;

/** Sends mail over SMTP, through the server in the workspace's credentials or the service's own server. */
export function mailPort(http: HttpPort, options: MailPortOptions = {}): MailPort {
  const { env = process.env, resolve = resolveHost, loopbackPortsForTests, readSecret } = options;
  const rules: AddressRules = {
    privateHosts: new Set(),
    ...(loopbackPortsForTests && { loopbackPorts: loopbackPortsForTests }),
  };
  return {
    async send(mail, credentials, timeoutMs) {
      const signal = AbortSignal.timeout(Math.max(0, Math.trunc(timeoutMs)));
      const server = credentials
        ? parseSmtpServer(credentials)
        : ownSmtpServer({ ...env, ...(await readSmtpLogin(env, readSecret)) });
      if (!server) throw new Error('No mail server is configured');
      // The operator's server may be on any address; a workspace's must not be in the operator's network.
      const address = credentials ? await resolveSmtpAddress(server, rules, resolve) : server.host;
      const attachments = await download(mail.attachments ?? [], http, signal);
      const transport = await openSmtpTransport(server, address, signal);
      try {
        await transport.sendMail({ ...getMessage(mail, server), attachments });
      } catch (error) {
        throw signal.aborted ? new Error(TOO_SLOW, { cause: error }) : error;
      } finally {
        transport.close();
      }
    },
  };
}

function getMessage({ to, cc, bcc, replyTo, senderName, subject, text, html }: Mail, { from }: SmtpServer) {
  return {
    from: { name: senderName ?? from.name ?? '', address: from.email },
    to,
    ...(cc && { cc }),
    ...(bcc && { bcc }),
    ...(replyTo !== undefined && { replyTo }),
    ...(subject !== undefined && { subject }),
    ...(text !== undefined && { text }),
    ...(html !== undefined && { html }),
  };
}

async function download(attachments: { url: string }[], http: HttpPort, signal: AbortSignal) {
  if (attachments.length > MAX_ATTACHMENTS) throw new Error(`More than ${MAX_ATTACHMENTS} attachments`);
  const files = [];
  for (const { url } of attachments) {
    if (signal.aborted) throw new Error(TOO_SLOW);
    const { status, headers, body } = await http({ url, method: 'GET', timeoutMs: ATTACHMENT_TIMEOUT_MS });
    if (status !== 200) throw new Error(`An attachment could not be downloaded: status ${status}`);
    const contentType = headers['content-type'];
    files.push({
      filename: toFileName(url),
      content: Buffer.from(body),
      ...(contentType && { contentType }),
    });
  }
  return files;
}

function toFileName(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name) || 'attachment';
  } catch {
    return name;
  }
}
