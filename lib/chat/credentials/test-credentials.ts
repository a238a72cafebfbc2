import { readRecord } from '#lib/bots/credentials/credentials-store.ts';
import { createCredentialsNotFound } from '#lib/bots/credentials/delete-credentials.ts';
import { type CredentialsVerdict, checkWithProvider } from '#lib/chat/adapters/credentials-check.ts';
import { httpPort } from '#lib/chat/adapters/http-port.ts';
import { recordHttp } from '#lib/chat/adapters/recorded-http.ts';
import { checkSmtpLogin } from '#lib/chat/adapters/smtp-check.ts';
import type { HttpPort } from '#lib/engine/model/ports.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { findCredentialsVault } from '#lib/platform/credentials/credentials-vault.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { takeRequest } from './take-request.ts';

/** For each request. Credentials have at most two logins. */
const TIMEOUT_MS = 7_000;

/**
 * Reads stored credentials and asks their provider whether it accepts them. Each request counts towards the workspace's daily
 * limit, like those of blocks.
 *
 * @throws NOT_FOUND if there are none or the caller has no access to the workspace, FORBIDDEN, TOO_MANY_REQUESTS,
 *   SERVICE_UNAVAILABLE, CONFLICT if the service has no place for credentials
 */
export async function testCredentials(
  { workspaceId, credentialsId }: { workspaceId: string; credentialsId: string },
  caller: Caller,
): Promise<CredentialsVerdict> {
  requireRole(workspaceId, 'admin', createCredentialsNotFound, caller);
  const record = await readRecord(workspaceId, credentialsId);
  if (!record) throw createCredentialsNotFound();
  const vault = findCredentialsVault();
  if (!vault) throw new ServiceError('CONFLICT', 'This service has no place where credentials are stored');
  const value = await vault.read(workspaceId, credentialsId);
  if (!value) return { status: 'invalid', message: 'No value is stored: store the credentials again' };
  if (record.kind === 'smtp') {
    await takeRequest(workspaceId);
    return await checkSmtpLogin(value, { timeoutMs: TIMEOUT_MS });
  }
  const http: HttpPort = async (request) => {
    await takeRequest(workspaceId);
    return await recordHttp(httpPort())(request);
  };
  return await checkWithProvider(record.kind, value, { http, timeoutMs: TIMEOUT_MS });
}
