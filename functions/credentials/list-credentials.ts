import { listCredentials } from '#lib/bots/credentials/list-credentials.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { presentCredentials } from './credentials-schema.ts';
import { listCredentialsContract } from './list-credentials.contract.ts';

export const handler = endpointHandler(listCredentialsContract, async ({ params, caller }) => {
  const { records, usdPerMonth } = await listCredentials(params.workspaceId, caller);
  return { body: { credentials: records.map(presentCredentials), secretUsdPerMonth: usdPerMonth } };
});
