import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Api } from '#test/support/describe-api.ts';
import { uniqueName } from '#test/support/unique-name.ts';
import { asAdmin, put } from './requests.ts';

/* Stored credentials that the fixtures in test/endpoints are about. */

/** Nothing is sent to its provider when it is tested. */
export const CREDENTIALS = { kind: 'segment', name: 'Shop', data: { apiKey: 'made-up' } };

export const getCredentialsPath = ({ workspaceId }: Api) => `/v1/workspaces/${workspaceId}/credentials`;

/** Gives the functions of this process a file of their own, unless the environment names a place. */
export function useCredentialsFile(): void {
  if (process.env.CREDENTIALS_FILE || process.env.CREDENTIALS_SECRET_PREFIX) return;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'credentials-')), 'credentials.json');
  writeFileSync(file, '{}', { mode: 0o600 });
  process.env.CREDENTIALS_FILE = file;
}

/** Stores credentials in the suite's workspace. Returns their path. */
export async function storeCredentials(
  api: Api,
  body: object = CREDENTIALS,
  credentialsId = uniqueName('c'),
): Promise<string> {
  const request = await putCredentialsRequest(api, body, credentialsId);
  const { status, text } = await api.request(request);
  if (status !== 200) throw new Error(`The credentials were not stored: ${text}`);
  return request.path;
}

export async function putCredentialsRequest(
  api: Api,
  body: object = CREDENTIALS,
  credentialsId = uniqueName('c'),
) {
  useCredentialsFile();
  return await asAdmin(api, put(`${getCredentialsPath(api)}/${credentialsId}`, body));
}
