import { HttpRequestError } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type CredentialsVerdict, describeHttpFailure } from './credentials-check.ts';
import { type Resolve, resolveHost } from './guarded-address.ts';
import { parseSmtpServer, type SmtpServer } from './smtp-server.ts';
import { createSmtpOptions, openSmtpSocket, resolveSmtpAddress } from './smtp-transport.ts';

export type SmtpCheckOptions = {
  timeoutMs: number;
  /** For tests only: loopback ports that may be connected to. */
  loopbackPortsForTests?: ReadonlySet<number>;
  resolve?: Resolve;
};

/** Connects to a workspace's mail server and logs in, without sending a mail. */
export async function checkSmtpLogin(
  credentials: JsonObject,
  { timeoutMs, loopbackPortsForTests, resolve = resolveHost }: SmtpCheckOptions,
): Promise<CredentialsVerdict> {
  const server = parseSmtpServer(credentials);
  if (!server)
    return { status: 'invalid', message: 'A field is missing or wrong: store the credentials again' };
  const signal = AbortSignal.timeout(Math.max(0, Math.trunc(timeoutMs)));
  const rules = {
    privateHosts: new Set<string>(),
    ...(loopbackPortsForTests && { loopbackPorts: loopbackPortsForTests }),
  };
  try {
    const address = await resolveSmtpAddress(server, rules, resolve);
    const hasLoggedIn = await logIn(server, address, signal);
    if (!server.user) return { status: 'valid', message: 'The mail server can be reached' };
    return hasLoggedIn
      ? { status: 'valid', message: 'The mail server accepts the login' }
      : {
          status: 'untested',
          message: 'The mail server takes no login, so it does not say whether this one is right',
        };
  } catch (error) {
    // Their messages may quote the host, or what the server sent.
    if (error instanceof HttpRequestError) return describeHttpFailure(error);
    return isRefusal(error)
      ? { status: 'invalid', message: 'The mail server refuses the login' }
      : { status: 'untested', message: 'The mail server did not complete the connection' };
  }
}

/**
 * Connects to a mail server, and logs in if there is a login and the server offers to take one. Nothing is sent to a server
 * that does not: it could be another one, on a connection that is not encrypted.
 *
 * @returns whether it has logged in
 */
async function logIn(server: SmtpServer, address: string, signal: AbortSignal): Promise<boolean> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const socket = await openSmtpSocket(server, address, signal);
  const connection = new SMTPConnection(createSmtpOptions(server, address, socket));
  const { user } = server;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      connection.on('error', reject);
      connection.on('end', () => reject(new Error('The mail server closed the connection')));
      connection.connect((failure) => {
        if (failure) return reject(failure);
        if (!user || !connection.allowsAuth) return resolve(false);
        connection.login({ credentials: { user: user.name, pass: user.password } }, (refusal) =>
          refusal ? reject(refusal) : resolve(true),
        );
      });
    });
  } finally {
    connection.close();
    socket.destroy();
  }
}

/** Whether the mail server has refused the login for good: a status from 400 to 499 means that it may accept it later. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return code === 'EAUTH' && Number(responseCode) >= 500;
}
