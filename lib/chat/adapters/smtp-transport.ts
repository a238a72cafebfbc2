import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { AddressRules } from './address-guard.ts';
import { type Resolve, resolveGuardedAddresses } from './guarded-address.ts';
import type { SmtpServer } from './smtp-server.ts';

/** Timeout for each step of the SMTP exchange. The caller sets the overall timeout. */
const STEP_TIMEOUT_MS = 8_000;

export const TOO_SLOW = 'The mail server timed out; the mail may or may not have been sent';

/**
 * Returns an address of a workspace's mail server, which must not be in the operator's network.
 *
 * @throws HttpRequestError of kind "refused" if the host has no address or one that is not allowed
 */
export async function resolveSmtpAddress(
  { host, port }: SmtpServer,
  rules: AddressRules,
  resolve: Resolve,
): Promise<string> {
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

/**
 * Connects to a mail server. Closing the transport also closes the connection.
 *
 * @param address the resolved address of the server
 * @param signal closes the connection at whatever step it is
 */
export async function openSmtpTransport(
  server: SmtpServer,
  address: string,
  signal: AbortSignal,
): Promise<Pick<Transporter, 'sendMail' | 'close'>> {
  const { createTransport } = await import('nodemailer');
  const connection = await openSmtpSocket(server, address, signal);
  const transport = createTransport({
    ...createSmtpOptions(server, address, connection),
    ...(server.user && { auth: { user: server.user.name, pass: server.user.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    sendMail: (mail: Parameters<Transporter['sendMail']>[0]) => transport.sendMail(mail),
    close: () => {
      transport.close();
      connection.destroy();
    },
  } as Pick<Transporter, 'sendMail' | 'close'>;
}

/**
 * Returns the mail library's options for a connection that is open already.
 *
 * @param address the resolved address of the server
 */
export function createSmtpOptions(server: SmtpServer, address: string, connection: Socket) {
  return {
    connection,
    host: address,
    port: server.port,
    secure: server.isTls,
    // The certificate is issued for the host name, not for the resolved address.
    tls: { servername: server.host },
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
  };
}

/**
 * Opens a connection and closes it when the signal aborts. The mail library does not open it itself, because closing the
 * socket aborts the exchange at any step.
 *
 * @param address the resolved address of the server
 */
export async function openSmtpSocket(
  { port }: SmtpServer,
  address: string,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect({ host: address, port, signal, timeout: STEP_TIMEOUT_MS });
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new Error(TOO_SLOW, { cause: error }) : error;
  }
}
