import type { Api } from '#test/support/describe-api.ts';
import { uniqueName } from '#test/support/unique-name.ts';
import { asAdmin, post } from './requests.ts';

/* Custom domains that the fixtures in test/endpoints are about. */

/** Returns a name that deployments under test serve, and nobody has registered. */
export const freeDomain = (): string => `${uniqueName('d').toLowerCase()}.custom.example`;

/** Registers a name for the suite's workspace. */
export async function registerDomain(api: Api, name = freeDomain()): Promise<string> {
  const { status, text } = await api.request(await createDomainRequest(api, name));
  if (status !== 200) throw new Error(`The domain ${name} was not registered: ${text}`);
  return name;
}

export async function createDomainRequest(api: Api, name = freeDomain()) {
  return await asAdmin(api, post('/v1/custom-domains', { workspaceId: api.workspaceId, name }));
}
