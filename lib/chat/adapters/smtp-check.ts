import { HttpRequestError } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type CredentialsVerdict, describeFailure } from './credentials-check.ts';
import { type Resolve, resolveHost } from './guarded-address.ts';
import { parseSmtpServer } from './smtp-server.ts';
import { openSmtpTransport, resolveSmtpAddress } from './smtp-transport.ts';

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
  let transport: Awaited<ReturnType<typeof openSmtpTransport>> | undefined;
  try {
    const address = await resolveSmtpAddress(server, rules, resolve);
    transport = await openSmtpTransport(server, address, signal);
    await transport.verify();
    return server.user
      ? { status: 'valid', message: 'The mail server accepts the login' }
      : { status: 'valid', message: 'The mail server can be reached' };
  } catch (error) {
    // Their messages may quote the host, or what the server sent.
    if (error instanceof HttpRequestError) return describeFailure(error);
    return getCode(error) === 'EAUTH'
      ? { status: 'invalid', message: 'The mail server refuses the login' }
      : { status: 'untested', message: 'The mail server did not complete the connection' };
  } finally {
    transport?.close();
  }
}

/** Code of an error of the mail library: `EAUTH` if the server refuses the login. */
function getCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as { code?: string }).code : undefined;
}
