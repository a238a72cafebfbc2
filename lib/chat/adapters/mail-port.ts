import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpPort, Mail, MailPort } from '#lib/engine/model/ports.ts';
import type { AddressRules } from './address-guard.ts';
import { type Resolve, resolveGuardedAddresses, resolveHost } from './guarded-address.ts';
import { readSmtpLogin } from './smtp-login.ts';
import { ownSmtpServer, parseSmtpServer, type SmtpServer } from './smtp-server.ts';

export type MailPortOptions = {
  env?: NodeJS.ProcessEnv;
  /** For tests only: loopback ports that may be connected to. */
  loopbackPortsForTests?: ReadonlySet<number>;
  resolve?: Resolve;
  /** Reads a secret. Defaults to AWS Secrets Manager. */
  readSecret?: (name: string) => Promise<string | undefined>;
};

/** Timeout for each step of the SMTP exchange. The caller sets the overall timeout. */
const STEP_TIMEOUT_MS = 8_000;
const ATTACHMENT_TIMEOUT_MS = 8_000;
const MAX_ATTACHMENTS = 10;
const TOO_SLOW = 'The mail server timed out; the mail may or may not have been sent';

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
      const address = credentials ? await resolveGuardedAddress(server) : server.host;
      const attachments = await download(mail.attachments ?? [], http, signal);
      const { createTransport } = await import('nodemailer');
      // Opened here rather than by the mail library, because closing the socket aborts the exchange at any
      // step.
      const connection = await openConnection(address, server.port, signal);
      const transport = createTransport({
        connection,
        host: address,
        port: server.port,
        secure: server.isTls,
        ...(server.user && { auth: { user: server.user.name, pass: server.user.password } }),
        // The certificate is issued for the host name, not for the resolved address.
        tls: { servername: server.host },
        connectionTimeout: STEP_TIMEOUT_MS,
        greetingTimeout: STEP_TIMEOUT_MS,
        socketTimeout: STEP_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ ...getMessage(mail, server), attachments });
      } catch (error) {
        throw signal.aborted ? new Error(TOO_SLOW, { cause: error }) : error;
      } finally {
        transport.close();
        connection.destroy();
      }
    },
  };

  async function resolveGuardedAddress({ host, port }: SmtpServer): Promise<string> {
    // The URL only serves to normalize the host, which requires a known scheme. Nothing is sent over HTTP.
    const text = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const url = URL.parse(text);
    if (url?.pathname !== '/' || url.username !== '') throw new Error('Invalid mail server host');
    const addresses = await resolveGuardedAddresses(url, text, rules, resolve);
    // Prefers IPv4: only one address is tried, and Lambda functions outside a VPC have no IPv6.
    const chosen = addresses.find(({ family }) => family === 4) ?? addresses[0];
    if (!chosen) throw new Error('The mail server has no address');
    return chosen.address;
  }
}

/** Opens a connection and closes it when the signal aborts. */
async function openConnection(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, signal, timeout: STEP_TIMEOUT_MS });
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new Error(TOO_SLOW, { cause: error }) : error;
  }
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
